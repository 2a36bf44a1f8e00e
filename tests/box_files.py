"""Box-score event files of the invented league of `event_files`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from event_files import header, man, write_events

SEASON = 2041
INNINGS = ([0, 2, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0])


def batting(side: int, slot: int, number: int, runs: object = 0, hits: object = 0, sequence: int = 1) -> str:
    return f"stat,bline,{man(side, number)},{side},{slot},{sequence},4,{runs},{hits}" + ",0" * 14


def pitching(side: int, number: int, outs: object, sequence: int = 1) -> str:
    return f"stat,pline,{man(side, number)},{side},{sequence},{outs}" + ",0" * 16


def fielding(side: int, number: int, errors: object = 0, outs: object = 27) -> str:
    return f"stat,dline,{man(side, number)},{side},1,{number},{outs},0,0,{errors},0,0,0"


def box_game(day: str = "20410401", number: int = 0, innings: Any = INNINGS, **info: str) -> list[str]:
    """A game's box score: the first batter of each club scores its runs, and has a hit."""
    lines = header(day, number, **info)
    for side in (0, 1):
        lines += [
            batting(side, slot, slot, sum(innings[side]) if slot == 1 else 0, int(slot == 1)) for slot in range(1, 10)
        ]
        lines.append(batting(side, 9, 11, 0, 2, sequence=2))
    for side in (0, 1):
        lines += [pitching(side, 10, 15), pitching(side, 12, 12 if side else 9, sequence=2)]
        lines += [fielding(side, slot, errors=int(slot == 2)) for slot in range(1, 11)]
    lines.append(f"stat,phline,{man(0, 11)},7,0" + ",0" * 17)
    lines.append(f"stat,prline,{man(1, 11)},8,1,0,0,0")
    lines += ["event,dpline,1,hhhx0004,hhhx0003", "event,hpline,0,hhhx0010,vvvx0001"]
    lines += [f"line,{side}," + ",".join(map(str, innings[side])) for side in (0, 1)]
    return [*lines, "stat,tline,0,7,2,0,0", "stat,tline,1,5,1,1,0"]


def write(folder: Path, name: str, *games: list[str]) -> Path:
    """Write games as a file of any name, with the rosters and the clubs' file."""
    write_events(folder)
    (folder / f"{SEASON}HHH.EVA").unlink()
    (folder / name).write_text("".join(line + "\r\n" for game in games for line in game))
    return folder
