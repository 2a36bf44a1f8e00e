"""Small files of Retrosheet's CSV distribution, about invented clubs and people."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Row = dict[str, Any]

GAME_COLUMNS = (
    "gid",
    "visteam",
    "hometeam",
    "site",
    "date",
    "number",
    "starttime",
    "daynight",
    "innings",
    "tiebreaker",
    "usedh",
    "htbf",
    "timeofgame",
    "attendance",
    "fieldcond",
    "precip",
    "sky",
    "temp",
    "winddir",
    "windspeed",
    "oscorer",
    "forfeit",
    "suspend",
    "umphome",
    "ump1b",
    "ump2b",
    "ump3b",
    "umplf",
    "umprf",
    "wp",
    "lp",
    "save",
    "gametype",
    "vruns",
    "hruns",
    "wteam",
    "lteam",
    "line",
    "batteries",
    "lineups",
    "box",
    "pbp",
    "season",
)
CLUB_COLUMNS = (
    *["gid", "team"],
    *(f"inn{n}" for n in range(1, 29)),
    *["lob", "mgr", "stattype", "b_h", "p_ipouts", "d_e"],
    *(f"start_l{n}" for n in range(1, 10)),
    *(f"start_f{n}" for n in range(1, 11)),
    *["date", "number", "site", "vishome", "opp", "win", "loss", "tie", "gametype", "box", "pbp"],
)
PLAYER_COLUMNS = ("id", "last", "first", "bat", "throw", "team", "season")


def person(club: str, place: int) -> str:
    """The id of a club's starter in a slot of the batting order."""
    return f"{club.lower()}{'abcdefghi'[place - 1]}{100 + place}"


def csv_game(gid: str = "INK204107040", visitors: str = "BLO", home: str = "INK", **given: Any) -> Row:
    """A row of `gameinfo`: the visitors win 2-1; the given columns replace its own."""
    return {
        "gid": gid,
        "visteam": visitors,
        "hometeam": home,
        "site": "INK01",
        "date": gid[3:11],
        "number": gid[11],
        "daynight": "day",
        "usedh": "false",
        "timeofgame": "121",
        "attendance": "345",
        "temp": "0",
        "windspeed": "-1",
        "sky": "unknown",
        "wp": person(visitors, 9),
        "lp": person(home, 9),
        "gametype": "regular",
        "vruns": "2",
        "hruns": "1",
        "wteam": visitors,
        "lteam": home,
        "line": "y",
        "lineups": "y",
        "box": "y",
        "pbp": "",
        "season": gid[3:7],
    } | given


def csv_sides(game: Row, **given: Any) -> list[Row]:
    """Both rows of `teamstats` of a game, whose ninth batter pitches; the given columns replace those of both."""
    return [_side(game, club, vishome) | given for club, vishome in ((game["visteam"], "v"), (game["hometeam"], "h"))]


def _side(game: Row, club: str, vishome: str) -> Row:
    runs = game["vruns"] if vishome == "v" else game["hruns"]
    starters = {f"start_l{slot}": person(club, slot) for slot in range(1, 10)}
    fielders = {f"start_f{10 - slot}": person(club, slot) for slot in range(1, 10)}
    line = {"inn1": runs, **{f"inn{inning}": "0" for inning in range(2, 10)}}
    figures = {"lob": "5", "b_h": "7", "p_ipouts": "27", "d_e": "1"}
    of_game = {"gid": game["gid"], "team": club, "mgr": f"mgr{club.lower()}01", "stattype": "value", "vishome": vishome}
    return {**of_game, **line, **figures, **starters, **fielders}


def csv_players(*clubs: str, season: int = 2041) -> list[Row]:
    """The rows of `allplayers` of some clubs: nine starters each, the pitcher left-handed."""
    return [
        {
            "id": person(club, slot),
            "last": f"Last{club.title()}{slot}",
            "first": f"First{slot}",
            "bat": "B" if slot == 1 else "R",
            "throw": "L" if slot == 9 else "R",
            "team": club,
            "season": str(season),
        }
        for club in clubs
        for slot in range(1, 10)
    ]


