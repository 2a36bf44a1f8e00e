"""The facts about people of reports, read from the lake with DuckDB, without Spark."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from skipper.answers.book_record import FEW, OF_MANAGERS
from skipper.answers.coverage import CLUB_SEASONS
from skipper.answers.people import plain
from skipper.lake.reader import LakeReader
from skipper.press import hand_kept
from skipper.press.facts import MAJOR, BookSeason, Facts, Listing, Person, Record, Series, Starts, Winner
from skipper.press.vocabulary import Club


def load_facts(lake: LakeReader, person_ids: Collection[str]) -> Facts:
    """Return the facts about those people. Raises NoLakeError where the lake's tables are not there.

    A lake built before Skipper read awards and series has none of them.
    """
    names, ids = _club_names(lake), sorted(set(person_ids))
    listings = _listings(lake, ids)
    return Facts(
        seasons=frozenset(row["season"] for row in lake.rows(_SEASONS)),
        incomplete=frozenset(row["season"] for row in lake.rows(_INCOMPLETE)),
        codes={(row["season"], plain(row["name"])): row["club"] for row in names},
        names={(row["season"], row["club"]): row["name"] for row in names},
        managers=_managers(lake),
        finishers={(row["season"], row["club"]): row["who"] for row in lake.rows(_FINISHERS)},
        official={
            (row["season"], row["club"]): (row["wins"], row["losses"], row["ties"])
            for row in lake.rows(_OFFICIAL_CLUBS)
        },
        doubted=_doubted(lake),
        club_games=_club_games(lake, names),
        series=_series(lake),
        awards=_awards(lake),
        people=_people(lake, ids, listings),
        book={
            (row["season"], row["club"]): (row["wins"], row["losses"], row["ties"])
            for row in (lake.rows(f"{_BOOK} AND lahman_id IS NULL") if _has(lake, "book_record") else ())
        },
        listed=tuple(row for own in listings.values() for row in own if row.table == "listed_manager"),
    )


_SEASONS = f"SELECT DISTINCT season FROM coverage WHERE games_present > 0 AND level = '{MAJOR}'"
_INCOMPLETE = f"""
SELECT season FROM coverage WHERE level = '{MAJOR}' GROUP BY season, league
HAVING sum(games_present) BETWEEN 1 AND any_value(games_expected) - 1
"""
_LACKING = f"""
SELECT season, sum(games_expected) AS games FROM coverage WHERE level = '{MAJOR}' GROUP BY season
HAVING sum(games_present) = 0 AND sum(games_expected) > 0
"""
_MANAGERS = """
SELECT season, club, list([manager_person_id, manager_name, wins::VARCHAR, losses::VARCHAR] ORDER BY first_game) AS men
FROM manager_season WHERE rule = 'managed' GROUP BY season, club
"""
_FINISHERS = """
SELECT season, club, arg_max(manager_person_id, last_game) AS who
FROM manager_season WHERE rule = 'credited' AND manager_person_id IS NOT NULL GROUP BY season, club
"""
_RECORDS = f"""
WITH sides AS (
    SELECT 'managed' AS rule, manager_person_id AS person_id, * FROM club_game
    UNION ALL
    SELECT 'credited', credited_manager_person_id, * FROM club_game
)
SELECT person_id, rule, season, club, any_value(level) AS level,
    string_agg(result, '' ORDER BY date, game_number) AS results,
    list(date ORDER BY date, game_number) AS days
FROM sides WHERE game_type = 'regular' AND level = '{MAJOR}' AND list_contains($ids, person_id)
GROUP BY ALL ORDER BY min(date), rule
"""
_ENDED = """
SELECT manager_person_id AS person_id, rule, season, club, postseason, finish, postseason_wins, postseason_losses
FROM manager_season
WHERE list_contains($ids, manager_person_id)
"""
_OFFICIAL_CLUBS = """
SELECT season, club, reference_wins AS wins, reference_losses AS losses,
    reference_games - reference_wins - reference_losses AS ties
