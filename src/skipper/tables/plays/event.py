"""Table `event`: one row per event in a game, with the situation before it and its result."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.definitions.plays import BASES, FIELDERS
from skipper.lake.contract import Check, Column, Table, pick

_DESTINATION = (
    "0 if out, 1 to 3 for the base reached, 4 for a run, 5 for an unearned run, 6 for a run unearned to the team but "
    "not to the pitcher, 7 for a run by a runner placed on base to start the inning"
)


def _flags(*named: tuple[str, str]) -> tuple[Column, ...]:
    return tuple(Column(name, "boolean", doc, required=True) for name, doc in named)


TABLE = Table(
    name="event",
    guards="events",  # the other tables of plays are about the same games
    grain="one row per event: a play, including plays that do not involve the batter, such as a stolen base",
    key=("game_id", "event_number"),
    sources="event files (Retrosheet's and the minor leagues'), else Retrosheet's CSV files, else the Stats "
    "API's feeds",
    notes="Substitutions are in `substitution`. If any record of a game is unreadable, the whole game is quarantined.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        Column("event_number", "int", "number of the event in the game, from 1", required=True),
        "source_file",
        "source_line",
        "inning",
        "half",
        "batting_club",
        "fielding_club",
        "outs_before",
        Column("balls", "int", "balls in the count at the event; null if unknown"),
        Column("strikes", "int", "strikes in the count at the event; null if unknown"),
        Column("pitches", "string", "pitches of the plate appearance so far, in Retrosheet codes; null if unknown"),
        Column("visitor_score_before", "int", "visiting club's runs before the event", required=True),
        Column("home_score_before", "int", "home club's runs before the event", required=True),
        "batter_id",
        "batter_person_id",
        "batter_hand",
        Column(
            "responsible_batter_id",
            "string",
            "batter charged with the result; differs from the batter when a pinch hitter enters with two "
            "strikes and strikes "
            "out",
            required=True,
        ),
        Column("responsible_batter_hand", "string", "side the responsible batter batted from, L or R; null if unknown"),
        "pitcher_id",
        "pitcher_person_id",
        "pitcher_hand",
        Column(
            "responsible_pitcher_id",
            "string",
            "pitcher charged with the result; differs from the pitcher when a reliever enters on a "
            "count that favors the batter and walks the batter",
            required=True,
        ),
        Column(
            "responsible_pitcher_hand", "string", "hand the responsible pitcher threw with, L or R; null if unknown"
        ),
        *(
            Column(f"{name}_id", "string", f"the source's id of the {name.replace('_', ' ')}; null if unknown")
            for name in FIELDERS
        ),
        *(
            Column(
                f"runner_on_{base}_id",
                "string",
                f"the source's id of the runner on {base} before the event; null if none",
            )
            for base in BASES
        ),
        Column("event_text", "string", "the event in Retrosheet's notation", required=True),
        Column(
            "event_type",
            "string",
            "event type in words, based on Retrosheet's event types",
            required=True,
        ),
        *_flags(("is_leadoff", "the batter is the first of the half-inning")),
        "is_pinch_hitter",
        "batter_position",
        "slot",
        *_flags(
            ("ends_plate_appearance", "the plate appearance ended with the event"),
            ("is_at_bat", "the event counts as an at bat"),
        ),
        Column("hit_bases", "int", "bases gained on a hit, 1 to 4; 0 if not a hit", required=True),
        "is_sacrifice_bunt",
        "is_sacrifice_fly",
        "outs_on_play",
        "is_double_play",
        *_flags(("is_triple_play", "triple play")),
        "runs_batted_in",
        *_flags(("is_wild_pitch", "wild pitch"), ("is_passed_ball", "passed ball")),
        Column("fielded_by", "int", "position of the fielder who first handled the ball; null if none or unknown"),
        Column("batted_ball_type", "string", "ground_ball, line_drive, fly_ball or pop_up; null if none or unknown"),
        *_flags(("is_bunt", "the ball was bunted"), ("is_foul", "a foul ball was put in play or dropped")),
        Column("hit_location", "string", "where the ball was hit, as a Retrosheet code; null if none or unknown"),
        Column("errors", "int", "errors charged on the event, including those by unknown fielders", required=True),
        Column(
            "error_positions", "array<int>", "positions of the fielders charged with errors, in order", required=True
        ),
        Column(
            "error_kinds", "array<string>", "kind of each error: fielding, throwing, or dropped_throw", required=True
        ),
        Column("batter_destination", "int", f"{_DESTINATION}; null if the plate appearance did not end"),
        *(
            Column(f"runner_on_{base}_destination", "int", f"{_DESTINATION}; null if there was no runner on {base}")
            for base in BASES
        ),
        *_flags(
            *((f"steals_{base}", f"{base} was stolen") for base in ("second", "third", "home")),
            *(
                (f"caught_stealing_{base}", f"a runner was caught stealing {base}")
                for base in ("second", "third", "home")
            ),
            *((f"picked_off_{base}", f"the runner on {base} was picked off") for base in BASES),
        ),
        *(
            Column(
                f"runner_on_{base}_responsible_pitcher_id",
                "string",
                f"pitcher responsible for the runner on {base}; null if there was no runner",
            )
            for base in BASES
        ),
        *_flags(
            *((f"is_pinch_runner_on_{base}", f"a pinch runner, or a courtesy runner, is on {base}") for base in BASES)
        ),
        Column("putouts", "array<int>", "positions of the fielders with a putout, in order", required=True),
        Column("assists", "array<int>", "positions of the fielders with an assist, in order", required=True),
        Column("batting_score_before", "int", "batting club's runs before the event", required=True),
        Column("fielding_score_before", "int", "fielding club's runs before the event", required=True),
        Column("runs_on_event", "int", "runs that scored on the event", required=True),
        "bases_before",
        Column(
            "bases_after",
            "int",
            "occupied bases after the event, coded as bases_before, from the advances in the event text; after a third "
            "out, the text omits advances that did not matter",
            required=True,
        ),
        *_flags(
            ("is_new_game", "the event is the first of the game"),
            ("is_last_of_game", "the event is the last of the game"),
            ("is_new_inning", "the event is the first of the half-inning"),
            ("is_end_of_inning", "the event is the last of the half-inning"),
        ),
        Column("plate_appearance_number", "int", "number of the plate appearance in the game, from 1", required=True),
        *_flags(
            ("starts_plate_appearance", "the event is the first of a plate appearance"),
            ("plate_appearance_truncated", "the half-inning ended before the plate appearance did"),
            ("batter_is_starter", "the batter was in the starting lineup"),
            ("pitcher_is_starter", "the pitcher started the game"),
        ),
        Column("pitches_thrown", "int", "pitches thrown in the plate appearance so far; null if unknown"),
        Column(
            "pitchouts",
            "int",
            "pitchouts in the plate appearance so far: balls (`P`), and those swung at, fouled off or put in "
            "play (`Q`, `R`, "
            "`Y`), which cwevent's PA_PITCHOUT_BALL_CT omits; null if unknown",
        ),
        Column(
            "runner_going",
            "boolean",
            "a runner went with the event's pitch (`>`); null if the pitches are unknown",
        ),
    ),
    checks=(
        Check(
            "event: events are numbered without gaps",
            "SELECT game_id, count(*) AS events, max(event_number) AS last FROM event GROUP BY game_id "
            "HAVING count(*) <> max(event_number)",
            "a game's event numbers have a gap",
        ),
        Check(
            "event: no half-inning has a fourth out",
            "SELECT game_id, event_number FROM event "
            "WHERE outs_before NOT BETWEEN 0 AND 2 OR outs_before + outs_on_play > 3",
            "an event has more outs than a half-inning",
        ),
        Check(
            "event: every half-inning except the last has three outs",
            "SELECT game_id, event_number FROM event "
            "WHERE is_end_of_inning AND NOT is_last_of_game AND outs_before + outs_on_play <> 3 "
            "AND (game_id, event_number) NOT IN "
            "(SELECT (game_id, event_number) FROM play_exception WHERE kind = 'short_half_inning')",
            "a half-inning ended without three outs, and no exception explains it",
        ),
        Check(
            "event: every game with plays is present and matches its score",
            "SELECT game_id FROM (SELECT game_id FROM game WHERE has_plays) AS g FULL JOIN (SELECT game_id, "
            "sum(runs_on_event) AS runs FROM event GROUP BY game_id) AS e USING (game_id) "
            "FULL JOIN (FROM event_file_game WHERE has_plays UNION ALL FROM converted_game) AS f USING (game_id) "
            "WHERE g.game_id IS NULL OR e.game_id IS NULL OR f.game_id IS NULL "
            "OR e.runs <> f.home_score + f.visitor_score",
            "a game's events are missing or do not add up to its score",
        ),
    ),
)

WRITTEN_BY = "event files"
