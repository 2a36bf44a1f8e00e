"""Read stored responses into record sets, and quarantine what cannot be read.

A quarantine row names the response's file in the store; its line is the record's position in the response, from 1.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, cast

import pyarrow as pa
import pyarrow.compute as pc
from pydantic import ValidationError

from skipper.sources.parsed import Parsed, Rejected
from skipper.sources.statsapi import SOURCE
from skipper.sources.statsapi.records import (
    Coach,
    Game,
    Player,
    Record,
    Rostered,
    ScheduleEntry,
    Side,
    Standing,
    Starter,
    Team,
    Transaction,
    batting_slot,
)
from skipper.sources.statsapi.requests import Request
from skipper.sources.statsapi.store import DAMAGED, Response, Store, read

Model = TypeVar("Model", bound=Record)

RECORD_SETS: dict[str, type[Record]] = {
    "statsapi_team": Team,
    "statsapi_standing": Standing,
    "statsapi_coach": Coach,
    "statsapi_rostered": Rostered,
    "statsapi_transaction": Transaction,
    "statsapi_game": Game,
    "statsapi_side": Side,
    "statsapi_lineup": Starter,
    "statsapi_player": Player,
}
OF_BOX_SCORES = ("statsapi_side", "statsapi_lineup", "statsapi_player")
# The location of an endpoint's records: a list in the document, or a list in each object of such a list.
_LISTS: dict[type[Record], tuple[str, tuple[str, ...]]] = {
    Team: ("teams", ("teams",)),
    Standing: ("standings", ("records", "teamRecords")),
    Coach: ("coaches", ("roster",)),
    Rostered: ("roster", ("roster",)),
    Transaction: ("transactions", ("transactions",)),
    ScheduleEntry: ("schedule", ("dates", "games")),
}
# Precedence among a game's entries: played, then under way or suspended, then still to come.
FINAL = frozenset("FQR")  # played, or forfeited
GAMES_AT_ONCE = 500  # maximum number of responses whose rows are Python objects at the same time
_STATES = {code: rank for rank, codes in enumerate(("C", "D", "SPW", "MNITU", "O", "".join(FINAL))) for code in codes}


@dataclass(frozen=True)
class BoxScore:
    """What a game's feed, or else its box score, says besides plays.

    `slots` has the batting slots (0 for none) of everyone listed for the visitors and the home club, and `names` their
    names. `document` and `file` are the response.
    """

    game: Game
    sides: list[Side]
    starters: list[Starter]
    players: list[Player]
    slots: tuple[dict[str, int], dict[str, int]]
    names: dict[str, str]
    document: Any
    file: str


def read_season(store: Store, season: int) -> Parsed:
    """Return a season's record sets, for all levels together, and the quarantined records; no plays."""
    listed = read_lists(store, season)
    for _box_score in box_scores(store, listed.games, listed.parsed):
        pass
    return listed.parsed


@dataclass
class Listed:
    """The record sets of a season's lists, for all levels together, and its games ordered by `game_pk`.

    The record sets OF_BOX_SCORES are empty until `box_scores` has read the games' responses.
    """

    store: Store
    season: int
    parsed: Parsed
    games: list[Game]


def read_lists(store: Store, season: int) -> Listed:
    """Read a season's lists, without the box scores and the plays of its games."""
    parsed = Parsed(SOURCE)
    tables: dict[type[Record], list[pa.Table]] = {model: [] for model in RECORD_SETS.values()}
    entries: list[ScheduleEntry] = []
    seasons = stored_seasons(store)
    for model, (endpoint, _lists) in _LISTS.items():
        for response, file in _stored(store, endpoint, season, parsed):
            rows = list_records(model, response, file, parsed, seasons)
            if model is ScheduleEntry:
                entries += cast("list[ScheduleEntry]", rows)
            else:
                tables[model].append(_table(model, rows))
    for response, file in _stored(store, "schedule", season + 1, Parsed(SOURCE)):
        entries += entries_after_new_year(response, file, parsed)
    games = merge_entries(entries)
    tables[Game].append(_table(Game, games))
    for name, model in RECORD_SETS.items():
        parsed.add(name, _distinct(pa.concat_tables([model.arrow_schema().empty_table(), *tables[model]])))
    return Listed(store, season, parsed, games)


def files_of_season(store: Store, season: int) -> list[Path]:
    """Return the stored responses from which a season is read: its lists, and the feeds or box scores of its games."""
    listed = read_lists(store, season)
    found = [
        path
        for endpoint, of_season in [
            *((endpoint, season) for endpoint, _lists in _LISTS.values()),
            ("schedule", season + 1),
        ]
        for params, path in store.files(endpoint)
        if _is_of(params, of_season)
    ]
    for game in listed.games:
        for endpoint in ("feed", "boxscore", "playByPlay"):
            path = store.path(Request(endpoint, {"gamePk": game.game_pk}))
            if path.is_file():
                found.append(path)
    return found


