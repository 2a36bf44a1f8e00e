"""State the source of a game's manager if no game source names the manager, and of its type if no game source marks the
postseason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from skipper.answers.answer import Row
from skipper.answers.coverage import Coverage
from skipper.lake.reader import LakeReader

LISTED = 20  # more club-seasons than this are counted, not listed
NAMED = """
SELECT DISTINCT season, club, manager_person_id, manager_source, manager_confidence, game_type_source,
    starts_with(manager_person_id, 'managers:') AS without_id, later.record AS later_record
FROM club_game LEFT JOIN (
    SELECT season, club, concat(count(*) FILTER (result = 'W'), '-', count(*) FILTER (result = 'L')) AS record
    FROM club_game WHERE game_type_source = 'inferred' AND game_type = 'postseason' GROUP BY season, club
) AS later USING (season, club)
WHERE (manager_source <> 'game_log' OR game_type_source <> 'stated') AND game_type = 'regular'
"""
_CLUB_SEASONS = f"""
FROM ({NAMED})
WHERE season IN ({{seasons}}) AND ($person::VARCHAR IS NULL OR manager_person_id = $person)
ORDER BY season, club
"""
_DECISION_ORDER = "ORDER BY d.season, d.club, d.kind, d.first_game_id, d.stated_id"
_DECISIONS = f"""
FROM manager_decision AS d
WHERE ($season::INTEGER IS NULL OR season = $season) AND ($club::VARCHAR IS NULL OR club = $club) {_DECISION_ORDER}
"""
_CLUB_DECISIONS = f"FROM manager_decision AS d WHERE season IN $seasons AND club IN $clubs {_DECISION_ORDER}"
_DECISIONS_OF = f"""
SELECT w.manager_person_id, d.*
FROM manager_decision AS d JOIN (
    SELECT season, club, manager_person_id FROM manager_season
    UNION
    SELECT season, club, stated_person_id FROM manager_decision
    UNION
    SELECT season, club, used_person_id FROM manager_decision
) AS w ON w.season = d.season AND w.club = d.club
WHERE w.manager_person_id IN $manager_person_ids {_DECISION_ORDER}
"""
_SAID = (
    (
        "manager_source",
        "lahman_whole_season",
        "the manager comes from Lahman, which lists a single manager for the club's season; none of the game sources "
        "names the manager.",
    ),
    (
        "manager_source",
        "file",
        "the manager comes from the hand-compiled file (table listed_manager, which cites a page for each row); none "
        "of the game sources names the manager.",
    ),
    (
        "manager_source",
        "lahman_against_source",
        "the manager comes from Lahman; the source of the games names another in all of them.",
    ),
    (
        "without_id",
        True,
        "the file gives no known id for the manager, who is therefore a separate person in this lake; people are "
        "never matched by name.",
    ),
    (
        "manager_source",
        "statsapi_coaches",
        "the manager comes from the Stats API's list of coaches, which has a single manager for the club's season and "
        "no dates; none of the game sources names the manager.",
    ),
    (
        "game_type_source",
        "inferred",
        "the source does not mark the postseason: the end of the regular season is inferred as the last day on which "
        "half of the league's clubs played.",
    ),
    (
        "game_type_source",
        "unknown",
        "known only from scores, which do not mark the postseason; postseason games, if any, count as regular season.",
    ),
)
SOURCES_NAMED = tuple(says for _column, _source, says in _SAID)  # with which the sentences of `named_words` end


def club_seasons_named(lake: LakeReader, seasons: Iterable[int], person_id: str | None = None) -> list[Row]:
    """Return the club-seasons in which no game source states the manager or the game type: one row per manager and
    source.

    `seasons` are those with games from sources other than game logs; only these can have such club-seasons.
    """
    listed = ", ".join(map(str, sorted(set(seasons))))
    return lake.rows(_CLUB_SEASONS.format(seasons=listed), {"person": person_id}) if listed else []


def managers_named(
    lake: LakeReader, coverage: Coverage, club_seasons: Iterable[tuple[str, int]], person_id: str | None = None
) -> tuple[str, ...]:
    """Return the sentences of `named_words` on these (club, season) pairs, whose coverage is `coverage`."""
    own = set(club_seasons)
    found = club_seasons_named(lake, {year for _club, year in own}.intersection(coverage.unlogged), person_id)
    return named_words(row for row in found if (row["club"], row["season"]) in own)


def managers_of(lake: LakeReader, seasons: Iterable[int], rows: Iterable[Row]) -> tuple[str, ...]:
    """Return the sentences of `named_words` on the managers of an answer's rows.

    A row names its managers in `manager_person_id` or `manager_person_ids`, its years in `season` or `seasons`, and its
    clubs in `club` or `clubs`; a row without clubs covers all clubs of those years. `seasons` are those with games from
    sources other than game logs.
    """
    own = {
        (person, year, club)
        for row in rows
        for person in _values(row, "manager_person_id")
        for year in _values(row, "season")
        for club in _values(row, "club")
    }
    found = club_seasons_named(lake, {year for _person, year, _club in own}.intersection(seasons))
    return named_words(
        row
        for row in found
        if not own.isdisjoint((row["manager_person_id"], row["season"], club) for club in (row["club"], None))
    )


def _values(row: Row, name: str) -> Iterable[Any]:
    return row[f"{name}s"] if f"{name}s" in row else [row.get(name)]


def named_words(club_seasons: Iterable[Row]) -> tuple[str, ...]:
    """Return a sentence for each source of these club-seasons' managers and for game types that no source states; no
    sentences if game logs name all managers and state all types."""
    rows = list(club_seasons)
    found = []
    for column, source, says in _SAID:
        named = dict.fromkeys(_words(row, column) for row in rows if row[column] == source)
        if named:
            found.append(f"{', '.join(named) if len(named) <= LISTED else f'{len(named)} club-seasons'}: {says}")
    return tuple(found)


def decisions_on(lake: LakeReader, season: int | None = None, club: str | None = None) -> list[Row]:
    """Return the rows of `manager_decision`, of a season, a club or a club's season if given."""
    if season is not None and club is not None:
        return lake.rows_of(_CLUB_DECISIONS, ("club", "season"), (club, season))
    return lake.rows(_DECISIONS, {"season": season, "club": club})


def decisions_of(lake: LakeReader, person_id: str) -> list[Row]:
    """Return the rows of `manager_decision` of the clubs' seasons in which the person managed, is credited, or is named
    by the source or the record book."""
    return lake.rows_of(_DECISIONS_OF, ("manager_person_id",), (person_id,))


def decided_words(decisions: Iterable[Row]) -> tuple[str, ...]:
    """Return a sentence for each decision on who managed; beyond LISTED, their number by kind."""
    rows: Sequence[Row] = list(decisions)
    if len(rows) > LISTED:
        counts = Counter(row["kind"] for row in rows)
        return tuple(
            f"{count} decisions of the kind {kind}: `skipper differences` lists them."
            for kind, count in sorted(counts.items())
        )
    return tuple(f"{row['season']} {row['club']}: {row['evidence']}." for row in rows)


def _words(row: Row, column: str) -> str:
    says = f"{row['season']} {row['club']}"
    if column == "manager_source" and row["manager_confidence"] not in (None, "strong"):
        return f"{says} (confidence {row['manager_confidence']})"
    if column == "game_type_source" and row.get("later_record") is not None:
        return f"{says} (postseason {row['later_record']})"
    return says
