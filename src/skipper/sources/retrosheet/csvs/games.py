"""Read games, clubs' sides, lineups and players of one season from `gameinfo`, `teamstats` and `allplayers`.

A row that contradicts itself costs the contradicting fact, and the quarantine says so; the game stays. Identical copies
of a row count once; of different copies the first is used, and the others are quarantined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pyarrow as pa

from skipper.definitions.seasons import ATTENDANCE_MAY_BE_NOUGHT
from skipper.sources.named_people import NAMED
from skipper.sources.parsed import Parsed, Rejected
from skipper.sources.player_lines import PLAYER_LINE
from skipper.sources.plays.events.accounts import BOX_SCORE, DEDUCED, PLAY_BY_PLAY
from skipper.sources.plays.game_type import UNKNOWN, said_type
from skipper.sources.retrosheet.csvs.files import CLUBS, GAMES, PLAYERS, CsvText
from skipper.sources.retrosheet.csvs.reading import LINE, Rows, read_columns
from skipper.sources.retrosheet.csvs.splitting import SOURCE

LINE_SCORE = "line_score"  # what a source has of a game if it has runs by inning, but no box score
NINE, DESIGNATED_HITTER = 9, 10
_FIGURES = {"hits": "b_h", "errors": "d_e", "left_on_base": "lob", "outs_pitched": "p_ipouts"}
_SLOTS, _POSITIONS, _INNINGS = range(1, 10), range(1, 11), range(1, 29)
_GAME_ID = re.compile(r"[A-Z0-9]{3}\d{9}")
_BLANK = re.compile(r"\?|unknown|\(none\)|-1|0?0:00\s*[AP]?M?", re.IGNORECASE)
_UMPIRES = ("umphome", "ump1b", "ump2b", "ump3b", "umplf", "umprf")
_HANDS = {"L": "L", "R": "R", "B": "B", "S": "B"}
_PLAYS = {"y": PLAY_BY_PLAY, "d": DEDUCED, "deduced": DEDUCED}

_GAME_COLUMNS = (
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
    "forfeit",
    "suspend",
    *_UMPIRES,
    "wp",
    "lp",
    "save",
    "gametype",
    "vruns",
    "hruns",
    "wteam",
    "lteam",
    "line",
    "box",
    "pbp",
)
_CLUB_COLUMNS = (
    "gid",
    "team",
    "vishome",
    *(f"inn{inning}" for inning in _INNINGS),
    "lob",
    "mgr",
    "stattype",
    "b_h",
    "p_ipouts",
    "d_e",
    *(f"start_l{slot}" for slot in _SLOTS),
    *(f"start_f{position}" for position in _POSITIONS),
)
_PLAYER_COLUMNS = ("id", "last", "first", "bat", "throw", "team")
REQUIRED = {
    GAMES: ("gid", "visteam", "hometeam"),
    CLUBS: ("gid", "team"),
    PLAYERS: ("id",),
}
_COLUMNS = {GAMES: _GAME_COLUMNS, CLUBS: _CLUB_COLUMNS, PLAYERS: _PLAYER_COLUMNS}

_TEXT, _INT, _LONG, _FLAG, _DATE = pa.string(), pa.int32(), pa.int64(), pa.bool_(), pa.date32()
GAME = pa.schema(
    [
        ("source_file", _TEXT),
        ("source_line", _LONG),
        ("game_id", _TEXT),
        ("season", _INT),
        ("date", _DATE),
        ("game_number", _TEXT),
        ("game_type", _TEXT),
        ("home_club", _TEXT),
        ("visitor_club", _TEXT),
        ("home_score", _INT),
        ("visitor_score", _INT),
        ("innings", _INT),
        ("scheduled_innings", _INT),
        ("forfeit", _TEXT),
        ("completed_on", _DATE),
        ("park_id", _TEXT),
        ("attendance", _INT),
        ("duration_minutes", _INT),
        ("extra_inning_runner_on", _INT),
        ("uses_designated_hitter", _FLAG),
        ("home_batted_first", _FLAG),
        ("start_time", _TEXT),
        ("day_night", _TEXT),
        ("temperature_fahrenheit", _INT),
        ("wind_direction", _TEXT),
        ("wind_speed_mph", _INT),
        ("sky", _TEXT),
        ("precipitation", _TEXT),
        ("field_condition", _TEXT),
        ("plate_umpire_id", _TEXT),
        ("winning_pitcher_id", _TEXT),
        ("losing_pitcher_id", _TEXT),
        ("save_pitcher_id", _TEXT),
        ("account", _TEXT),
    ]
)
SIDE = pa.schema(
    [
        ("game_id", _TEXT),
        ("season", _INT),
        ("club", _TEXT),
        ("is_home", _FLAG),
        ("manager_id", _TEXT),
        ("starting_pitcher_id", _TEXT),
        ("starting_pitcher_throws", _TEXT),
        ("has_lineup", _FLAG),
        ("hits", _INT),
        ("errors", _INT),
        ("left_on_base", _INT),
        ("outs_pitched", _INT),
    ]
)
LINEUP = pa.schema(
    [
        ("game_id", _TEXT),
        ("season", _INT),
        ("club", _TEXT),
        ("slot", _INT),
        ("player_id", _TEXT),
        ("player_name", _TEXT),
        ("position", _INT),
        ("bats", _TEXT),
    ]
)
RECORD_SETS = {
    "csv_game": GAME,
    "csv_side": SIDE,
    "csv_lineup": LINEUP,
    "csv_person": NAMED,
    "csv_player_line": PLAYER_LINE,
}

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Player:
    """A player of a club in a season, from `allplayers`; hands are L, R or B, null if unknown."""

    name: str | None
    bats: str | None
    throws: str | None


@dataclass
class SeasonGames:
    """The games of a season: record sets and rejected rows in `parsed`, games by id, and players by id and club.

    `sides` has the row of `teamstats` of each game and club, and `lineups` the valid lineups: player and position by
    slot.
    """

    season: int
    parsed: Parsed = field(default_factory=lambda: Parsed(SOURCE))
    games: dict[str, dict[str, Any]] = field(default_factory=dict)
    sides: dict[tuple[str, str], Row] = field(default_factory=dict)
    lineups: dict[tuple[str, str], dict[int, tuple[str, int | None]]] = field(default_factory=dict)
    players: dict[tuple[str, str | None], Player] = field(default_factory=dict)
    starters: dict[tuple[str, str], str] = field(default_factory=dict)

    def player(self, player_id: str | None, club: str) -> Player | None:
        """Return a player of a club, else the player of that id at any club; null if `allplayers` lacks the id."""
        if player_id is None:
            return None
        return self.players.get((player_id, club)) or self.players.get((player_id, None))


def read_games(texts: Sequence[CsvText], season: int) -> SeasonGames:
    """Read one season's games."""
    found = SeasonGames(season)
    for kind, add in ((PLAYERS, _add_players), (GAMES, _add_games), (CLUBS, _add_sides)):
        for rows in rows_of(texts, kind, _COLUMNS[kind], REQUIRED[kind], found):
            add(found, rows)
    _gather(found)
    return found


