"""A manager's games in a season, one by one: lineup, starting pitcher and changes."""

from __future__ import annotations

from collections import defaultdict

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.coverage import coverage_of
from skipper.answers.errors import Candidate, UnknownSeasonError
from skipper.answers.named_by import named_words
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.question import ManagerName, Season, question
from skipper.answers.scope import season_lacking
from skipper.answers.usage_views import POSITIONS
from skipper.lake.reader import LakeReader

GAME_FIELDS = (
    "game_id",
    "season",
    "date",
    "game_number",
    "game_type",
    "game_type_source",
    "club",
    "opponent",
    "is_home",
    "source",
    "manager_source",
    "manager_confidence",
    "runs_for",
    "runs_against",
    "result",
    "ejection_source",
    "starting_pitcher_id",
    "starting_pitcher_name",
    "opposing_starter_throws",
    "lineup",
    "has_plays",
    "changes_made",
    "changes",
)
LINEUP_FIELDS = ("game_id", "club", "slot", "player_id", "player_name", "position", "position_shared", "lineup_source")
CHANGE_FIELDS = (
    "game_id",
    "club",
    "sequence",
    "inning",
    "half",
    "outs",
    "kind",
    "player_id",
    "player_name",
    "replaced_id",
    "replaced_name",
    "slot",
    "position",
    "bases",
    "score_difference",
    "change",
)
SHARED = "!"  # after a position that the source gives to several starters
_KINDS = {
    "pinch_hitter": "{player} bats for {replaced}",
    "pinch_runner": "{player} runs for {replaced}",
    "courtesy_runner": "{player} runs for {replaced} (courtesy runner)",
    "pitching_change": "{player} pitches for {replaced}",
    "defensive": "{player} {position} for {replaced}",
    "designated_hitter": "{player} DH for {replaced}",
    "double_switch": "{player} {position} for {replaced} (double switch)",
    "position_change": "{player} to {position}",
}
_HALVES = {"top": "top", "bottom": "bot"}


@question(
    "game",
    notes="CSV and JSON have one row per game; JSON adds `lineups` and `changes` to `tables`.",
    examples=(
        'games "Terry Collins" --season 2016',
        'games "Alex Cora" --season 2019 --format json',
    ),
)
def games(lake: LakeReader, name: ManagerName, season: Season) -> Answer:
    """List a manager's games in a season.

    Shows date, opponent, result, starting pitcher and lineup. If the lake has the game's play-by-play, also shows every
    substitution and when it was made.

    \f
    List the games that the manager named `name` ran that season, with lineups and changes.

    The main table has one row per game. `manager_source` states whether the manager comes from a game log, from Lahman
    (which lists a single manager for the club's season) or from the manager file; `ejection_source` states the source
    of the manager's ejection; it is null if no ejection is known. `lineups` has the starters, and `changes` the players
    who came in; the views list both. Raises AnswerError if the name does not match a single manager, or if the manager
    has no games in the season.
    """
    man = find_person(lake, name, MANAGERS)
    asked = {"person": man.person_id, "season": season}
    rows = lake.rows(_GAMES, asked)
    if not rows:
        raise _none(lake, man, season)
    started = lake.rows(_LINEUPS, asked)
    played = any(row["has_plays"] for row in rows)
    changes = [_described(row) for row in lake.rows(_CHANGES, asked)] if played else []
    _fill(rows, started, changes)
    coverage = coverage_of(lake, ((row["club"], season) for row in rows))
    return Answer(
        question="games",
        title=f"{man.name} {season}: game by game",
        tables=(
            Table("games", GAME_FIELDS, rows, _views(rows)),
            Table("lineups", LINEUP_FIELDS, started, ()),
            Table("changes", CHANGE_FIELDS, changes, _change_views(rows, changes)),
        ),
        lead=(*man.taken, *_lead(rows), *_ejections(rows), *coverage.games_lacking(), *named_words(rows)),
        notes=(*(("Changes are from play-by-play.",) if played else ()), *_shared_note(started)),
        rule="managed",
        coverage=coverage.as_row(),
        subject=man.subject,
    )


