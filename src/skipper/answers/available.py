"""Club-games in which a player was available, was not, with reasons, and in which neither is known."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from skipper.answers.answer import Row, Shown, View, shown
from skipper.lake.reader import LakeReader

_HANDS = ("", "_vs_l", "_vs_r")
AVAILABLE_FIELDS = (
    *(f"{state}_games{hand}" for state in ("available", "unavailable") for hand in _HANDS),
    "unknown_games",
    "unavailable_reasons",
)
NOTE = (
    "Avail: games in which the player could play: by transactions, or, where they say nothing, the games from the "
    "first to the last start for the club that season, without those between two starts for other clubs. Out: games in "
    "which the player could not play, with reasons (Why). Unk: all other games, in which neither is known."
)


def with_availability(lake: LakeReader, rows: Sequence[Row], manager: str | None = None) -> list[Row]:
    """Return rows of `player_usage` with AVAILABLE_FIELDS, each in club-games.

    A row covers the games of its `manager_id`, of the manager with the person_id `manager`, or, with neither, of all of
    the club's managers. Where no transaction and no start for another club says more, the games of the window are
    available, all others unknown, and `unavailable_games` is null if no transaction of the season names the club.
    """
    found = _better_known(lake, rows)
    return [{**row, **_figures(row, _of(row, found, manager))} for row in rows]


def availability_view(leading: Sequence[Shown], rows: Sequence[Row], title: str, started: str = "starts") -> View:
    """Return the view of availability: `leading` columns, and then games, available, started, not available, why."""
    columns = (
        *leading,
        shown("Games", "count", "club_games"),
        shown("Avail", "count", "available_games"),
        shown("vs L", "count", "available_games_vs_l"),
        shown("vs R", "count", "available_games_vs_r"),
        shown("St", "count", started),
        shown("Out", "count", "unavailable_games"),
        shown("Unk", "count", "unknown_games"),
        shown("Why", "prose", "why"),
    )
    told = [{**row, "starts": max(row["lineup_starts"], row["pitching_starts"])} for row in rows]
    return View(columns, [{**row, "why": reasons_in_words(row["unavailable_reasons"])} for row in told], title)


def reasons_in_words(reasons: Sequence[Row]) -> str | None:
    """Return reasons with their games, such as `optioned 32`; null if there are none."""
    return ", ".join(f"{one['reason']} {one['games']}" for one in reasons) or None


def counted_reasons(reasons: Iterable[str]) -> list[Row]:
    """Return each reason and the number of games, most frequent first."""
    counts = Counter(reason.removeprefix("unavailable: ") for reason in reasons)
    return [{"reason": reason, "games": games} for reason, games in sorted(counts.items(), key=lambda one: -one[1])]


def _better_known(lake: LakeReader, rows: Sequence[Row]) -> dict[tuple[int, str, str], list[Row]]:
    """Return the games of which more is known than the window, by season, club and player."""
    keys = {(row["season"], row["club"], row["player_person_id"]) for row in rows if row["player_person_id"]}
    seasons = {season for season, _club, _person in keys}
    if seasons.isdisjoint(lake.manifest.seasons_of("availability")):
        clubs = Counter((row["season"], row["player_person_id"]) for row in _clubs(lake, keys))
        keys = {key for key in keys if clubs[key[0], key[2]] > 1}
    found: dict[tuple[int, str, str], list[Row]] = defaultdict(list)
    for row in lake.rows_among(_SQL, ("season", "club", "player_person_id"), sorted(keys)):
        found[row["season"], row["club"], row["player_person_id"]].append(row)
    return found


def _clubs(lake: LakeReader, keys: Iterable[tuple[int, str, str]]) -> list[Row]:
    people = sorted({(season, person) for season, _club, person in keys})
    return lake.rows_among(_CLUBS, ("season", "player_person_id"), people)


def _of(row: Row, found: dict[tuple[int, str, str], list[Row]], manager: str | None) -> list[Row]:
    games = found.get((row["season"], row["club"], row["player_person_id"]), [])
    if "manager_id" in row:
        return [game for game in games if game["manager_id"] == row["manager_id"]]
    return [game for game in games if manager is None or game["manager_person_id"] == manager]


def _figures(row: Row, games: Sequence[Row]) -> Row:
    """Return the row's AVAILABLE_FIELDS: the window's figures, moved by the games of which more is known."""
    out: Row = {}
    stated = row["absent_games"] is not None or any(game["state"] == "unavailable" for game in games)
    for hand in _HANDS:
        own = [game for game in games if hand in ("", f"_vs_{(game['hand'] or '').lower()}")]
        counts = Counter(game["state"] for game in own)
        taken = sum(game["is_counted"] and game["state"] != "available" for game in own)
        added = sum(not game["is_counted"] and game["state"] == "available" for game in own)
        out[f"available_games{hand}"] = row[f"window_games{hand}"] - taken + added
        out[f"unavailable_games{hand}"] = counts["unavailable"] if stated else None
    out["unknown_games"] = row["club_games"] - out["available_games"] - (out["unavailable_games"] or 0)
    out["unavailable_reasons"] = counted_reasons(game["reason"] for game in games if game["state"] == "unavailable")
    return out


_CLUBS = "SELECT DISTINCT season, player_person_id, club FROM player_usage WHERE $among"
# `is_counted`: the game is one of the window's, from which absences are left out. A game in which the player took part
# is available, as in `absence`; of the others in a spell whose first or last day is a guess, neither is known. Between
# two starts for other clubs the player is with them; between one for the club and one for another, either is possible.
_SQL = """
WITH own AS (
    SELECT season, club, player_person_id, min(window_first) AS first_day, max(window_last) AS last_day
    FROM player_usage WHERE $among GROUP BY ALL
),
game AS (
    SELECT o.season, o.club, o.player_person_id, g.game_id, g.date, g.manager_id, g.manager_person_id,
        g.opposing_starter_throws AS hand, g.date BETWEEN o.first_day AND o.last_day AS in_window
    FROM own AS o JOIN club_game AS g ON g.season = o.season AND g.club = o.club AND g.game_type = 'regular'
),
start AS (
    SELECT l.season, l.player_person_id, l.club, g.date
    FROM (SELECT DISTINCT season, player_person_id FROM own) AS o
    JOIN lineup AS l ON l.season = o.season AND l.player_person_id = o.player_person_id
    JOIN club_game AS g ON g.season = l.season AND g.game_id = l.game_id AND g.club = l.club
    WHERE g.game_type = 'regular'
    UNION
    SELECT g.season, g.starting_pitcher_person_id, g.club, g.date
    FROM (SELECT DISTINCT season, player_person_id FROM own) AS o
    JOIN club_game AS g ON g.season = o.season AND g.starting_pitcher_person_id = o.player_person_id
    WHERE g.game_type = 'regular'
),
part AS (
    SELECT season, game_id, club, player_person_id FROM lineup
    UNION SELECT season, game_id, club, starting_pitcher_person_id FROM club_game
    UNION SELECT season, game_id, club, player_person_id FROM substitution
),
spell AS (FROM availability WHERE is_available),
doubt AS (FROM availability WHERE NOT is_available),
placed AS (
    SELECT g.*, b.club AS club_before, n.club AS club_next
    FROM game AS g
    ASOF LEFT JOIN start AS b
        ON b.season = g.season AND b.player_person_id = g.player_person_id AND b.date <= g.date
    ASOF LEFT JOIN start AS n
        ON n.season = g.season AND n.player_person_id = g.player_person_id AND n.date >= g.date
),
judged AS (
    SELECT p.*, a.reason AS absence, p.in_window AND a.reason IS NULL AS is_counted,
        CASE WHEN a.reason IS NOT NULL THEN 'unavailable'
            WHEN t.game_id IS NOT NULL OR s.season IS NOT NULL THEN 'available'
            WHEN d.season IS NOT NULL THEN 'unknown'
            WHEN p.club_before <> p.club AND p.club_next <> p.club THEN 'unavailable'
            WHEN p.club_before <> p.club_next THEN 'unknown'
            WHEN p.in_window THEN 'available'
            ELSE 'unknown' END AS state
    FROM placed AS p
    LEFT JOIN absence AS a ON a.season = p.season AND a.game_id = p.game_id AND a.club = p.club
        AND a.player_person_id = p.player_person_id
    LEFT JOIN part AS t ON t.season = p.season AND t.game_id = p.game_id AND t.club = p.club
        AND t.player_person_id = p.player_person_id
    LEFT JOIN spell AS s ON s.season = p.season AND s.club = p.club AND s.player_person_id = p.player_person_id
        AND p.date BETWEEN s.known_from AND s.known_through
    LEFT JOIN doubt AS d ON d.season = p.season AND d.club = p.club AND d.player_person_id = p.player_person_id
        AND p.date BETWEEN d.first_day AND d.last_day
)
SELECT season, club, player_person_id, manager_id, manager_person_id, hand, is_counted, state,
    CASE WHEN state = 'unavailable' THEN coalesce(absence, 'on another club') END AS reason
FROM judged WHERE state = 'unavailable' OR (state = 'available') <> is_counted
ORDER BY season, club, player_person_id, date, game_id
"""