def box_scores(store: Store, games: Sequence[Game], parsed: Parsed) -> Iterator[BoxScore]:
    """Yield each game's box score, if one is stored; after the last, put their rows into the record sets.

    If the store has responses for some of the completed games only, one quarantine row says for how many it has none:
    nothing tells a response that was lost from one that was never fetched.
    """
    absent: list[Game] = []
    tables: dict[type[Record], list[pa.Table]] = {Side: [], Starter: [], Player: []}
    people: dict[str, Player] = {}
    for start in range(0, len(games), GAMES_AT_ONCE):
        rows: dict[type[Record], list[Record]] = {Side: [], Starter: []}
        for game in games[start : start + GAMES_AT_ONCE]:
            for response, file in _box_scores(store, game, parsed, absent):
                found = read_box_score(game, response, file, parsed)
                rows[Side] += found.sides
                rows[Starter] += found.starters
                people |= {player.player_id: player for player in found.players}
                yield found
        for model, of_games in rows.items():
            tables[model].append(_table(model, of_games))
    _reject_absent(absent, sum(game.state in FINAL for game in games), parsed)
    tables[Player].append(_table(Player, people.values()))
    for name, model in RECORD_SETS.items():
        if model in tables:
            parsed.records[name] = [_distinct(pa.concat_tables([model.arrow_schema().empty_table(), *tables[model]]))]


def stored_plays(store: Store, box_score: BoxScore, parsed: Parsed) -> tuple[list[Any], str] | None:
    """Return a game's plays and the file that has them: the feed or, beside a box score, the play-by-play; null if
    neither is stored."""
    plays = dig(box_score.document, "liveData", "plays", "allPlays")
    if plays is None:
        game = box_score.game
        path = store.path(Request("playByPlay", {"gamePk": game.game_pk}))
        for response, file in _sound(path, game.season, parsed) if path.is_file() else ():
            told = dig(response.document, "allPlays")
            return (told, file) if isinstance(told, list) and told else None
    return (plays, box_score.file) if isinstance(plays, list) and plays else None


def read_teams(store: Store) -> pa.Table:
    """Return the clubs in all stored seasons; unusable records are omitted.

    `read_season` quarantines those records. A build of some seasons needs the clubs of all, because it replaces the
    tables of leagues and affiliations as a whole.
    """
    found = [Team.arrow_schema().empty_table()]
    for season in sorted(stored_seasons(store)):
        unused = Parsed(SOURCE)
        for response, file in _stored(store, "teams", season, unused):
            found.append(_table(Team, list_records(Team, response, file, unused)))
    return _distinct(pa.concat_tables(found))


def stored_seasons(store: Store) -> set[int]:
    """Return the seasons that have a stored schedule."""
    starts = (params.get("startDate", "")[:4] for params, _path in store.files("schedule"))
    return {int(start) for start in starts if start.isdecimal()}


def only_final(parsed: Parsed) -> Parsed:
    """Return the record sets with only the completed games; other games are quarantined with their state.

    An entry for the same game under another date does not count as a separate record.
    """
    (games,) = parsed.records["statsapi_game"]
    final = pc.is_in(games["state"], value_set=pa.array(sorted(FINAL)))
    for game in games.filter(pc.invert(final)).to_pylist():
        place = game["file"], game["season"]
        said = f"{game['visitor']} at {game['home']}, {game['official_date']}"
        reason = f"not final: {game['detailed_state'] or game['state']}"
        parsed.rejected.append(Rejected(game["file"], game["line"], game["season"], said, reason))
        parsed.kept[place] -= 1
    return replace(parsed, records={**parsed.records, "statsapi_game": [games.filter(final)]})


def list_records(
    model: type[Model], response: Response, file: str, parsed: Parsed, seasons: Collection[int] = ()
) -> list[Model]:
    """Return the records in a list response; records from a season other than the requested one are quarantined.

    The API returns current data if it lacks the season. A schedule is requested by date, and a winter league's season
    goes on into the next year: its entries of the year before belong to that season's records, if `seasons` has it.
    """
    season = _requested(response)
    rows = []
    whole = Rejected(file, None, season, None, "")
    for number, (item, owner) in enumerate(_items(response.document, _LISTS[model][1], whole, parsed), 1):
        if model is ScheduleEntry and season - 1 in seasons and _stated_season(item) == season - 1:
            continue
        row = _record(model, item, owner, response, replace(whole, line=number), parsed)
        if row is not None:
            rows.append(row)
    return rows