FROM record_difference
WHERE comparison = 'club_season' AND category <> 'reference_error' AND reference_games IS NOT NULL
"""
_OFFICIAL = """
SELECT manager_person_id AS person_id, rule, season, club, reference_wins AS wins, reference_losses AS losses,
    reference_games - reference_wins - reference_losses AS ties
FROM record_difference
WHERE comparison = 'manager_season' AND category <> 'reference_error' AND reference_games IS NOT NULL
    AND list_contains($ids, manager_person_id)
"""
_OTHER_GAMES = f"""
SELECT m.manager_person_id AS person_id, m.rule, m.season, m.club, book_wins AS wins, book_losses AS losses, 0 AS ties
FROM manager_season AS m
JOIN ({OF_MANAGERS}) AS b ON b.season = m.season AND b.club = m.club AND b.manager_person_id = m.manager_person_id
JOIN ({CLUB_SEASONS}) AS c ON c.season = m.season AND c.club = m.club
WHERE c.complete IS NOT TRUE AND abs(book_wins + book_losses - m.wins - m.losses) > {FEW}
    AND list_contains($ids, m.manager_person_id)
"""
_BY_SLOT = ", ".join(f"coalesce(sum(starts) FILTER (slot = {slot}), 0)::INTEGER" for slot in range(1, 10))
_STARTS = f"""
WITH slots AS (
    SELECT manager_person_id, season, club, player_person_id, [{_BY_SLOT}] AS by_slot
    FROM lineup_usage WHERE list_contains($ids, player_person_id) GROUP BY ALL
)
SELECT u.player_person_id AS person_id, u.season, u.club, u.manager_person_id AS manager_id, manager_name,
    greatest(lineup_starts, pitching_starts) AS starts,
    coalesce(by_slot, [0, 0, 0, 0, 0, 0, 0, 0, 0]) AS by_slot, lineup_starts_vs_l AS vs_l, lineup_starts_vs_r AS vs_r,
    window_games_vs_l AS games_vs_l, window_games_vs_r AS games_vs_r,
    if(c.level = '{MAJOR}', NULL, c.name) AS club_name, c.level
FROM player_usage AS u
LEFT JOIN slots AS s
    ON s.season = u.season AND s.club = u.club AND s.player_person_id = u.player_person_id
    AND s.manager_person_id IS NOT DISTINCT FROM u.manager_person_id
JOIN club AS c ON c.season = u.season AND c.club = u.club
WHERE list_contains($ids, u.player_person_id) AND lineup_starts + pitching_starts > 0
ORDER BY u.season, window_first
"""
# The record book's rows of seasons without games of the majors.
_BOOK = f"""
SELECT season, club, manager_person_id AS person_id, wins, losses, coalesce(games - wins - losses, 0) AS ties
FROM book_record
WHERE club IS NOT NULL AND wins IS NOT NULL AND losses IS NOT NULL AND season IN (
    SELECT season FROM coverage WHERE level = '{MAJOR}' GROUP BY season HAVING sum(games_present) = 0
)
"""
_PEOPLE = "SELECT * FROM person WHERE list_contains($ids, person_id)"
_LISTED = f"""
WITH affiliated AS (
    SELECT season, name, list(organization_name ORDER BY organization_name) AS organizations,
        list(sources ORDER BY organization_name) AS affiliation_sources
    FROM (
        SELECT season, lower(name) AS name, organization_name,
            string_agg(DISTINCT source, ', ' ORDER BY source) AS sources
        FROM affiliation WHERE organization_name IS NOT NULL GROUP BY ALL
    ) GROUP BY season, name
),
record AS (
    SELECT c.season, c.league, c.club, c.name, c.level, c.organization, g.manager_person_id, g.manager_source,
        count(*) FILTER (game_type = 'regular' AND result = 'W') AS wins,
        count(*) FILTER (game_type = 'regular' AND result = 'L') AS losses,
        count(*) FILTER (game_type = 'postseason') AS postseason_games, count(*) AS managed_games
    FROM club_game AS g JOIN club AS c USING (season, club)
    WHERE g.manager_source IN ('file', 'statsapi_coaches') AND list_contains($ids, g.manager_person_id)
        AND c.level IS DISTINCT FROM '{MAJOR}'
    GROUP BY ALL
),
whole AS (
    SELECT season, club, count(*) FILTER (result = 'W') AS club_wins, count(*) FILTER (result = 'L') AS club_losses,
        count(*) AS club_games
    FROM club_game SEMI JOIN record USING (season, club) GROUP BY ALL
)
SELECT m.manager_person_id AS person_id, m.season, m.club_name, m.level, a.organizations, a.affiliation_sources,
    m.official_wins AS wins, m.official_losses AS losses, r.wins || '-' || r.losses AS games,
    club_wins, club_losses, m.manager_name,
    (m.stated_from IS NULL AND m.stated_to IS NULL) OR coalesce(managed_games = club_games, FALSE) AS whole_season,
    coalesce(r.postseason_games, 0) AS postseason_games, m.source, m.confidence, m.stated_from,
    'listed_manager' AS table_name
