"""Contracts of the tables written when many plans are checked."""

from __future__ import annotations

from skipper.answers.directives.kinds.kind import kinds, listed
from skipper.definitions.columns import SHARED
from skipper.lake.contract import Check, Column, Table, pick

_PLAN = Column("plan", "string", "plan name: its file name, or its path relative to the plans folder", required=True)
_DIRECTIVE = Column("directive", "string", "the directive's id within its plan", required=True)
_MANAGER = (
    Column("manager_id", "string", "Retrosheet id of the manager who ran the game; null if unknown"),
    Column("manager_person_id", "string", "person_id of the manager; null if unknown"),
    Column("manager_name", "string", "the manager's name in the source; null if unknown"),
)
_SOURCES = "plans; regular-season games in game, club_game and lineup; pitching_appearance for pitch directives; "
_SOURCES += (
    "transaction for availability; plate_appearance for the cost, and with substitution and ejection for what a "
)
_SOURCES += "starter did later in the game; lineup_value, lineup_batter and advancement for the price in runs"
_COST = "plus the uncertainty of the means"

DIRECTIVE_GAME = Table(
    name="directive_game",
    by_season=False,
    grain="one row per directive and game played by its clubs on the directive's days",
    key=("plan", "directive", "game_id", "club"),
    sources=_SOURCES,
    notes="A game that is not applicable is never a miss; `reason` explains why it is not applicable.",
    columns=pick(
        SHARED,
        _PLAN,
        _DIRECTIVE,
        "game_id",
        "season",
        "date",
        "game_number",
        "club",
        *_MANAGER,
        Column(
            "manager_source",
            "string",
            "as in club_game: game_log; lahman_whole_season if no game source names the manager and Lahman lists a "
            "single manager for the club's season; or file (table listed_manager); null if unknown",
        ),
        Column("opposing_hand", "string", "throwing hand of the opposing starter: L, R or S; null if unknown"),
        Column(
            "in_question",
            "boolean",
            "whether the game is of the directive's kind: for a directive against one hand, whether the "
            "opposing starter "
            "throws with that hand (null if unknown); otherwise true",
        ),
        Column("applicable", "boolean", "whether the game can be judged by the directive", required=True),
        Column("followed", "boolean", "whether the game followed the directive; null if not applicable"),
        Column(
            "did",
            "boolean",
            "whether the player did as directed, whether or not available; null if the game is out of scope or the "
            "player's participation is unknown",
        ),
        Column("slot", "int", "batting slot of the player's start; null if the player did not start"),
        Column(
            "position",
            "int",
            "position of the player's start, as in lineup; null if the player did not start or the position is unknown",
        ),
        Column(
            "plate_appearances",
            "int",
            "the player's plate appearances in a game started; null if the player did not start or there is no "
            "play-by-play",
        ),
        Column("observed", "string", "what the player did in the game, in words; null if unknown"),
        Column("required", "string", "what the directive requires of a game, in words", required=True),
        Column("reason", "string", "why the game is not applicable; null if it is"),
        Column(
            "plate_appearances_lost",
            "double",
            "expected plate appearances that the player lost through a miss (negative if gained); null if there is no "
            "miss, or for a miss that does not affect them (field); for a pitch directive, minus the batters faced "
            "beyond the limits",
        ),
        Column(
            "club_plate_appearances_lost",
            "double",
            "the same figure for an in-scope game that was not played as directed, whether or not the player was "
            "available",
        ),
    ),
    checks=(
        Check(
            "directive_game: judged if and only if applicable",
            "SELECT plan, directive, game_id FROM directive_game WHERE applicable <> (followed IS NOT NULL) "
            "OR applicable <> (reason IS NULL)",
            "a game is judged but not applicable, or applicable but not judged",
        ),
    ),
)