def entries_after_new_year(response: Response, file: str, parsed: Parsed) -> list[ScheduleEntry]:
    """Return the entries of a schedule that belong to the season before the requested year."""
    season = _requested(response) - 1
    whole = Rejected(file, None, season, None, "")
    members = enumerate(_items(response.document, _LISTS[ScheduleEntry][1], whole, Parsed(SOURCE)), 1)
    found = (
        _record(ScheduleEntry, item, owner, response, replace(whole, line=number), parsed)
        for number, (item, owner) in members
        if _stated_season(item) == season
    )
    return [entry for entry in found if entry is not None]


def _requested(response: Response) -> int:
    asked = response.header.params
    return int(asked.get("season") or asked["startDate"][:4])


def _stated_season(item: Any) -> int | None:
    said = str(dig(item, "season"))
    return int(said) if said.isdecimal() else None


def _record(
    model: type[Model], item: Any, owner: Any, response: Response, place: Rejected, parsed: Parsed
) -> Model | None:
    """Return one record of the place's season, and count it; null for an unusable one, which is quarantined."""
    season = cast("int", place.season)
    place = replace(place, text=json.dumps(item))
    about = {"in": owner, "asked": response.header.params, "file": place.file, "line": place.line}
    row = _validated(model, {**item, **about} if isinstance(item, dict) else item, place, parsed)
    parsed.read[place.file, season] += 1
    if row is not None and getattr(row, "season", season) != season:
        _reject(parsed, place, f"season: not {season}")
        return None
    if row is not None:
        parsed.kept[place.file, season] += 1
    return row


def merge_entries(entries: Iterable[ScheduleEntry]) -> list[Game]:
    """Return one row per game, ordered by `game_pk`: a postponed or suspended game is listed under several dates.

    The entry in the most advanced state is kept, and, among entries in the same state, the latest; any entry may give
    the resumption date.
    """
    games: dict[str, list[ScheduleEntry]] = {}
    for entry in entries:
        games.setdefault(entry.game_pk, []).append(entry)
    return [_merged(games[game_pk]) for game_pk in sorted(games)]


def _merged(entries: list[ScheduleEntry]) -> Game:
    final = max(entries, key=lambda entry: (_STATES.get(entry.state, 0), entry.listed))
    known = {
        "listed": min(entry.listed for entry in entries),
        "resume_date": max((entry.resume_date for entry in entries if entry.resume_date), default=None),
        "resumed_from": max((entry.resumed_from for entry in entries if entry.resumed_from), default=None),
        "entries": len(entries),
    }
    return Game.model_construct(**{**final.model_dump(), **known})


def read_box_score(game: Game, response: Response, file: str, parsed: Parsed) -> BoxScore:
    """Return the sides, starting lineups and players of a game's feed or box score.

    Only feeds have players and their hands. A lineup that does not fill each of its nine slots exactly once is
    quarantined as a whole, as line 1 (visitors) or 2 (home club) of the file. The side itself is kept, because it names
    the starting pitcher.
    """
    document = response.document
    teams = dig(document, "liveData", "boxscore", "teams") or dig(document, "teams")
    sides, starters = [], []
    for number, where in enumerate(("away", "home"), 1):
        content = dig(teams, where)
        given = {"season": game.season, "game_pk": game.game_pk, "is_home": where == "home"}
        empty = Rejected(file, number, game.season, None, "")
        parsed.read[file, game.season] += 1
        side = _validated(Side, content and {**content, **given}, empty, parsed)
        if side is None:
            continue
        sides.append(side)
        given["team_id"] = side.team_id
        lineup = _lineup(dig(content, "players"), given, empty, parsed)
        if lineup:
            starters += lineup
            parsed.kept[file, game.season] += 1
    described = dig(document, "gameData", "players")
    players = described.values() if isinstance(described, dict) else ()
    found = (
        _validated(Player, _of_season(player, game), Rejected(file, None, game.season, None, ""), parsed)
        for player in players
    )
    known = [player for player in found if player is not None]
    slots = _slots(dig(teams, "away", "players")), _slots(dig(teams, "home", "players"))
    names = {
        str(dig(player, "person", "id")): dig(player, "person", "fullName")
        for where in ("away", "home")
        for player in _objects(dig(teams, where, "players"))
    }
    return BoxScore(game, sides, starters, known, slots, names, document, file)


def _slots(players: Any) -> dict[str, int]:
    """Return the batting slot of everyone in a box score; 0 for a player who did not bat."""
    return {str(dig(player, "person", "id")): batting_slot(player.get("battingOrder")) for player in _objects(players)}


def _objects(members: Any) -> list[Any]:
    """Return the objects in an object of objects; none if it is missing or something else."""
    return [one for one in members.values() if isinstance(one, dict)] if isinstance(members, dict) else []