FROM (
    SELECT m.*, l.level FROM listed_manager AS m
    LEFT JOIN league AS l ON l.league = m.league AND m.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
) AS m
LEFT JOIN affiliated AS a ON a.season = m.season AND a.name = lower(m.club_name)
LEFT JOIN record AS r
    ON r.season = m.season AND r.league = m.league AND r.manager_person_id = m.manager_person_id
    AND r.manager_source = 'file'
LEFT JOIN whole AS w ON w.season = r.season AND w.club = r.club
WHERE m.role IN ('manager', 'interim') AND list_contains($ids, m.manager_person_id)
UNION ALL BY NAME
SELECT r.manager_person_id AS person_id, r.season, coalesce(r.name, r.club) AS club_name, r.level,
    if(r.organization IS NULL, NULL, [r.organization]) AS organizations,
    if(r.organization IS NULL, NULL, ['table club, by the sources of affiliations']) AS affiliation_sources,
    r.wins || '-' || r.losses AS games, club_wins, club_losses, managed_games = club_games AS whole_season,
    r.postseason_games,
    'the coaches of the Stats API, without dates' AS source, 'club_game' AS table_name
FROM record AS r
JOIN whole AS w ON w.season = r.season AND w.club = r.club
WHERE r.manager_source = 'statsapi_coaches'
ORDER BY season, stated_from NULLS FIRST
"""
_IN_FILE = "SELECT DISTINCT manager_person_id AS person_id FROM listed_manager WHERE role IN ('manager', 'interim')"
_MISSING = f"""
SELECT manager_person_id AS person_id, seasons_missing FROM manager_career
WHERE level = '{MAJOR}' AND rule = 'managed' AND list_contains($ids, manager_person_id)
"""


def _has(lake: LakeReader, table: str) -> bool:
    return table in lake.manifest.tables


def _club_names(lake: LakeReader) -> list[dict[str, Any]]:
    """(season, club, name) of every season known, from the record book's list where the lake has it."""
    table = "club_name" if _has(lake, "club_name") else "club"
    rows = lake.rows(f"SELECT season, club, name FROM {table} WHERE name IS NOT NULL AND club IS NOT NULL")
    if table == "club":
        return rows
    known = {(row["season"], row["club"]) for row in rows}
    own = lake.rows(f"SELECT season, club, coalesce(name, club) AS name FROM club WHERE level = '{MAJOR}'")
    return rows + [row for row in own if (row["season"], row["club"]) not in known]


def _club_games(lake: LakeReader, names: list[dict[str, Any]]) -> dict[int, int]:
    """Return how many games a club had in a season that the lake lacks: twice the league's games by the number of
    clubs."""
    clubs: dict[int, set[str]] = {}
    for row in names:
        clubs.setdefault(row["season"], set()).add(row["club"])
    rows = [row for row in lake.rows(_LACKING) if clubs.get(row["season"])]
    return {row["season"]: round(2 * int(row["games"]) / len(clubs[row["season"]])) for row in rows}