def rows_of(
    texts: Sequence[CsvText], kind: str, columns: Sequence[str], required: Sequence[str], found: SeasonGames
) -> Iterator[Rows]:
    """Yield the rows of each text of a kind; count the lines, and reject those that cannot be read."""
    for text in (text for text in texts if text.kind == kind):
        for content in text.contents():
            if isinstance(content, Rejected):
                found.parsed.rejected.append(content)
                continue
            rows = read_columns(content, columns, required, found.season)
            found.parsed.rejected += rows.rejected
            found.parsed.read[rows.label, found.season] += rows.table.num_rows + sum(
                item.lines or 0 for item in rows.rejected
            )
            yield rows


def _add_players(found: SeasonGames, rows: Rows) -> None:
    for row in rows.table.to_pylist():
        if row["id"] is None:
            _reject(found, rows, row, "no id")
            continue
        name = " ".join(filter(None, (row["first"], row["last"]))) or None
        bats, throws = (_HANDS.get((row[column] or "").upper()) for column in ("bat", "throw"))
        player = Player(name, bats, throws)
        found.players.setdefault((row["id"], row["team"]), player)
        if name or bats or throws:
            found.players.setdefault((row["id"], None), player)
        found.parsed.kept[rows.label, found.season] += 1


def _add_games(found: SeasonGames, rows: Rows) -> None:
    for row in rows.table.to_pylist():
        reason = _defect(row, found.season)
        if reason is None and (first := found.games.get(row["gid"])):
            same = first["row"] == _without_line(row)
            reason = None if same else f"a copy of {row['gid']} that differs from the one in {first['source_file']}"
            if same:
                found.parsed.kept[rows.label, found.season] += 1
                continue
        if reason is not None:
            _reject(found, rows, row, reason)
            continue
        found.games[row["gid"]] = {**_game(found, rows, row), "row": _without_line(row)}
        found.parsed.kept[rows.label, found.season] += 1


