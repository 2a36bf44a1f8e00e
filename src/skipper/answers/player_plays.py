"""What a player did in games, from play by play: starts, pinch appearances, plate appearances by slot and hand."""

from __future__ import annotations

from skipper.answers.answer import Row, Table, View, shown
from skipper.answers.plays import seasons_with_plays
from skipper.lake.reader import LakeReader

_SLOTS = range(1, 10)
FIELDS = (
    "season",
    "club",
    "manager_person_id",
    "manager_name",
    "games_started",
    "pinch_hit_games",
    "pinch_run_games",
    "plate_appearances",
    "plate_appearances_vs_l",
    "plate_appearances_vs_r",
    "plate_appearances_unknown_hand",
    "plate_appearances_as_pinch_hitter",
    *(f"plate_appearances_slot_{slot}" for slot in _SLOTS),
)
NOTE = (
    "From play by play, where the lake has it: PA are plate appearances, vs L and vs R by the hand of the pitcher "
    "faced then, not of the starter. Started: games he started and batted in. PH, PR: games he was sent into to bat "
    "or to run."
)


def played(lake: LakeReader, person_id: str, season: int | None) -> Table | None:
    """Table `plays` of the player: a row per season, club and manager; null where no plays of his are here."""
    here = [year for year in seasons_with_plays(lake) if season in (None, year)]
    rows = lake.rows(_ROWS, {"person": person_id, "seasons": here}) if here else []
    return Table("plays", FIELDS, rows, _views(rows)) if rows else None


def _views(rows: list[Row]) -> tuple[View, ...]:
    place = (shown("Year", "season", "season"), shown("Club", "code"), shown("Manager", "text", "manager_name"))
    turns = shown("PA", "count", "plate_appearances")
    by_hand = (
        *place,
        shown("Started", "count", "games_started"),
        shown("PH", "count", "pinch_hit_games"),
        shown("PR", "count", "pinch_run_games"),
        turns,
        shown("vs L", "count", "plate_appearances_vs_l"),
        shown("vs R", "count", "plate_appearances_vs_r"),
    )
    by_slot = (*place, turns, *(shown(str(slot), "tally", f"plate_appearances_slot_{slot}") for slot in _SLOTS))
    return (
        View(by_hand, rows, "In games, from play by play"),
        View(by_slot, rows, "Plate appearances by slot, from play by play", (NOTE,)),
    )


def _count(condition: str, name: str) -> str:
    return f"(count(*) FILTER (kind = 'turn' AND {condition}))::INTEGER AS {name}"


_ROWS = f"""
WITH deeds AS (
    SELECT season, game_id, batting_club AS club, 'turn' AS kind, slot, pitcher_hand, is_starter, is_pinch_hitter
    FROM plate_appearance WHERE batter_person_id = $person AND list_contains($seasons, season)
    UNION ALL BY NAME
    SELECT season, game_id, club, kind FROM substitution
    WHERE player_person_id = $person AND list_contains($seasons, season) AND kind IN ('pinch_hitter', 'pinch_runner')
)
SELECT d.season, d.club, g.manager_person_id, any_value(g.manager_name) AS manager_name,
    (count(DISTINCT game_id) FILTER (is_starter))::INTEGER AS games_started,
    (count(DISTINCT game_id) FILTER (kind = 'pinch_hitter'))::INTEGER AS pinch_hit_games,
    (count(DISTINCT game_id) FILTER (kind = 'pinch_runner'))::INTEGER AS pinch_run_games,
    {_count("true", "plate_appearances")},
    {_count("pitcher_hand = 'L'", "plate_appearances_vs_l")},
    {_count("pitcher_hand = 'R'", "plate_appearances_vs_r")},
    {_count("pitcher_hand IS NULL", "plate_appearances_unknown_hand")},
    {_count("is_pinch_hitter", "plate_appearances_as_pinch_hitter")},
    {", ".join(_count(f"slot = {slot}", f"plate_appearances_slot_{slot}") for slot in _SLOTS)}
FROM deeds AS d JOIN event_club_game AS g USING (game_id)
WHERE g.club = d.club AND list_contains($seasons, g.season)
GROUP BY d.season, d.club, g.manager_person_id
ORDER BY d.season, min(g.date), d.club, g.manager_person_id
"""