def write_csvs(
    folder: Path,
    season: int,
    games: Sequence[Row],
    sides: Iterable[Row] | None = None,
    players: Iterable[Row] | None = None,
    columns: Mapping[str, Sequence[str]] | None = None,
    prefix: str | None = None,
) -> Path:
    """Write the files of a season, with these columns in this order; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    named = {"gameinfo": GAME_COLUMNS, "teamstats": CLUB_COLUMNS, "allplayers": PLAYER_COLUMNS} | dict(columns or {})
    clubs = dict.fromkeys(game[side] for game in games for side in ("visteam", "hometeam"))
    sides = [row for game in games for row in csv_sides(game)] if sides is None else sides
    players = csv_players(*clubs, season=season) if players is None else players
    for kind, rows in (("gameinfo", games), ("teamstats", sides), ("allplayers", players)):
        write_csv(folder / f"{season if prefix is None else prefix}{kind}.csv", named[kind], rows)
    return folder


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Write one file; a column that a row lacks is blank."""
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, columns, restval="", extrasaction="ignore", lineterminator="\r\n")
        writer.writeheader()
        writer.writerows(rows)


PLAY_COLUMNS = (
    *[
        "gid",
        "event",
        "inning",
        "top_bot",
        "vis_home",
        "site",
        "batteam",
        "pitteam",
        "score_v",
        "score_h",
        "batter",
        "pitcher",
        "bathand",
        "pithand",
    ],
    *["balls", "strikes", "count", "pitches", "outs_pre", "br1_pre", "br2_pre", "br3_pre"],
    *(f"l{n}" for n in range(1, 10)),
    *(f"lf{n}" for n in range(1, 10)),
    *(f"f{n}" for n in range(2, 10)),
    "pn",
)


class CsvScorer:
    """Writes the rows of `plays` of one game, in which every batter strikes out, singles or hits a home run."""

    def __init__(self, game: Row) -> None:
        self.game = game
        self.clubs = game["visteam"], game["hometeam"]
        self.lineups = [[person(club, slot) for slot in range(1, 10)] for club in self.clubs]
        self.positions = [[10 - slot for slot in range(1, 10)] for _club in self.clubs]
        self.inning, self.side, self.outs, self.due = 1, 0, 0, [0, 0]
        self.bases: list[str] = ["", "", ""]
        self.runs = [0, 0]
        self.rows: list[Row] = []

    def enter(self, side: int, slot: int, player: str, position: int) -> None:
        """Put a player into a slot; a runner who is replaced leaves the base."""
        before = self.lineups[side][slot - 1]
        self.lineups[side][slot - 1], self.positions[side][slot - 1] = player, position
        self.bases = [player if runner == before else runner for runner in self.bases]

    def fielder(self, side: int, position: int) -> str:
        """The player at a position."""
        return self.lineups[side][self.positions[side].index(position)]

    def play(self, event: str) -> Row:
        """Write a play of the batter who is due: K, S7 with advances of one base, or HR."""
        side, other = self.side, 1 - self.side
        batter = self.lineups[side][self.due[side]]
        runners = [base for base in (3, 2, 1) if self.bases[base - 1]]
        moves = {"S7": lambda base: "H" if base == 3 else str(base + 1), "HR": lambda base: "H"}
        advances = [f"{base}-{moves[event](base)}" for base in runners] if event in moves else []
        row = {
            "gid": self.game["gid"],
            "event": event + ("." + ";".join(advances) if advances else ""),
            "inning": self.inning,
            "top_bot": side,
            "vis_home": side,
            "batter": batter,
            "pitcher": self.fielder(other, 1),
            "score_v": self.runs[0],
            "score_h": self.runs[1],
            "count": "??",
            "outs_pre": self.outs,
            "pn": len(self.rows) + 1,
            **{f"br{base}_pre": self.bases[base - 1] for base in (1, 2, 3)},
            **{f"l{slot}": self.lineups[side][slot - 1] for slot in range(1, 10)},
            **{f"lf{slot}": self.positions[side][slot - 1] for slot in range(1, 10)},
            **{f"f{position}": self.fielder(other, position) for position in range(2, 10)},
        }
        self.rows.append(row)
        self._after(event, batter, side)
        return row

    def _after(self, event: str, batter: str, side: int) -> None:
        if event == "S7":
            self.runs[side] += bool(self.bases[2])
            self.bases = [batter, *self.bases[:2]]
        elif event == "HR":
            self.runs[side] += 1 + sum(map(bool, self.bases))
            self.bases = ["", "", ""]
        else:
            self.outs += 1
        self.due[side] = (self.due[side] + 1) % 9
        if self.outs == 3:
            self.outs, self.bases, self.side = 0, ["", "", ""], 1 - side
            self.inning += side

    def final(self) -> Row:
        """The game's row of `gameinfo`, with the score of the plays."""
        winner = self.clubs[int(self.runs[1] > self.runs[0])] if self.runs[0] != self.runs[1] else ""
        return self.game | {"vruns": str(self.runs[0]), "hruns": str(self.runs[1]), "wteam": winner, "pbp": "y"}


