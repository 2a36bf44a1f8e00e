"""The rows of a lake's lists: one per page, with the fields that identify the page and those that the list shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from skipper.answers.answer import Row, spans
from skipper.answers.coverage import CLUB_LEAGUES
from skipper.answers.leader_rows import listable
from skipper.answers.people import CALLED, OTHER_NAMES, called, plain
from skipper.answers.plays import seasons_with_plays
from skipper.answers.system import LISTS_ALL
from skipper.lake.reader import LakeReader


def manager_rows(lake: LakeReader) -> list[Row]:
    """Return the managers in the lake's games, by last name, then the people in stored reports who have no games.

    The record covers games managed (rule: managed); it is null for people who managed no games. `spelled` has the words
    of other spellings of the name, for the search.
    """
    reported = lake.rows(_REPORTED) if "claim" in lake.manifest.tables else []
    rows = [*map(_with_years, lake.rows(_MANAGERS)), *map(_with_years, reported)]
    return _with_spellings(lake, rows, "manager_person_id")


def player_rows(lake: LakeReader) -> list[Row]:
    """Return the players who started a game, or batted or pitched in play-by-play, by last name.

    `starts` counts starts in the lineup or on the mound. `spelled` is as in `manager_rows`.
    """
    played = _PLAYED if seasons_with_plays(lake) else ""
    rows = [_with_years(row) for row in lake.rows(_PLAYERS.format(played=played))]
    return _with_spellings(lake, rows, "player_person_id")


def club_rows(lake: LakeReader) -> list[Row]:
    """Return the clubs by name and season, with the managers in order and the record (null if there are no
    regular-season games)."""
    return lake.rows(_CLUBS)


def league_rows(lake: LakeReader) -> list[Row]:
    """Return the leagues by level, name and season. `games` counts the games in the lake, null if unknown."""
    return lake.rows(_LEAGUES)


def season_rows(lake: LakeReader) -> list[Row]:
    """Return the lake's seasons, latest first."""
    found = lake.rows(_SEASONS)
    return [row for row in found if row["season"] in set(lake.manifest.seasons)]


def organization_rows(lake: LakeReader) -> list[Row]:
    """Return the organizations that have known affiliates, by name and season. `affiliates` is null in a season without
    a list of all of them."""
    return lake.rows(_ORGANIZATIONS)


def leader_rows(lake: LakeReader) -> list[Row]:
    """Return the figures by which careers and seasons are ranked."""
    return [
        {"by": by, "figure": name, "name": f"{name} by {by}", "meaning": meaning}
        for by in ("career", "season")
        for name, meaning in listable(lake, by).items()
    ]


def difference_rows(lake: LakeReader) -> list[Row]:
    """Return the seasons with differences from the record book, latest first."""
    return lake.rows(_DIFFERENCES)


def report_rows(lake: LakeReader) -> list[Row]:
    """Return the stored reports by date; no rows for a lake built before reports were stored."""
    return lake.rows(_REPORTS) if "report" in lake.manifest.tables else []


def table_rows(lake: LakeReader) -> list[Row]:
    """Return the lake's tables."""
    return [{"table": table.name, "grain": table.grain} for table in lake.contracts.values()]


def people_within(lake: LakeReader, who: str, seasons: Collection[int] | None, organization: str | None) -> set[str]:
    """Return the person_ids of the managers or players (`who`) who had a game in these seasons for the organization."""
    asked = {"seasons": sorted(seasons or ()), "every": seasons is None, "organization": organization}
    tables = ("manager_season",) if who == "manager_person_id" else ("player_usage", "development")
    found = (row for table in tables for row in lake.rows(_WITHIN.format(who=who, table=table), asked))
    return {row["person_id"] for row in found}


def _with_years(row: Row) -> Row:
    return {**row, "years": spans(row["seasons"])}


def _with_spellings(lake: LakeReader, rows: list[Row], who: str) -> list[Row]:
    """Return the rows with `spelled`, the words of the person's other spellings that are not in the name, and `called`,
    those of the names by which the person is called in place of the first name and of the person's other names.

    Of the given names, only the first counts: a search for a surname should not find everybody with that middle name.
    """
    spelled: defaultdict[str, list[str]] = defaultdict(list)
    for row in lake.rows(_SPELLINGS):
        spelled[row["person_id"]] += plain(row["name"] or "").split()
    wanted = {row[who] for row in rows}
    named = lake.rows(CALLED.format(people=_NAMED))
    short = {row["person_id"]: set(called(row)) for row in named if row["person_id"] in wanted}
    for row in lake.rows(OTHER_NAMES.format(people=_NAMED)):
        short.setdefault(row["person_id"], set()).add(plain(row["name"] or ""))
    return [
        {
            **row,
            "spelled": _new_words(row["name"], spelled.get(row[who], ())),
            "called": sorted({word for name in short.get(row[who], ()) for word in name.split()}),
        }
        for row in rows
    ]


