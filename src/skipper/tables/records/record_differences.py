"""Differences between Skipper's records and the record book's, season by season: see table `record_difference`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from skipper.tables.records.difference_evidence import (
    ClubGame,
    Explanation,
    WonLost,
    explain_club,
    explain_listed,
    explain_manager,
    explain_series,
    won_lost,
)

# A club-season missing more of the reference's games than this, or with as many more, is not compared; `coverage` shows
# what is missing. The two records may differ by a game awarded without being played; in the Negro Leagues, they count
# different games.
MOST_LACKING = 2
_NOBODY = {"manager_person_id": None, "manager_name": None}
Rules = tuple[tuple[str, str], ...]  # rule and the column of the manager under it
_COLUMNS = (
    "season",
    "club",
    "game_id",
    "opponent",
    "manager_id",
    "manager_name",
    "credited_manager_id",
    "result",
    "decided_by",
    "protest",
    "date",
    "game_number",
    "game_type_source",
)
_RULES: Rules = (("managed", "manager_id"), ("credited", "credited_manager_id"))


def differences(
    regular_club_game: pa.Table,
    reference_record: pa.Table,
    official_record: pa.Table,
    season_name: pa.Table,
    season_person: pa.Table,
    postseason_record: pa.Table,
    manager_decision: pa.Table,
    club_finish: pa.Table,
    club_name: pa.Table,
) -> list[dict[str, Any]]:
    """Return the rows of `record_difference`, from the tables of the same names."""
    regular_club_game = _with_suspended(regular_club_game.select(list(_COLUMNS)), manager_decision)
    known = {row["source_id"]: (row["person_id"], row["name"]) for row in season_person.to_pylist()}
    found: list[dict[str, Any]] = []
    for season in sorted(pc.unique(regular_club_game["season"]).to_pylist()):
        own, theirs, listed, names = (
            table.filter(pc.equal(table["season"], season))
            for table in (regular_club_game, reference_record, official_record, season_name)
        )
        spelled = dict(zip(names["source_id"].to_pylist(), names["name"].to_pylist(), strict=True))
        of_book = {
            row["manager_id"]: (row["manager_person_id"], row["manager_name"])
            for row in theirs.to_pylist()
            if row["manager_id"] is not None
        }
        people = of_book | known
        listed_at: dict[str, list[str]] = {}
        for club, man in zip(theirs["club"].to_pylist(), theirs["manager_id"].to_pylist(), strict=True):
            if man is not None:
                listed_at.setdefault(club, []).append(man)
        standings = listed.filter(pc.is_null(listed["manager_id"]))
        pages = listed.filter(pc.is_valid(listed["manager_id"]))
        for row in chain(
            _differences(own, _comparable(own, theirs), _RULES),
            _differences(own, standings, ()),
            _official_differences(own, pages),
        ):
            person_id, name = people.get(row["manager_id"], (None, None))
            names = {one: people[one][1] for one in listed_at.get(row["club"], ()) if people[one][1]}
            evidence = _with_names(row["evidence"], names)
            name = spelled.get(row["manager_id"]) or name
            told = {"manager_person_id": person_id, "manager_name": name, "evidence": evidence}
            found.append({**row, **told})
    found += _book_differences(regular_club_game, club_finish, club_name)
    found += _series_differences(postseason_record.to_pylist())
    return found


def _with_suspended(games: pa.Table, manager_decision: pa.Table) -> pa.Table:
    """Return the games with `suspended`: whether the game is credited to the manager who finished it on a later day."""
    decided = manager_decision.filter(pc.equal(manager_decision["kind"], "suspended_game"))
    keys = pc.binary_join_element_wise(decided["first_game_id"], decided["club"], " ")
    of_games = pc.binary_join_element_wise(games["game_id"], games["club"], " ")
    return games.append_column("suspended", pc.is_in(of_games, value_set=pa.array(keys.to_pylist(), pa.string())))


def _comparable(games: pa.Table, reference: pa.Table) -> pa.Table:
    """Return the reference without the managers of clubs for which no game's manager is known."""
    named = games.filter(pc.or_(pc.is_valid(games["manager_id"]), pc.is_valid(games["credited_manager_id"])))
    of_club = pc.is_null(reference["manager_id"])
    return reference.filter(pc.or_(of_club, pc.is_in(reference["club"], value_set=pc.unique(named["club"]))))