LINE_COLUMNS = {
    "batting": ("gid", "id", "team", "b_lp", "b_seq", "stattype", "b_pa", "b_ab", "b_h", "ph", "pr"),
    "pitching": ("gid", "id", "team", "p_seq", "stattype", "p_ipouts", "p_bfp", "p_k"),
    "fielding": ("gid", "id", "team", "d_seq", "d_pos", "stattype", "d_ifouts", "d_po", "d_e"),
}


def line_of(game: Row, club: str, place: int, **given: Any) -> Row:
    """A row of `batting`, `pitching` or `fielding` of a club's starter."""
    return {"gid": game["gid"], "id": person(club, place), "team": club, "stattype": "value"} | given


def csv_lines(game: Row, club: str, **given: Any) -> dict[str, list[Row]]:
    """A club's lines: four plate appearances and 27 outs in the field of each starter, the ninth of whom pitches.

    The given columns replace those of every row.
    """
    batting = {"b_seq": 1, "b_pa": 4, "b_ab": 4, "b_h": 1}
    fielding = {"d_seq": 1, "d_ifouts": 27, "d_po": 3, "d_e": 0}
    pitching = {"p_seq": 1, "p_ipouts": 27, "p_bfp": 36, "p_k": 5}
    return {
        "batting": [line_of(game, club, slot, **{"b_lp": slot, **batting, **given}) for slot in range(1, 10)],
        "pitching": [line_of(game, club, 9, **{**pitching, **given})],
        "fielding": [line_of(game, club, slot, **{"d_pos": 10 - slot, **fielding, **given}) for slot in range(1, 10)],
    }


def write_lines(folder: Path, season: int, *clubs: dict[str, list[Row]]) -> Path:
    """Write the lines of some clubs' players as the files of a season."""
    for kind, columns in LINE_COLUMNS.items():
        write_csv(folder / f"{season}{kind}.csv", columns, [row for club in clubs for row in club[kind]])
    return folder


PLAYER_LINE_COLUMNS = {
    "batting": ("b_lp", "b_seq", "b_pa", "b_ab", "b_h", "ph", "pr"),
    "pitching": ("p_seq", "p_ipouts", "p_bfp", "p_h", "p_er"),
    "fielding": ("d_seq", "d_pos", "d_ifouts", "d_po", "d_e"),
}


def write_every_kind(folder: Path, season: int) -> Path:
    """Write a file of each kind of a season: one game with plays, and one with players' lines."""
    scored, other = CsvScorer(csv_game(f"INK{season}07040")), csv_game(f"INK{season}07050")
    for event in ("S7", "HR", *("K",) * 10):
        scored.play(event)
    write_csvs(folder, season, [scored.final(), other])
    write_csv(folder / f"{season}plays.csv", PLAY_COLUMNS, scored.rows)
    players = [
        {"gid": other["gid"], "id": person(other[side], slot), "team": other[side], "stattype": "value"}
        for side in ("visteam", "hometeam")
        for slot in range(1, 10)
    ]
    for kind, columns in PLAYER_LINE_COLUMNS.items():
        rows = [row | dict.fromkeys(columns, "1") for row in players]
        write_csv(folder / f"{season}{kind}.csv", ("gid", "id", "team", "stattype", *columns), rows)
    return folder