def _of_season(player: Any, game: Game) -> Any:
    return {**player, "season": game.season} if isinstance(player, dict) else player


def _lineup(players: Any, given: dict[str, Any], empty: Rejected, parsed: Parsed) -> list[Starter]:
    """Return the nine starters; if the lineup is invalid, quarantine it and return none. Only starters' places end in
    00."""
    batters = [player for player in _objects(players) if str(player.get("battingOrder") or "").endswith("00")]
    try:
        starters = [Starter.model_validate({**batter, **given}) for batter in batters]
    except ValidationError as error:
        _reject(parsed, empty, _reason(error))
        return []
    slots = Counter(starter.slot for starter in starters)
    wrong = [f"{slots[slot]} starters in slot {slot}" for slot in range(1, 10) if slots[slot] != 1]
    if wrong:
        _reject(parsed, empty, "; ".join(wrong) if starters else "no starting lineup")
        return []
    return sorted(starters, key=lambda starter: starter.slot)


def dig(document: Any, *path: str) -> Any:
    """Return the value at a path of keys; null if any step of the path is missing, null or not an object."""
    for key in path:
        document = document.get(key) if isinstance(document, dict) else None
    return document


def _stored(store: Store, endpoint: str, season: int, parsed: Parsed) -> Iterator[tuple[Response, str]]:
    """Yield an endpoint's stored responses for a season, with their names in the store."""
    for params, path in store.files(endpoint):
        if _is_of(params, season):
            yield from _sound(path, season, parsed)


def _is_of(params: Mapping[str, str], season: int) -> bool:
    return str(season) == (params.get("season") or params.get("startDate", "")[:4])


def _box_scores(store: Store, game: Game, parsed: Parsed, absent: list[Game]) -> Iterator[tuple[Response, str]]:
    """Yield the game's feed, else its box score, if either is stored; add a completed game with no response at all to
    `absent`."""
    is_stored = False
    for endpoint in ("feed", "boxscore"):
        path = store.path(Request(endpoint, {"gamePk": game.game_pk}))
        if not path.is_file():
            continue
        is_stored = True
        found = list(_sound(path, game.season, parsed))
        if found:
            yield found[0]
            return
    if not is_stored and game.state in FINAL:
        absent.append(game)


def _reject_absent(absent: list[Game], completed: int, parsed: Parsed) -> None:
    if absent and len(absent) < completed:
        reason = (
            f"no feed and no box score is stored for {len(absent):,} of {completed:,} completed games, such as gamePk "
            f"{absent[0].game_pk}: run `skipper fetch statsapi` again"
        )
        parsed.rejected.append(Rejected("feed", None, absent[0].season, None, reason))


def _sound(path: Path, season: int, parsed: Parsed) -> Iterator[tuple[Response, str]]:
    """Yield the file's response; yield nothing if the API had none, or if the file is damaged, which is quarantined."""
    file = f"{path.parent.name}/{path.name}"
    try:
        response = read(path)
        if response.header.status == 200 and response.document is not None:
            yield response, file
    except DAMAGED as error:
        parsed.rejected.append(Rejected(file, None, season, None, f"damaged: {error}"))


def _items(document: Any, lists: tuple[str, ...], place: Rejected, parsed: Parsed) -> Iterator[tuple[Any, Any]]:
    """Yield each member of a list in the document with the list's owner; anything but a list is quarantined."""
    for name in lists[:-1]:
        for owner, _document in _items(document, (name,), place, parsed):
            yield from _items(owner, lists[1:], place, parsed)
        return
    members = dig(document, lists[-1])
    if isinstance(members, list):
        yield from ((member, document) for member in members)
    else:
        said = dig(document, "message")
        _reject(parsed, place, f"no list {lists[-1]!r}" + (f": {said}" if said else ""))


def _validated(model: type[Model], content: Any, place: Rejected, parsed: Parsed) -> Model | None:
    try:
        return model.model_validate(content)
    except ValidationError as error:
        _reject(parsed, place, _reason(error))
        return None


def _reject(parsed: Parsed, place: Rejected, reason: str) -> None:
    parsed.rejected.append(replace(place, reason=reason))


def _reason(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, fault['loc'])) or 'record'}: {fault['msg']}" for fault in error.errors())


def _table(model: type[Record], rows: Iterable[Record]) -> pa.Table:
    return pa.Table.from_pylist([row.model_dump() for row in rows], model.arrow_schema())


def _distinct(table: pa.Table) -> pa.Table:
    """Return the distinct rows: the API repeats a coach for each jersey number."""
    return table.group_by(table.column_names, use_threads=False).aggregate([]).cast(table.schema)