def _managers(lake: LakeReader) -> dict[tuple[int, str], tuple[tuple[str, str, int, int], ...]]:
    return {
        (row["season"], row["club"]): tuple((who, name or who, int(w), int(lost)) for who, name, w, lost in row["men"])
        for row in lake.rows(_MANAGERS)
    }


def _doubted(lake: LakeReader) -> dict[tuple[int, str], str]:
    if not _has(lake, "manager_decision"):
        return {}
    sql = """
    SELECT season, club, evidence FROM manager_decision WHERE kind = 'missing_manager' AND used_id IS NULL ORDER BY ALL
    """
    return {(row["season"], row["club"]): row["evidence"] for row in lake.rows(sql)}


def _series(lake: LakeReader) -> dict[int, dict[str, Series]]:
    found: dict[int, dict[str, Series]] = {}
    for row in lake.rows("FROM postseason_series WHERE round IS NOT NULL") if _has(lake, "postseason_series") else ():
        named = Series(row["winner"], row["winner_name"], row["loser"], row["loser_name"])
        found.setdefault(row["season"], {})[row["round"]] = named
    return found


def _awards(lake: LakeReader) -> dict[int, tuple[Winner, ...]]:
    if not _has(lake, "award"):
        return {}
    sql = """
    SELECT season, award, league, a.person_id, coalesce(p.name, a.lahman_id) AS name
    FROM award AS a LEFT JOIN person AS p USING (person_id) WHERE won ORDER BY season, award, league
    """
    found: dict[int, tuple[Winner, ...]] = {}
    for row in lake.rows(sql):
        winner = Winner(row["award"], row["league"], row["person_id"], row["name"])
        found[row["season"]] = (*found.get(row["season"], ()), winner)
    return found


def _people(lake: LakeReader, ids: list[str], listings: Mapping[str, Sequence[Listing]]) -> dict[str, Person]:
    if not ids:
        return {}
    asked = {"ids": ids}
    records, starts = _records(lake, asked), _starts(lake, asked)
    book = _book(lake, asked)
    missing = {row["person_id"]: tuple(row["seasons_missing"] or ()) for row in lake.rows(_MISSING, asked)}
    return {
        row["person_id"]: Person(
            person_id=row["person_id"],
            name=row["name"] or row["person_id"],
            born=(row["birth_year"], row["birth_month"], row["birth_day"]),
            died=(row["death_year"], row["death_month"], row["death_day"]),
            debut=row["debut"],
            played_first=row["mlb_played_first"],
            played_last=row["mlb_played_last"],
            managed_first=min(filter(None, (row["mlb_managed_first"], row["pro_managed_first"])), default=None),
            records=tuple(records.get(row["person_id"], ())),
            starts=tuple(starts.get((row["person_id"], True), ())),
            farm_starts=tuple(starts.get((row["person_id"], False), ())),
            missing=missing.get(row["person_id"], ()),
            listed=tuple(listings.get(row["person_id"], ())),
            book=tuple(book.get(row["person_id"], ())),
        )
        for row in lake.rows(_PEOPLE, asked)
    }


def _book(lake: LakeReader, asked: dict[str, list[str]]) -> dict[str, list[BookSeason]]:
    """Return the record book's seasons without games; none where the lake was built before Skipper kept the book's
    records."""
    found: dict[str, list[BookSeason]] = {}
    if _has(lake, "book_record"):
        for row in lake.rows(f"{_BOOK} AND list_contains($ids, manager_person_id) ORDER BY season", asked):
            record = BookSeason(row["season"], row["club"], row["wins"], row["losses"], row["ties"])
            found.setdefault(row["person_id"], []).append(record)
    return found


