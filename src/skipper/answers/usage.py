"""A manager's lineups and the players' playing time in a season: slots, positions, platoons and batting orders."""

from __future__ import annotations

from skipper.answers.answer import Answer, Named, Row, Table
from skipper.answers.available import AVAILABLE_FIELDS, with_availability
from skipper.answers.coverage import coverage_of
from skipper.answers.errors import Candidate, UnknownClubError
from skipper.answers.lineups import LINEUP_FIELDS, ORDER_FIELDS, distinct_orders, most_used, name_players
from skipper.answers.named_by import managers_named
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.question import ManagerName, OneClub, Season, question
from skipper.answers.scope import named_alike, season_lacking
from skipper.answers.usage_views import NOTES, POSITIONS, lineup_views, order_views, player_views
from skipper.lake.reader import LakeReader

SLOT_FIELDS = tuple(f"slot_{slot}" for slot in range(1, 10))
POSITION_FIELDS = (*(f"position_{number}" for number in POSITIONS), "position_unknown")
# Starts by slot and by position, summed over rows of lineup_usage.
GRID = ", ".join(
    [f"coalesce(sum(starts) FILTER (slot = {slot}), 0)::INTEGER AS slot_{slot}" for slot in range(1, 10)]
    + [f"coalesce(sum(starts) FILTER (position = {n}), 0)::INTEGER AS position_{n}" for n in POSITIONS]
    + ["coalesce(sum(starts) FILTER (position IS NULL), 0)::INTEGER AS position_unknown"]
)
COUNTS = (
    "lineup_starts",
    "lineup_starts_vs_l",
    "lineup_starts_vs_r",
    "pitching_starts",
    "mean_slot",
    "club_games",
    "club_games_vs_l",
    "club_games_vs_r",
    "club_games_unknown_hand",
    "club_games_with_lineup",
    "window_games",
    "window_games_vs_l",
    "window_games_vs_r",
    "absent_games",
    "absent_games_vs_l",
    "absent_games_vs_r",
    "window_first",
    "window_last",
)
FIELDS = (
    "season",
    "club",
    "player_id",
    "player_person_id",
    "player_name",
    *COUNTS,
    *AVAILABLE_FIELDS,
    *SLOT_FIELDS,
    *POSITION_FIELDS,
)


@question(
    "club and player",
    notes="CSV has one row per club and player. JSON adds `orders` and `lineups` to `tables`.",
    examples=(
        'usage "Terry Collins" --season 2016',
        'usage "Tony La Russa" --season 1986 --club OAK --format json',
    ),
)
def usage(lake: LakeReader, name: ManagerName, season: Season, club: OneClub = None) -> Answer:
    """Show a manager's lineups and players' playing time in a season.

    Shows starts by slot and position, starts against left-handed and right-handed starters, the games in which each
    player was available, was not, with reasons, or may have been, the number of distinct batting orders, and the most
    frequent order against each hand.

    \f
    Return lineups and playing time that season in games run by the manager named `name`.

    Only games that the manager ran count (rule: managed). The main table has one row per club and player, for players
    who started one of the manager's games or whose window, from first to last start, includes one of them. Further
    tables count the batting orders (`orders`) and list the most frequent orders against each hand (`lineups`). Raises
    AnswerError for an unknown name, or for a season or club without games.
    """
    man = find_person(lake, name, MANAGERS)
    clubs = _clubs(lake, man, season, club)
    asked = {"person": man.person_id, "season": season}
    rows = [row for row in lake.rows(_PLAYERS, asked) if row["club"] in clubs]
    rows = with_availability(lake, rows, man.person_id)
    orders = [row for row in distinct_orders(lake, man.person_id, season) if row["club"] in clubs]
    lineups = [row for row in most_used(lake, man.person_id, season) if row["club"] in clubs]
    name_players(lineups, rows)
    club_seasons = [(code, season) for code in clubs]
    coverage = coverage_of(lake, club_seasons)
    return Answer(
        question="usage",
        title=f"{man.name} {season}: lineups and playing time, regular season",
        tables=(
            Table("players", FIELDS, rows, player_views(clubs, rows)),
            Table("orders", ORDER_FIELDS, orders, order_views(orders)),
            Table("lineups", LINEUP_FIELDS, lineups, lineup_views(clubs, lineups)),
        ),
        lead=(
            *man.taken,
            *_games(clubs, rows),
            "Rule: managed, the games the manager ran.",
            *(coverage.games_lacking() or ("This lake has all games of the season.",)),
            *managers_named(lake, coverage, club_seasons, man.person_id),
        ),
        notes=NOTES,
        rule="managed",
        coverage=coverage.as_row(),
        subject=man.subject,
        names=tuple(
            Named(name, {"club": code, "season": season}, "club")
            for code, title in clubs.items()
            for name in (code, title)
        ),
    )


def _clubs(lake: LakeReader, man: Candidate, season: int, club: str | None) -> dict[str, str]:
    """Return the clubs that the manager ran that season, by code, with their names."""
    ran = lake.rows(_RAN, {"person": man.person_id})
    seasons = sorted({row["season"] for row in ran})
    found = {row["club"]: row["name"] or row["club"] for row in ran if row["season"] == season}
    if not found:
        raise season_lacking(lake, season, f"games managed by {man.name}", seasons, "seasons managed")
    if club is None:
        return found
    named = named_alike(club, found.values())
    asked = {code for code, title in found.items() if code.upper() == club.upper() or title in named}
    if len(asked) != 1:
        listed = ", ".join(f"{code} ({title})" for code, title in found.items())
        raise UnknownClubError(f"{man.name} did not manage {club!r} in {season}; clubs managed: {listed}.", list(found))
    return {code: found[code] for code in asked}


def _games(clubs: dict[str, str], rows: list[Row]) -> list[str]:
    """Return, per club, the number of games by opposing starter's hand and the number of known lineups."""
    said = []
    for code, title in clubs.items():
        row = next((row for row in rows if row["club"] == code), None)
        if row is None:
            said.append(f"{title} ({code}): the lineups and starting pitchers in the manager's games are unknown.")
            continue
        unknown = row["club_games_unknown_hand"]
        games = "1 game" if row["club_games"] == 1 else f"{row['club_games']} games"
        said.append(
            f"{title} ({code}): {games}, {row['club_games_vs_l']} against left-handed and "
            f"{row['club_games_vs_r']} against right-handed starters"
            + (f", {unknown} against starters who throw with an unknown hand or with both" if unknown else "")
            + f"; lineups known: {row['club_games_with_lineup']}."
        )
    return said


_RAN = """
SELECT DISTINCT m.season, m.club, club.name FROM manager_season AS m LEFT JOIN club USING (season, club)
WHERE m.manager_person_id = $person AND m.rule = 'managed' ORDER BY m.season, m.club
"""
_PLAYERS = f"""
WITH grid AS (
    SELECT club, player_id, {GRID} FROM lineup_usage
    WHERE season = $season AND manager_person_id = $person GROUP BY club, player_id
)
SELECT u.season, u.club, u.player_id, u.player_person_id, coalesce(u.player_name, u.player_id) AS player_name,
    {", ".join(f"u.{name}" for name in COUNTS)},
    {", ".join(f"coalesce(grid.{name}, 0) AS {name}" for name in (*SLOT_FIELDS, *POSITION_FIELDS))}
FROM player_usage AS u LEFT JOIN grid USING (club, player_id)
WHERE u.season = $season AND u.manager_person_id = $person
ORDER BY u.club, u.lineup_starts DESC, u.pitching_starts DESC, player_name, u.player_id
"""