def _differences(games: pa.Table, reference: pa.Table, rules: Rules) -> Iterable[dict[str, Any]]:
    """Return one season's rows, without names. Managers are compared under `rules`, at clubs of which the reference
    lists any."""
    clubs = pa.array(sorted(_differing_clubs(games, reference, rules)), pa.string())
    own = games.filter(pc.is_in(games["club"], value_set=clubs))
    theirs = reference.filter(pc.is_in(reference["club"], value_set=clubs))
    rows = own.sort_by([("date", "ascending"), ("game_number", "ascending")]).to_pylist()
    return explain_season(rows, theirs.to_pylist(), rules)


def _official_differences(games: pa.Table, official: pa.Table) -> Iterator[dict[str, Any]]:
    """Return one season's rows, without names, for managers whose page gives a record that differs from the games."""
    for theirs in official.to_pylist():
        rows = games.filter(pc.equal(games["club"], theirs["club"])).to_pylist()
        for rule, column in _RULES:
            own = [row for row in rows if row[column] == theirs["manager_id"]]
            wanted = theirs["wins"], theirs["losses"]
            club_games = [_club_game(row, column) for row in own]
            if own and won_lost(club_games) != wanted:
                found = explain_listed(club_games, wanted, _unmarked(own))
                yield _row("manager_season", rule, theirs["manager_id"], own, theirs, theirs, found)


def _book_differences(games: pa.Table, club_finish: pa.Table, club_name: pa.Table) -> Iterator[dict[str, Any]]:
    """Return the rows of clubs whose place or name the book itself contradicts."""
    names = {(row["season"], row["lahman_club"]): row for row in club_name.to_pylist()}
    exchanged = [row for row in names.values() if row["exchanged_with"]]
    stated = [("club_rank", "Lahman Teams Rank", row, _place_in_words(row)) for row in club_finish.to_pylist()]
    stated += [
        ("club_name", "Lahman Teams name", row, _name_in_words(row, names[row["season"], row["exchanged_with"]]))
        for row in exchanged
        if row["club"]
    ]
    for comparison, reference, row, evidence in stated:
        here = pc.and_(pc.equal(games["season"], row["season"]), pc.equal(games["club"], row["club"]))
        own = games.filter(here).to_pylist()
        if own:
            found = Explanation("reference_error", (), evidence)
            theirs = {"games": None, "wins": row.get("wins"), "losses": row.get("losses")}
            yield {**_row(comparison, None, None, own, {**row, "source": reference}, theirs, found), **_NOBODY}


def _place_in_words(row: dict[str, Any]) -> str:
    league = " ".join(filter(None, (row["league"], row["division"])))
    low, high = row["best_place"], row["worst_place"]
    allowed = f"place {low}" if low == high else f"places {low} to {high}"
    ahead = f", behind {', '.join(row['ahead'])}" if row["ahead"] else ""
    games = f"; the games give place {row['finish']}" if row["finish"] else ""
    return (
        f"the reference contradicts itself: it has the club, {row['wins']}-{row['losses']}, in place "
        f"{row['stated_finish']} of the {league}, and its records allow {allowed}{ahead}{games}"
    )


def _name_in_words(row: dict[str, Any], other: dict[str, Any]) -> str:
    return (
        f"the reference calls the club {row['stated_name']}, as {other['club'] or other['lahman_club']} is called in "
        f"the seasons near, and that club {other['stated_name']}: it exchanges the names, and {row['name']} "
        "is used"
    )