def _defect(row: Row, season: int) -> str | None:
    """Return why a row of `gameinfo` is no game of the season; null for a usable row."""
    game_id = row["gid"] or ""
    if not _GAME_ID.fullmatch(game_id) or _day(game_id[3:11]) is None:
        return "a game's id is a club, a date and a number: HOM193608190"
    if int(game_id[3:7]) != season:
        return f"a {game_id[3:7]} game in a {season} file"
    if not row["visteam"] or not row["hometeam"]:
        return "no visteam or hometeam"
    if row["visteam"] == row["hometeam"]:
        return "a club plays itself"
    return None


def _game(found: SeasonGames, rows: Rows, row: Row) -> dict[str, Any]:
    """Return a game of record set `csv_game`; a value that cannot be read is null and reported."""

    def value(column: str, read: Callable[[str], Any]) -> Any:
        text = stated(row[column])
        if text is None:
            return None
        known = read(text)
        if known is None:
            _remark(found, rows, row, f"{column}: {text!r} cannot be read")
        return known

    game_id = row["gid"]
    day = _agreed_day(found, rows, row)
    scores = value("vruns", number), value("hruns", number)
    game = {
        "source_file": rows.label,
        "source_line": row[LINE],
        "game_id": game_id,
        "season": found.season,
        "date": day,
        "game_number": _agreed_number(found, rows, row),
        "game_type": _game_type(found, rows, row),
        "home_club": row["hometeam"],
        "visitor_club": row["visteam"],
        "visitor_score": scores[0],
        "home_score": scores[1],
        "scheduled_innings": value("innings", number) or None,
        "forfeit": _forfeit(found, rows, row),
        "completed_on": value("suspend", _suspended_day),
        "park_id": row["site"],
        "attendance": _attendance(value("attendance", number), found.season),
        "duration_minutes": value("timeofgame", number) or None,
        "extra_inning_runner_on": value("tiebreaker", number) or None,
        "uses_designated_hitter": value("usedh", _flag),
        "home_batted_first": value("htbf", _flag),
        "start_time": (stated(row["starttime"]) or "").upper() or None,
        "day_night": (stated(row["daynight"]) or "").lower() or None,
        "temperature_fahrenheit": value("temp", number) or None,
        "wind_direction": stated(row["winddir"]),
        "wind_speed_mph": value("windspeed", number),
        "sky": stated(row["sky"]),
        "precipitation": stated(row["precip"]),
        "field_condition": stated(row["fieldcond"]),
        "plate_umpire_id": stated(row["umphome"]),
        "winning_pitcher_id": stated(row["wp"]),
        "losing_pitcher_id": stated(row["lp"]),
        "save_pitcher_id": stated(row["save"]),
        "account": _account(row),
    }
    _check_winner(found, rows, row, game)
    return game


def _agreed_day(found: SeasonGames, rows: Rows, row: Row) -> date | None:
    """Return the game's date; where column and id differ, the id's, because the other files name the game by it."""
    in_id = _day(row["gid"][3:11])
    if row["date"] and _day(row["date"]) != in_id:
        _remark(found, rows, row, f"date: {row['date']} differs from the date in the game's id")
    return in_id


def _agreed_number(found: SeasonGames, rows: Rows, row: Row) -> str:
    """Return the game's number; where column and id differ, the id's."""
    in_id = str(row["gid"][-1])
    if row["number"] and row["number"] != in_id:
        _remark(found, rows, row, f"number: {row['number']} differs from the number in the game's id")
    return in_id


def _game_type(found: SeasonGames, rows: Rows, row: Row) -> str:
    """Return the game's type; `unknown` for a type that is blank or not in Retrosheet's list, which is reported."""
    known = said_type((row["gametype"] or "").strip())
    if known in (None, UNKNOWN):
        _remark(found, rows, row, f"gametype: {row['gametype']!r} is unknown: the game does not count as regular")
    return known or UNKNOWN