def _none(lake: LakeReader, man: Candidate, season: int) -> UnknownSeasonError:
    ran = "SELECT DISTINCT season FROM club_game WHERE manager_person_id = $person ORDER BY season"
    seasons = [row["season"] for row in lake.rows(ran, {"person": man.person_id})]
    return season_lacking(lake, season, f"games managed by {man.name}", seasons, "seasons managed")


def _described(row: Row) -> Row:
    """Return the change in words: `bot 7, 1 out: Lagares CF for Granderson`."""
    outs = f"{row['outs']} out" if row["mid_inning"] else "before it began"
    said = _KINDS[row["kind"]].format(
        player=row["player_name"],
        replaced=row["replaced_name"] or "nobody",
        position=POSITIONS.get(row["position"], "?"),
    )
    return {
        **row,
        "when": f"{_HALVES[row['half']]} {row['inning']}, {outs}",
        "change": said,
        "change_names": [row["player_name"], row["replaced_name"] or "nobody"],
        "change_person_ids": [row["player_person_id"], row["replaced_person_id"]],
    }


def _fill(rows: list[Row], started: list[Row], changes: list[Row]) -> None:
    """Add each game's lineup and changes as text, null if the lake lacks them."""
    lineups, made = defaultdict(list), defaultdict(list)
    for row in started:
        row["surname"] = row["surname"] or _last_word(row["player_name"])
        lineups[row["game_id"], row["club"]].append(row)
    for row in changes:
        made[row["game_id"], row["club"]].append(f"{row['when']}: {row['change']}")
    for row in rows:
        side = (row["game_id"], row["club"])
        lineup = lineups[side]
        told = [
            f"{one['surname']} {POSITIONS.get(one['position'], '?')}{SHARED if one['position_shared'] else ''}"
            for one in lineup
        ]
        row["lineup"] = ", ".join(told) or None
        row["lineup_names"] = [one["surname"] for one in lineup]
        row["lineup_person_ids"] = [one["player_person_id"] for one in lineup]
        row["changes_made"] = len(made[side]) if row["has_plays"] else None
        row["changes"] = "; ".join(made[side]) if row["has_plays"] else None


def _shared_note(started: list[Row]) -> tuple[str, ...]:
    games = len({(row["game_id"], row["club"]) for row in started if row["position_shared"]})
    if not games:
        return ()
    return (f"{SHARED} the source has two or more starters at this position ({games} of the lineups shown).",)


def _last_word(name: str) -> str:
    return name.split()[-1] if name.split() else name


def _lead(rows: list[Row]) -> tuple[str, ...]:
    with_plays = sum(row["has_plays"] for row in rows)
    said = [f"Games: {len(rows)}, {with_plays} with play-by-play."]
    if with_plays < len(rows):
        said.append("Without play-by-play, changes during the game are unknown.")
    return tuple(said)


def _ejections(rows: list[Row]) -> list[str]:
    return [
        f"Ejected on {row['date']}, {_score(row)} against {row['opponent']} "
        f"({'play-by-play' if row['ejection_source'] == 'event_file' else row['ejection_source']})."
        for row in rows
        if row["ejection_source"]
    ]


def _score(row: Row) -> str:
    return row["result"] if row["runs_for"] is None else f"{row['result']} {row['runs_for']}-{row['runs_against']}"


def _views(rows: list[Row]) -> tuple[View, ...]:
    columns = (
        shown("Date", "date"),
        shown("Opp", "code", "against", to="opponent"),
        shown("Score", "text"),
        shown("Starter", "text", "starter", to="starting_pitcher_name"),
        shown("Lineup", "prose"),
    )
    return (View(columns, [_told(row) for row in rows], "Games and starting lineups"),)