_OVER_ALL = tuple(
    Column(name, kind, f"{figure}, over club_games instead of applicable games")
    for name, kind, figure in (
        ("club_rate", "double", "rate"),
        ("club_needed", "int", "needed"),
        ("club_interval_low", "double", "interval_low"),
        ("club_interval_high", "double", "interval_high"),
        ("club_longest_run_of_misses", "int", "longest_run_of_misses"),
        ("club_longest_run_from", "date", "longest_run_from"),
        ("club_longest_run_to", "date", "longest_run_to"),
        ("club_first_miss", "date", "first_miss"),
        ("club_last_miss", "date", "last_miss"),
        ("club_first_games", "int", "first_games"),
        ("club_first_followed", "int", "first_followed"),
        ("club_second_games", "int", "second_games"),
        ("club_second_followed", "int", "second_followed"),
        ("club_trend", "double", "trend"),
        ("club_changed_after", "date", "changed_after"),
        ("club_lost_by_all_misses", "double", "lost_by_all_misses"),
        ("club_cost", "double", "cost"),
        ("club_cost_low", "double", "cost_low"),
        ("club_cost_high", "double", "cost_high"),
    )
)

DIRECTIVE_STATUS = Table(
    name="directive_status",
    by_season=False,
    grain="one row per directive",
    key=("plan", "directive"),
    sources=_SOURCES,
    notes="A pitch directive whose clubs have no play-by-play that season has a row with the verdict "
    "`needs play-by-play` and no figures.",
    columns=pick(
        SHARED,
        _PLAN,
        _DIRECTIVE,
        "season",
        Column(
            "person_id",
            "string",
            "the player's person_id; null for a player known only from play-by-play that is missing from the lake",
        ),
        Column("kind", "string", listed(kinds()), required=True),
        Column(
            "availability",
            "string",
            "source of the player's availability: plan (its `unavailable`), transactions (or games, if the "
            "transactions are silent), organization (games for its clubs in the lake) or window (starts for the "
            "club, if the lake "
            "has no other club of the organization); null for a pitch directive without `unavailable`, because only "
            "games pitched are judged",
        ),
        Column(
            "club_games",
            "int",
            "club-games in question on the directive's days in which the player's participation is known, whether "
            "or not "
            "the "
            "player was available",
        ),
        Column("club_followed", "int", "club_games in which the player did as directed"),
        Column(
            "undecided",
            "int",
            "games in question in which the player's participation is unknown; not included in any other count",
        ),
        Column(
            "hand_unknown",
            "int",
            "club-games with an opposing starter of unknown hand; not included in any other count",
        ),
        Column(
            "unavailable",
            "int",
            "club_games on days listed as unavailable in the plan, or on which a transaction leaves the player with no "
            "club or on a list of players who cannot play",
        ),
        Column("unavailable_started", "int", "starts on days that the plan lists: plan and games disagree"),
        Column("applicable", "int", "games that can be judged by the directive"),
        Column("followed", "int", "applicable games that followed the directive"),
        Column("rate", "double", "followed / applicable; null if there are no applicable games"),
        Column("target", "double", "minimum share of applicable games that must follow the directive"),
        Column("needed", "int", "minimum number of applicable games needed to meet the target"),
        Column("interval_low", "double", "lower end of the 95% Wilson score interval of the underlying rate"),
        Column("interval_high", "double", "upper end of the interval"),
        Column("verdict", "string", "met, missed, too early to say, or needs play-by-play", required=True),
        Column("verdict_by", "string", "basis of the verdict, in words", required=True),
        Column(
            "on_course", "boolean", "whether the games so far meet the target; null if there are no applicable games"
        ),
        Column(
            "heading_innings",
            "double",
            "projected innings under a season limit while the season runs, as a decimal number; null if there is no "
            "such limit, after the season, or if the number of remaining games is unknown",
        ),
        Column("heading_innings_low", "double", "lower end of the projection's 95% interval"),
        Column("heading_innings_high", "double", "upper end of the interval"),
        Column("longest_run_of_misses", "int", "largest number of consecutive misses among applicable games"),
        Column(
            "longest_run_from",
            "date",
            "first day of that run, or of the earliest such run; null if there are no misses",
        ),
        Column("longest_run_to", "date", "last day of that run; null if there are no misses"),
        Column("first_miss", "date", "date of the first miss; null if there are no misses"),
        Column("last_miss", "date", "date of the last miss; null if there are no misses"),
        Column("first_games", "int", "applicable games in the first half; a middle game belongs to the second half"),
        Column("first_followed", "int", "games in the first half that followed"),
        Column("second_games", "int", "applicable games in the second half"),
        Column("second_followed", "int", "games in the second half that followed"),
        Column("trend", "double", "rate in the second half minus rate in the first; null with fewer than two games"),
        Column(
            "changed_after",
            "date",
            "day after which the rate differed most from the rate before; null if a steady rate explains the "
            "season (1%)",
        ),
        Column("lost_by_all_misses", "double", "expected plate appearances lost by all misses; null for field"),
        Column(
            "cost",
            "double",
            "plate appearances lost by misses beyond the target's allowance (negative if gained); null for field",
        ),
        Column(
            "cost_low", "double", f"lower bound of the cost: for the slots with the fewest plate appearances, {_COST}"
        ),
        Column("cost_high", "double", "upper bound of the cost"),
        Column("cost_source", "string", "source of the plate appearances per slot; null for field and pitch"),
        Column(
            "runs",
            "double",
            "expected runs that following the directive would have gained in its misses (negative if lost), "
            "according to the lineup model, in the games that have a price (for rest and not_consecutive_days, by the "
            "fewest days off that would have kept the directive); null if no game has a price, and for pitch",
        ),
        Column("runs_games", "int", "misses that have a price; null for pitch"),
        *_OVER_ALL,
    ),
    checks=(
        Check(
            "directive_status: counts equal directive_game",
            "SELECT s.plan, s.directive FROM directive_status AS s LEFT JOIN (SELECT plan, directive, "
            "count(*) FILTER (applicable) AS applicable, count(*) FILTER (followed) AS followed FROM directive_game "
            "GROUP BY ALL) AS g ON g.plan = s.plan AND g.directive = s.directive "
            "WHERE s.verdict <> 'needs play-by-play' "
            "AND (s.applicable <> coalesce(g.applicable, 0) OR s.followed <> coalesce(g.followed, 0))",
            "a directive's counts differ from its games",
        ),
        Check(
            "directive_status: club-game counts equal directive_game",
            "SELECT s.plan, s.directive FROM directive_status AS s LEFT JOIN (SELECT plan, directive, "
            "count(did) FILTER (in_question) AS games, count(*) FILTER (in_question AND did) AS kept "
            "FROM directive_game GROUP BY ALL) AS g ON g.plan = s.plan AND g.directive = s.directive "
            "WHERE s.verdict <> 'needs play-by-play' "
            "AND (s.club_games <> coalesce(g.games, 0) OR s.club_followed <> coalesce(g.kept, 0))",
            "a directive's counts over all club-games differ from its games",
        ),
    ),
)

DIRECTIVE_MANAGER = Table(
    name="directive_manager",
    by_season=False,
    grain="one row per directive, club and manager who ran the games",
    key=("plan", "directive", "club", "manager_id"),
    sources=_SOURCES,
    columns=pick(
        SHARED,
        _PLAN,
        _DIRECTIVE,
        "season",
        "club",
        *_MANAGER,
        Column("applicable", "int", "applicable games the manager ran", required=True),
        Column("followed", "int", "applicable games that followed", required=True),
        Column("club_games", "int", "club_games the manager ran", required=True),
        Column("club_followed", "int", "club_games in which the player did as directed", required=True),
    ),
)

TABLES = (DIRECTIVE_GAME, DIRECTIVE_STATUS, DIRECTIVE_MANAGER)