def _forfeit(found: SeasonGames, rows: Rows, row: Row) -> str | None:
    """Return V or H if the game was awarded to the visitors or the home club, T for no decision; null if played out.

    The column says `y`, or names the side; with `y`, the winner is in `wteam`.
    """
    said = (row["forfeit"] or "").strip().upper()
    if said in ("", "N", "NO", "FALSE"):
        return None
    if said in ("V", "H", "T"):
        return said
    winner = {row["visteam"]: "V", row["hometeam"]: "H"}.get(row["wteam"])
    if winner is None:
        _remark(found, rows, row, "forfeit: the winner is not stated")
    return winner


def _check_winner(found: SeasonGames, rows: Rows, row: Row, game: Row) -> None:
    """Report a stated winner who did not score more runs; the score counts, unless the game was forfeited."""
    scores = game["visitor_score"], game["home_score"]
    if game["forfeit"] is not None or row["wteam"] is None or None in scores:
        return
    leader = row["visteam"] if scores[0] > scores[1] else row["hometeam"] if scores[1] > scores[0] else None
    if leader != row["wteam"]:
        _remark(found, rows, row, f"wteam: {row['wteam']} won, says the row, but the score is {scores[0]}-{scores[1]}")


def _add_sides(found: SeasonGames, rows: Rows) -> None:
    for row in rows.table.to_pylist():
        if (row["stattype"] or "value") != "value":  # other rows of the side give official or least and most figures
            found.parsed.kept[rows.label, found.season] += 1
            continue
        game = found.games.get(row["gid"])
        key = row["gid"], row["team"]
        if game is None:
            reason: str | None = "no usable game of this id in gameinfo"
        elif row["team"] not in (game["home_club"], game["visitor_club"]):
            reason = f"{row['team']} does not play in {row['gid']}"
        elif key in found.sides and _without_line(found.sides[key]) != _without_line(row):
            reason = f"a copy of {row['gid']} that differs from the first"
        else:
            reason = None
        if reason is not None:
            _reject(found, rows, row, reason)
            continue
        found.parsed.kept[rows.label, found.season] += 1
        if key not in found.sides:
            found.sides[key] = row
            for column in _FIGURES.values():
                if (figure := stated(row[column])) and number(figure) is None:
                    _remark(found, rows, row, f"{column}: {figure!r} cannot be read")
            _add_lineup(found, rows, row)


def _add_lineup(found: SeasonGames, rows: Rows, row: Row) -> None:
    """Keep the side's starting pitcher and its lineup, if nine players have nine slots."""
    key = row["gid"], row["team"]
    at = {stated(row[f"start_f{position}"]): position for position in _POSITIONS}  # the last wins: a two-way starter
    at.pop(None, None)
    slots = {slot: stated(row[f"start_l{slot}"]) for slot in _SLOTS}
    lineup = {slot: (player, at.get(player)) for slot, player in slots.items() if player is not None}
    if pitcher := stated(row["start_f1"]):
        found.starters[key] = pitcher
    if not lineup:
        return
    players = {player for player, _position in lineup.values()}
    if len(lineup) < NINE:
        blank = [str(slot) for slot in slots if slot not in lineup]
        _remark(found, rows, row, f"lineup: {len(lineup)} of nine slots are known, none in {', '.join(blank)}")
    elif len(players) < NINE:
        _remark(found, rows, row, f"lineup: a player listed twice ({_listed_twice(lineup)})")
    else:
        found.lineups[key] = lineup


def _listed_twice(lineup: Mapping[int, tuple[str, int | None]]) -> str:
    """Return the players in several slots, with the slots."""
    slots: dict[str, list[str]] = {}
    for slot, (player, _position) in lineup.items():
        slots.setdefault(player, []).append(str(slot))
    return "; ".join(f"{player} in slots {', '.join(of)}" for player, of in slots.items() if len(of) > 1)