def _records(lake: LakeReader, asked: dict[str, list[str]]) -> dict[str, list[Record]]:
    ended = {_key(row): row for row in lake.rows(_ENDED, asked)}
    others = {_key(row): (row["wins"], row["losses"], row["ties"]) for row in _other_games(lake, asked)}
    official = others | {_key(row): (row["wins"], row["losses"], row["ties"]) for row in lake.rows(_OFFICIAL, asked)}
    found: dict[str, list[Record]] = {}
    for row in lake.rows(_RECORDS, asked):
        _id, rule, season, club = key = _key(row)
        days = array("i", [day.toordinal() for day in row["days"]])
        end = ended.get(key, {})
        played = (end["postseason_wins"], end["postseason_losses"]) if end.get("postseason") else None
        record = Record(
            *(season, club, rule, row["level"], row["results"], days, end.get("postseason"), official.get(key)),
            finish=end.get("finish"),
            postseason_record=played,
            other_games=key in others,
        )
        found.setdefault(row["person_id"], []).append(record)
    return found


def _other_games(lake: LakeReader, asked: dict[str, list[str]]) -> list[dict[str, Any]]:
    return lake.rows(_OTHER_GAMES, asked) if _has(lake, "book_record") else []


def _listings(lake: LakeReader, ids: Collection[str]) -> dict[str, list[Listing]]:
    """Return the listings of these people and of everybody in the file of managers, by person_id."""
    found: dict[str, list[Listing]] = {}
    if not _has(lake, "listed_manager"):
        return found
    in_file = {row["person_id"] for row in lake.rows(_IN_FILE)}
    for row in lake.rows(_LISTED, {"ids": sorted(in_file.union(ids))}):
        known = _clubs_named(row["club_name"], row["season"])
        listing = Listing(
            row["season"],
            row["club_name"],
            tuple({row["club_name"], *(name for club in known for name in (club.name, *club.others))}),
            row["level"],
            tuple({*(row["organizations"] or ()), *(club.organization for club in known if club.organization)}),
            row["wins"],
            row["losses"],
            row["games"],
            row["postseason_games"],
            row["source"],
            row["confidence"],
            row["table_name"],
            tuple(_affiliations(row, known)),
            None if row["club_wins"] is None else (row["club_wins"], row["club_losses"]),
            row["manager_name"],
            row["whole_season"],
        )
        found.setdefault(row["person_id"], []).append(listing)
    return found


def _affiliations(row: dict[str, Any], known: Sequence[Club]) -> Iterator[tuple[str, str, str]]:
    """Yield the organizations of a listed club: by table `affiliation` and, where that has none, by the hand-kept
    list."""
    pairs = list(zip(row["organizations"] or (), row["affiliation_sources"] or (), strict=True))
    yield from ((organization, "affiliation", source) for organization, source in pairs)
    listed = {club.organization: club.source for club in known if club.organization}
    for organization, source in listed.items():
        if plain(organization) not in {plain(other) for other, _source in pairs}:
            yield organization, "", f"Skipper's list of clubs: {source}"


def _clubs_named(name: str, season: int) -> list[Club]:
    """Return the minor-league clubs of the hand-kept list that had the name that season."""
    wanted = plain(name)
    return [
        club for club in hand_kept.minor_clubs(season) if wanted in {plain(one) for one in (club.name, *club.others)}
    ]


def _key(row: dict[str, Any]) -> tuple[str, str, int, str]:
    """Return whose record of which season it is: person_id, rule, season, club."""
    return row["person_id"], row["rule"], row["season"], row["club"]


def _starts(lake: LakeReader, asked: dict[str, list[str]]) -> dict[tuple[str, bool], list[Starts]]:
    """Everybody's starts, those in the majors apart from the others."""
    found: dict[tuple[str, bool], list[Starts]] = {}
    for row in lake.rows(_STARTS, asked):
        key = row.pop("person_id"), row.pop("level") == MAJOR
        found.setdefault(key, []).append(Starts(**row | {"by_slot": tuple(row["by_slot"])}))
    return found
