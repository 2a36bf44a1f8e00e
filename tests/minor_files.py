"""Play-by-play files of an invented minor league, as minorleaguesplits writes them. Clubs and people are fictional.

Visitors VvvXXL bat `1001` to `1009` in slots 1 to 9, the ninth as designated hitter, and `1010` pitches; the home club
HhhXXL is `2001` to `2010` likewise.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

VISITORS, HOME = "VvvXXL", "HhhXXL"
COORDINATES = "146.59,159.64"


def man(side: int, number: int) -> str:
    """The id of a club's man: 1 to 9 bat in these slots, 10 starts as the pitcher."""
    return str(1000 * (side + 1) + number)


def header(day: str = "20410401", number: int = 0, visitors: str = VISITORS, home: str = HOME) -> list[str]:
    """A game's records up to the first play; one name has a comma, and nothing quotes it."""
    date = f"{day[:4]}/{day[4:6]}/{day[6:]}"
    lines = [f"id,{home}{day}{number}", f"info,visteam,{visitors}", f"info,hometeam,{home}", f"info,date,{date}"]
    for side in (0, 1):
        lines += [f"start,{man(side, slot)},Man, Jr.,{side},{slot},{slot + 1}" for slot in range(1, 10)]
        lines.append(f"start,{man(side, 10)},A Man,{side},0,1")
    return lines


def play(inning: int, side: int, batter: int | str, event: str, where: str = "") -> str:
    """A play of a club's man, or of whoever the text names."""
    named = batter if isinstance(batter, str) else man(side, batter)
    return f"play,{inning},{side},{named},,,{event}" + (f",{where}" if where else "")


def half(inning: int, side: int, first: int, outs: int = 3) -> list[str]:
    """Men who strike out one after the other, from this slot on."""
    return [play(inning, side, (first - 1 + at) % 9 + 1, "K") for at in range(outs)]


def quiet_game(runs: int = 1, innings: int = 9, **info: str | int) -> list[str]:
    """A game in which everybody strikes out but for the visitors' first man, who hits a home run or none."""
    lines = header(**info)
    lines += [play(1, 0, 1, "HR/F", COORDINATES)] * runs
    slot = [1 + runs, 1]
    for inning in range(1, innings + 1):
        for side in (0, 1):
            lines += half(inning, side, slot[side])
            slot[side] = (slot[side] + 2) % 9 + 1
    return lines


def write_minors(folder: Path, *games: Iterable[str], season: int = 2041) -> Path:
    """Write the games as one league's file of a season, with players and leagues beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [line for game in games for line in game]
    (folder / f"{season}_XXL_PlayByPlay.csv").write_text("".join(f"{line}\n" for line in lines))
    hands = [f"{man(side, n)},First{n},Last{n},{'LRB'[n % 3]},L,01,02,2019" for side in (0, 1) for n in range(1, 11)]
    (folder / "minorLeagueSplitsPlayers.csv").write_text("\n".join(["MLBAM,First,Last,Bats,Throws,M,D,Y", *hands]))
    leagues = ["LeagueID,LeagueName,Level", "XXL,Example League,SS", "APP,Ridge League,RK", "QQL,Quiet League,RK"]
    (folder / "minorLeagueSplitsLeagues.csv").write_text("\n".join(leagues) + "\n")
    return folder