def _gather(found: SeasonGames) -> None:
    """Fill the record sets."""
    games = [{name: game[name] for name in GAME.names if name != "innings"} for game in found.games.values()]
    sides, lineups = [], []
    named: dict[str, int] = {}
    for game in games:
        game_id = game["game_id"]
        begun = [_innings(found.sides.get((game_id, game[f"{side}_club"]))) for side in ("visitor", "home")]
        game["innings"] = max(filter(None, begun), default=None)
        for side in ("visitor", "home"):
            club = game[f"{side}_club"]
            row = found.sides.get((game_id, club))
            pitcher = found.starters.get((game_id, club))
            player = found.player(pitcher, club)
            throws = player and player.throws
            lineup = found.lineups.get((game_id, club), {})
            sides.append(
                {
                    "game_id": game_id,
                    "season": found.season,
                    "club": club,
                    "is_home": side == "home",
                    "manager_id": row and stated(row["mgr"]),
                    "starting_pitcher_id": pitcher,
                    "starting_pitcher_throws": "S" if throws == "B" else throws,
                    "has_lineup": bool(lineup),
                    **_figures(row),
                }
            )
            for person in (sides[-1]["manager_id"], pitcher, *(player for player, _ in lineup.values())):
                if person:
                    named[person] = named.get(person, 0) + 1
            for slot, (player_id, position) in lineup.items():
                described = found.player(player_id, club)
                lineups.append(
                    {
                        "game_id": game_id,
                        "season": found.season,
                        "club": club,
                        "slot": slot,
                        "player_id": player_id,
                        "player_name": described and described.name,
                        "position": position,
                        "bats": described and described.bats,
                    }
                )
    people = [person_row(found, person, mentions) for person, mentions in named.items()]
    for name, rows in (("csv_game", games), ("csv_side", sides), ("csv_lineup", lineups), ("csv_person", people)):
        found.parsed.add(name, pa.Table.from_pylist(rows, RECORD_SETS[name]))


def person_row(found: SeasonGames, person: str, mentions: int) -> dict[str, Any]:
    """Return a person of record set `csv_person`."""
    known = found.players.get((person, None))
    return {
        "season": found.season,
        "source_id": person,
        "name": known and known.name,
        "mentions": mentions,
        "id_source": "retrosheet",
    }


def _figures(row: Row | None) -> dict[str, int | None]:
    return {name: number(row[column]) if row and row[column] else None for name, column in _FIGURES.items()}


def _innings(row: Row | None) -> int | None:
    """Return the last inning in which the side's line score has runs or `?`; null without a line score."""
    if row is None:
        return None
    begun = [inning for inning in _INNINGS if row[f"inn{inning}"] not in (None, "x", "X")]
    return max(begun, default=None)


def _without_line(row: Row) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != LINE}


def _reject(found: SeasonGames, rows: Rows, row: Row, reason: str) -> None:
    found.parsed.rejected.append(Rejected(rows.label, row[LINE], found.season, row_text(row), reason))


def _remark(found: SeasonGames, rows: Rows, row: Row, reason: str) -> None:
    """Report a fact that is not used, of a row that is."""
    found.parsed.rejected.append(Rejected(rows.label, row[LINE], found.season, row_text(row), reason, is_used=True))


def row_text(row: Row) -> str:
    """Return a row as text for the quarantine."""
    return ",".join(f"{name}={value}" for name, value in row.items() if value is not None and name != LINE)


def stated(text: str | None) -> str | None:
    """Return a value; null for a blank one and for the files' words for unknown."""
    return None if text is None or _BLANK.fullmatch(text.strip()) else text.strip() or None


def number(text: str) -> int | None:
    """Return a count; null for a text that is none."""
    return int(text) if re.fullmatch(r"\d{1,9}", text) else None


def _flag(text: str) -> bool | None:
    return {"true": True, "false": False, "y": True, "n": False}.get(text.lower())


def _yes(text: str | None) -> bool:
    return (text or "").strip().lower() == "y"


def _account(row: Row) -> str | None:
    """Return what the source has of a game: one of BY_PRECEDENCE, else line_score; null for a bare score."""
    plays = _PLAYS.get((row["pbp"] or "").strip().lower())
    return plays or (BOX_SCORE if _yes(row["box"]) else LINE_SCORE if _yes(row["line"]) else None)


def _attendance(count: int | None, season: int) -> int | None:
    """Return the attendance; 0 stands for an unknown one, except in the season played without spectators."""
    return None if count == 0 and season != ATTENDANCE_MAY_BE_NOUGHT else count


def _day(text: str) -> date | None:
    digits = re.fullmatch(r"(\d{4})[-/]?(\d{2})[-/]?(\d{2})", text)
    try:
        return date(*map(int, digits.groups())) if digits else None
    except ValueError:
        return None


def _suspended_day(text: str) -> date | None:
    return _day(text[:8])