def _series_differences(series: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Return the rows of the clubs' postseason series in which the games differ from SeriesPost."""
    for row in series:
        ours, theirs = (row["wins"], row["losses"]), (row["reference_wins"], row["reference_losses"])
        told = {name: value for name, value in row.items() if name not in ("opponent", "round", "stated_round")}
        if row["stated_round"]:
            evidence = (
                f"against {row['opponent']}: the reference calls the series {row['stated_round']}, but clubs of two "
                f"leagues meet only in the World Series, and it has no other; {row['round']} is used"
            )
            yield {
                **told,
                "comparison": "series_round",
                "reference": f"Lahman SeriesPost {row['stated_round']}",
                "category": "reference_error",
                "game_ids": [],
                "changes": [],
                "evidence": evidence,
            }
        if row["games"] and ours != theirs:
            found = explain_series(ours, row["no_decisions"], theirs if row["round"] else None, row["opponent"])
            reference = f"Lahman SeriesPost {row['round']}" if row["round"] else f"Lahman SeriesPost, {row['opponent']}"
            yield {
                **told,
                "comparison": "postseason_series",
                "reference": reference,
                "category": found.category,
                "game_ids": [],
                "changes": [],
                "evidence": found.evidence,
            }


def _differing_clubs(games: pa.Table, reference: pa.Table, rules: Rules) -> set[str]:
    """Return a season's clubs that are in both records and differ in wins or losses, as clubs or under a rule."""
    theirs = {(row["club"], row["manager_id"]): (row["wins"], row["losses"]) for row in reference.to_pylist()}
    known = {club for club, man in theirs if man is None}
    clubs = {club for (club, _), record in _won_lost(games, None).items() if theirs.get((club, None)) != record}
    managers = {key for key in theirs if key[1] is not None}
    listed = {club for club, _ in managers}
    for _rule, column in rules:
        ours = _won_lost(games, column)
        differing = {club for club, man in ours.keys() | managers if ours.get((club, man)) != theirs.get((club, man))}
        clubs |= differing & listed
    counted = Counter(games["club"].to_pylist())
    wanted = {row["club"]: row["games"] or 0 for row in reference.to_pylist() if row["manager_id"] is None}
    if rules:  # of Lahman; in the minors, more games than in the standings are a difference
        counted = Counter(
            {club: number for club, number in counted.items() if number <= wanted.get(club, 0) + MOST_LACKING}
        )
    return {club for club in clubs & known if counted[club] and counted[club] >= wanted[club] - MOST_LACKING}


def _won_lost(games: pa.Table, column: str | None) -> dict[tuple[str, str | None], WonLost]:
    """Return wins and losses by club and by the manager in `column` (if null, by club alone)."""
    keys = ["club"] if column is None else ["club", column]
    if column is not None:
        games = games.filter(pc.is_valid(games[column]))
    results = {code: pc.cast(pc.equal(games["result"], code), pa.int32()) for code in "WL"}
    counted = games.select(keys).append_column("W", results["W"]).append_column("L", results["L"])
    summed = counted.group_by(keys).aggregate([("W", "sum"), ("L", "sum")]).to_pylist()
    return {(row["club"], row[column] if column else None): (row["W_sum"], row["L_sum"]) for row in summed}


def explain_season(
    games: list[dict[str, Any]], reference: list[dict[str, Any]], rules: Rules = _RULES
) -> Iterator[dict[str, Any]]:
    """Return one season's rows. `games` are in date order and may include clubs with no difference."""
    by_club: dict[str, list[dict[str, Any]]] = {}
    for game in games:
        by_club.setdefault(game["club"], []).append(game)
    clubs = {row["club"]: row for row in reference if row["manager_id"] is None}
    gaps = {club: _gap(rows, clubs[club]) for club, rows in by_club.items() if club in clubs}
    gaps = {club: gap for club, gap in gaps.items() if gap != (0, 0)}
    for club, rows in by_club.items():
        if club not in clubs:
            continue
        names = {row["manager_id"]: row["manager_name"] for row in rows if row["manager_name"]}
        managers = {
            row["manager_id"]: row for row in reference if row["club"] == club and row["manager_id"] is not None
        }
        for found in _explain_club_season(club, rows, clubs[club], managers, gaps, rules):
            yield {**found, "evidence": _with_names(found["evidence"], names)}


def _with_names(evidence: str, names: dict[str, str]) -> str:
    """Return the evidence with manager names in place of their ids."""
    for man, name in names.items():
        evidence = evidence.replace(man, name)
    return evidence


def _gap(rows: list[dict[str, Any]], theirs: dict[str, Any]) -> WonLost:
    results = [row["result"] for row in rows]
    return theirs["wins"] - results.count("W"), theirs["losses"] - results.count("L")


def _explain_club_season(
    club: str,
    rows: list[dict[str, Any]],
    club_row: dict[str, Any],
    managers: dict[str, dict[str, Any]],
    gaps: dict[str, WonLost],
    rules: Rules,
) -> Iterator[dict[str, Any]]:
    club_found: Explanation | None = None
    club_reference = (club_row["wins"], club_row["losses"])
    if club in gaps:
        club_games = [_club_game(row, "credited_manager_id") for row in rows]
        managed_games = sum(row["games"] for row in managers.values())
        counted = club_row["games"], managed_games
        if club_row.get(
            "source"
        ):  # outside the majors, games that the sources lack are considered before a league's rulings
            club_found = explain_listed(club_games, club_reference, _unmarked(rows))
        if club_found is None or club_found.category == "unknown":
            club_found = explain_club(club_games, club_reference, counted, gaps, club)
        yield _row("club_season", None, None, rows, club_row, club_row, club_found)
    reference = {man: (row["wins"], row["losses"]) for man, row in managers.items()}
    for rule, column in rules if managers else ():
        club_games = [_club_game(row, column) for row in rows]
        for man in sorted({row[column] for row in rows if row[column]} | set(managers)):
            own = [row for row in rows if row[column] == man]
            results = [row["result"] for row in own]
            if reference.get(man) != (results.count("W"), results.count("L")):
                found = explain_manager(club_games, man, reference, club_reference, club_found)
                yield _row("manager_season", rule, man, own, club_row, managers.get(man), found)


def _unmarked(rows: list[dict[str, Any]]) -> bool:
    """Return whether the games' source does not mark the postseason."""
    return any(row["game_type_source"] == "unknown" for row in rows)


def _club_game(row: dict[str, Any], column: str) -> ClubGame:
    return ClubGame(
        row["game_id"],
        row["opponent"],
        row["credited_manager_id"],
        row[column],
        row["result"],
        row["decided_by"],
        row["protest"],
        row["date"],
        row["suspended"],
        row["manager_id"],
    )


def _row(
    comparison: str,
    rule: str | None,
    man: str | None,
    own: list[dict[str, Any]],
    club_season: dict[str, Any],
    theirs: dict[str, Any] | None,
    found: Explanation,
) -> dict[str, Any]:
    results = [row["result"] for row in own]
    return {
        "comparison": comparison,
        "rule": rule,
        "season": club_season["season"],
        "club": club_season["club"],
        "manager_id": man,
        "games": len(own),
        **{
            name: results.count(code)
            for code, name in (("W", "wins"), ("L", "losses"), ("T", "ties"), ("N", "no_decisions"))
        },
        "reference": club_season.get("source") or ("Lahman Teams" if man is None else "Lahman Managers"),
        **{f"reference_{name}": theirs and theirs[name] for name in ("games", "wins", "losses")},
        "category": found.category,
        "game_ids": [change.game_id for change in found.changes],
        "changes": [
            {
                "game_id": change.game_id,
                "manager_from": change.man_from,
                "manager_to": change.man_to,
                "result_from": change.result_from,
                "result_to": change.result_to,
            }
            for change in found.changes
        ],
        "evidence": found.evidence,
    }