def _told(row: Row) -> Row:
    return {
        **row,
        "against": f"{'' if row['is_home'] else '@'}{row['opponent']}",
        "score": _score(row),
        "starter": row["starting_pitcher_surname"] or row["starting_pitcher_name"],
    }


def _change_views(rows: list[Row], changes: list[Row]) -> tuple[View, ...]:
    dates = {(row["game_id"], row["club"]): row["date"] for row in rows}
    columns = (shown("Date", "date"), shown("When", "code"), shown("Change", "prose"))
    told = [{**row, "date": dates[row["game_id"], row["club"]]} for row in changes]
    return (View(columns, told, "Changes during the games"),)


# An ejection that is not known may still have happened. The manager file gives only a day, so an ejection listed there
# counts only if the club played once that day. The surname comes from `person`, since the last word of a name is not
# always the surname.
_GAMES = """
SELECT g.date, g.game_number, g.game_id, g.club, g.season, g.game_type, g.opponent, g.is_home, g.source,
    g.game_type_source, g.manager_source, g.manager_confidence,
    starts_with(g.manager_person_id, 'managers:') AS without_id, g.runs_for, g.runs_against, g.result,
    g.starting_pitcher_id, g.starting_pitcher_person_id,
    coalesce(p.name, g.starting_pitcher_id) AS starting_pitcher_name, p.last_name AS starting_pitcher_surname,
    g.opposing_starter_throws, k.has_plays,
    CASE
        WHEN e.game_id IS NOT NULL THEN 'event_file'
        WHEN count(*) OVER (PARTITION BY g.club, g.date) = 1 THEN f.source
    END AS ejection_source
FROM club_game AS g
JOIN game AS k ON k.season = $season AND k.game_id = g.game_id
LEFT JOIN person AS p ON p.person_id = g.starting_pitcher_person_id
LEFT JOIN (
    SELECT DISTINCT game_id FROM ejection WHERE season = $season AND ejected_person_id = $person
) AS e ON e.game_id = g.game_id
LEFT JOIN (
    SELECT first_day, min(source) AS source FROM listed_manager
    WHERE season = $season AND manager_person_id = $person AND role = 'ejected' GROUP BY first_day
) AS f ON f.first_day = g.date
WHERE g.season = $season AND g.manager_person_id = $person
ORDER BY g.date, g.game_number, g.game_id, g.club
"""
_LINEUPS = """
SELECT l.game_id, l.club, l.slot, l.player_id, l.player_person_id, coalesce(l.player_name, l.player_id) AS player_name,
    l.position,
    l.position IS NOT NULL AND count(*) OVER (PARTITION BY l.game_id, l.club, l.position) > 1 AS position_shared,
    l.source AS lineup_source, p.last_name AS surname
FROM lineup AS l
JOIN club_game AS g ON g.season = $season AND g.game_id = l.game_id AND g.club = l.club
LEFT JOIN person AS p ON p.person_id = l.player_person_id
WHERE l.season = $season AND g.manager_person_id = $person
ORDER BY l.game_id, l.club, l.slot
"""
_CHANGES = """
SELECT g.date, g.game_number, s.game_id, s.club, s.sequence, s.inning, s.half, s.outs, s.mid_inning, s.kind,
    s.player_id, s.player_person_id, coalesce(p.name, s.player_id) AS player_name,
    s.replaced_id, s.replaced_person_id, coalesce(r.name, s.replaced_id) AS replaced_name, s.slot, s.position, s.bases,
    s.score_difference
FROM substitution AS s
JOIN club_game AS g ON g.season = $season AND g.game_id = s.game_id AND g.club = s.club
LEFT JOIN person AS p ON p.person_id = s.player_person_id
LEFT JOIN person AS r ON r.person_id = s.replaced_person_id
WHERE s.season = $season AND g.manager_person_id = $person
ORDER BY g.date, g.game_number, s.game_id, s.club, s.sequence
"""
