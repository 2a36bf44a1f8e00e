"""Event files of an invented league, for tests: VVV visit HHH. All clubs and people are fictional.

Visitors bat `vvvx0001` to `vvvx0009` in slots 1 to 9, the ninth as designated hitter, and `vvvx0010` pitches; the
home side is `hhhx0001` to `hhhx0010` likewise. Slot n plays position n + 1.
"""

from __future__ import annotations

from pathlib import Path

VISITORS, HOME = "VVV", "HHH"
CLUBS = (VISITORS, HOME)
MEN = 14  # of each club on its roster


def man(side: int, number: int) -> str:
    """The id of a club's man: 1 to 9 bat in these slots, 10 starts as the pitcher, the others wait."""
    return f"{CLUBS[side].lower()}x{number:04d}"


def header(day: str = "20410401", number: int = 0, **info: str) -> list[str]:
    """A game's records up to the first play."""
    given = {"visteam": VISITORS, "hometeam": HOME, **info}
    lines = [f"id,{HOME}{day}{number}", "version,2", *(f"info,{key},{value}" for key, value in given.items())]
    for side in (0, 1):
        lines += [f'start,{man(side, slot)},"A Man",{side},{slot},{slot + 1}' for slot in range(1, 10)]
        lines.append(f'start,{man(side, 10)},"A Man",{side},0,1')
    return lines


def play(inning: int, side: int, number: int, event: str, count: str = "??", pitches: str = "") -> str:
    """A play of a club's man."""
    return f"play,{inning},{side},{man(side, number)},{count},{pitches},{event}"


def sub(side: int, number: int, slot: int, position: int) -> str:
    """A man sent into the game."""
    return f'sub,{man(side, number)},"A Man",{side},{slot},{position}'


def half(inning: int, side: int, first: int, outs: int = 3) -> list[str]:
    """Men who strike out one after the other, from this slot on."""
    return [play(inning, side, (first - 1 + at) % 9 + 1, "K") for at in range(outs)]


def quiet_game(innings: int = 9, day: str = "20410401", number: int = 0, runs: int = 1) -> list[str]:
    """A game in which everybody strikes out but for the visitors' first man, who hits home runs first of all."""
    lines = header(day, number)
    lines += [play(1, 0, (at % 9) + 1, "HR") for at in range(runs)]
    slot = [runs % 9 + 1, 1]
    for inning in range(1, innings + 1):
        for side in (0, 1):
            lines += half(inning, side, slot[side])
            slot[side] = (slot[side] + 2) % 9 + 1
    return [*lines, f"data,er,{man(0, 10)},0", f"data,er,{man(1, 10)},{runs}"]


def lively_game(day: str = "20410402") -> list[str]:
    """A game with relievers, pinch men, adjustments, ejections, and pitches."""
    top = [play(1, 0, 1, "S7", "10", "BX"), play(1, 0, 2, "SB2", "01", "C>S"), f"badj,{man(0, 2)},L"]
    top += [play(1, 0, 2, "W", "31", "C>BBBB"), sub(1, 11, 0, 1), play(1, 0, 3, "NP", "00", ""), sub(0, 11, 2, 12)]
    top += [play(1, 0, 3, "53/SH/B53.1-2;2-3"), f'com,"ej,{man(1, 3)},P,umpsx901,Arguing"', sub(0, 12, 4, 11)]
    top += [play(1, 0, 12, "E6/G.3-H(UR);2-3"), play(1, 0, 5, "64(1)3/GDP/G6")]
    bottom = [sub(0, 11, 2, 4), sub(0, 12, 4, 5), sub(0, 13, 0, 1), *half(1, 1, 1), f"radj,{man(0, 5)},2"]
    bottom += [play(2, 0, 6, "HR/F7.2-H"), *[play(2, 0, n, "K", "02", "CSS") for n in (7, 8, 9)]]
    return [*header(day, attendance="100"), *top, *bottom, f"data,er,{man(1, 10)},0", f"data,er,{man(1, 11)},1"]


def roster(side: int) -> str:
    """A club's roster: even numbers bat left, the tenth throws left."""
    hands = [("L" if n % 2 == 0 else "R", "L" if n == 10 else "R") for n in range(1, MEN + 1)]
    rows = [
        f"{man(side, n)},Last{n},First{n},{bats},{throws},{CLUBS[side]},OF" for n, (bats, throws) in enumerate(hands, 1)
    ]
    return "\n".join(rows) + "\n"


def write_events(folder: Path, *games: list[str], season: int = 2041, name: str = "HHH") -> Path:
    """Write the games as one event file of a season, with the rosters and the clubs' file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{season}{name}.EVA").write_text("".join(line + "\r\n" for game in games for line in game))
    for side, club in enumerate(CLUBS):
        (folder / f"{club}{season}.ROS").write_text(roster(side))
    (folder / f"TEAM{season}").write_text("VVV,A,Verdant,Voles\nHHH,A,Hollow,Herons\n")
    return folder