def _new_words(name: str, words: Iterable[str]) -> list[str]:
    own = plain(name).split()
    return [word for word in dict.fromkeys(words) if word not in own and word != "".join(own[1:])]


_NAMED = "SELECT person_id FROM person_name"
_SPELLINGS = f"""
SELECT person_id, name FROM person_name
UNION
SELECT person_id, unnest([string_split(given_name, ' ')[1], last_name]) FROM person WHERE person_id IN ({_NAMED})
ORDER BY ALL
"""
_WITHIN = """
SELECT DISTINCT {who} AS person_id FROM {table} AS m LEFT JOIN club AS c USING (season, club)
WHERE ($every OR list_contains($seasons::INTEGER[], m.season))
    AND ($organization::VARCHAR IS NULL OR c.organization = $organization)
"""
_MANAGERS = """
WITH stints AS (
    SELECT m.manager_person_id, any_value(m.manager_name) AS manager_name, m.season, m.club,
        coalesce(any_value(club.name), m.club) AS club_name, min(m.first_game) AS first_game
    FROM manager_season AS m LEFT JOIN club USING (season, club) GROUP BY m.manager_person_id, m.season, m.club
),
managers AS (
    SELECT manager_person_id, any_value(manager_name) AS manager_name, list(season ORDER BY season) AS seasons,
        list(club_name ORDER BY first_game, club) AS club_names, list(club ORDER BY first_game, club) AS clubs
    FROM stints GROUP BY manager_person_id
)
SELECT managers.manager_person_id, p.retrosheet_id AS id,
    coalesce(p.name, managers.manager_name, managers.manager_person_id) AS name, managers.seasons,
    list_filter(managers.club_names, lambda one, place: place = list_position(managers.club_names, one)) AS club_names,
    list_filter(
        managers.clubs,
        lambda one, place: place = list_position(managers.club_names, managers.club_names[place])
    ) AS clubs,
    c.games, c.wins, c.losses, c.ties, c.win_pct
FROM managers LEFT JOIN person AS p ON p.person_id = managers.manager_person_id
LEFT JOIN manager_career AS c
    ON c.manager_person_id = managers.manager_person_id AND c.level = 'all' AND c.rule = 'managed'
ORDER BY strip_accents(lower(coalesce(p.last_name, managers.manager_name))),
    strip_accents(lower(coalesce(p.name, ''))), managers.seasons[1], managers.manager_person_id
"""
_REPORTED = """
WITH told AS (
    SELECT c.person_id AS manager_person_id, any_value(p.retrosheet_id) AS id, any_value(p.last_name) AS last_name,
        coalesce(any_value(p.name), any_value(c.person_name), c.person_id) AS name
    FROM claim AS c LEFT JOIN person AS p USING (person_id)
    WHERE c.person_id IS NOT NULL AND c.person_id NOT IN (SELECT manager_person_id FROM manager_season)
    GROUP BY c.person_id
)
SELECT * EXCLUDE (last_name), []::INTEGER[] AS seasons, []::VARCHAR[] AS club_names, []::VARCHAR[] AS clubs,
    NULL AS games, NULL AS wins, NULL AS losses, NULL AS ties, NULL AS win_pct
FROM told
ORDER BY strip_accents(lower(coalesce(last_name, name))), strip_accents(lower(name)), manager_person_id
"""
_PLAYED = """
    UNION ALL SELECT batter_person_id, NULL, season, batting_club, 0 FROM plate_appearance
    UNION ALL SELECT pitcher_person_id, NULL, season, club, 0 FROM pitching_appearance
"""
_PLAYERS = """
WITH place AS (
    SELECT player_person_id, any_value(player_name) AS name, season, club, sum(starts)::INTEGER AS starts
    FROM (
        SELECT player_person_id, player_name, season, club, greatest(lineup_starts, pitching_starts) AS starts
        FROM player_usage WHERE lineup_starts + pitching_starts > 0
        {played}
    ) GROUP BY player_person_id, season, club
),
players AS (
    SELECT player_person_id, any_value(name) AS name, list_sort(list_distinct(list(season))) AS seasons,
        list(club ORDER BY season) AS clubs, sum(starts)::INTEGER AS starts
    FROM place GROUP BY player_person_id
)
SELECT players.player_person_id, p.retrosheet_id AS id,
    coalesce(p.name, players.name, players.player_person_id) AS name, players.seasons,
    list_filter(players.clubs, lambda one, place: place = list_position(players.clubs, one)) AS clubs, players.starts
FROM players LEFT JOIN person AS p ON p.person_id = players.player_person_id
ORDER BY strip_accents(lower(coalesce(p.last_name, players.name))), strip_accents(lower(coalesce(p.name, ''))),
    players.seasons[1], players.player_person_id
"""
_CLUBS = f"""
WITH record AS (
    SELECT season, club, count(*)::INTEGER AS games, (count(*) FILTER (result = 'W'))::INTEGER AS wins,
        (count(*) FILTER (result = 'L'))::INTEGER AS losses, (count(*) FILTER (result = 'T'))::INTEGER AS ties
    FROM club_game WHERE game_type = 'regular' GROUP BY season, club
),
ran AS (
    SELECT season, club, list(manager_name ORDER BY first_game) AS managers,
        list(manager_person_id ORDER BY first_game) AS manager_person_ids
    FROM manager_season WHERE rule = 'managed' GROUP BY season, club
)
SELECT c.club, c.season, coalesce(c.name, c.club) AS name, k.league, c.level, c.organization,
    coalesce(ran.managers, []) AS managers, coalesce(ran.manager_person_ids, []) AS manager_person_ids,
    r.games, r.wins, r.losses, r.ties, r.wins / nullif(r.wins + r.losses, 0) AS win_pct
FROM club AS c JOIN (
    SELECT season, club, string_agg(league, ' and ' ORDER BY league) AS league FROM ({CLUB_LEAGUES}) GROUP BY ALL
) AS k USING (season, club)
LEFT JOIN record AS r USING (season, club) LEFT JOIN ran USING (season, club)
ORDER BY first_value(coalesce(c.name, c.club)) OVER (PARTITION BY c.club ORDER BY c.season DESC), c.club, c.season
"""
_LEAGUES = f"""
WITH here AS (
    SELECT league, season, any_value(level) AS level, count(*)::INTEGER AS club_count
    FROM ({CLUB_LEAGUES}) WHERE league IS NOT NULL GROUP BY league, season
),
present AS (SELECT league, season, sum(games_present)::INTEGER AS games FROM coverage GROUP BY league, season)
SELECT h.league, h.season, coalesce(l.name, h.league) AS name, h.level, h.club_count, p.games
FROM here AS h
LEFT JOIN league AS l ON l.league = h.league AND h.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
LEFT JOIN present AS p ON p.league = h.league AND p.season = h.season
ORDER BY max(coalesce(l.name, h.league)) OVER (PARTITION BY h.league), h.league, h.season
"""
_SEASONS = """
SELECT c.season, count(DISTINCT c.league)::INTEGER AS league_count, count(DISTINCT c.club)::INTEGER AS club_count,
    any_value(m.managers)::INTEGER AS manager_count, any_value(k.games)::INTEGER AS games
FROM club AS c
LEFT JOIN (
    SELECT season, count(DISTINCT manager_person_id) AS managers FROM manager_season WHERE rule = 'managed'
    GROUP BY season
) AS m USING (season)
LEFT JOIN (SELECT season, sum(games_present) AS games FROM coverage GROUP BY season) AS k USING (season)
GROUP BY c.season ORDER BY c.season DESC
"""
_ORGANIZATIONS = f"""
SELECT organization_name AS organization, season,
    CASE WHEN bool_or({LISTS_ALL}) THEN count(DISTINCT coalesce(club, name, source_club))::INTEGER END AS affiliates,
    list_sort(list_distinct(list(level) FILTER (level IS NOT NULL))) AS levels
FROM affiliation WHERE organization_name IS NOT NULL
GROUP BY organization_name, season ORDER BY organization_name, season
"""
_DIFFERENCES = """
SELECT season, count(*)::INTEGER AS differences, list_sort(list_distinct(list(category))) AS categories
FROM record_difference GROUP BY season ORDER BY season DESC
"""
_REPORTS = """
SELECT r.report, coalesce(r.title, r.report) AS name, r.title, r.date, count(c.claim_id)::INTEGER AS claims
FROM report AS r LEFT JOIN claim AS c USING (report) GROUP BY ALL ORDER BY r.date NULLS LAST, r.report
"""
