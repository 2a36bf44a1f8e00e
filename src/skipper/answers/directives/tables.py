"""Contracts of what a check of many plans writes."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Check, Column, Table, pick

_PLAN = Column("plan", "string", "the plan: its file's name, or the way to it from the folder of plans", required=True)
_DIRECTIVE = Column("directive", "string", "the directive's id in its plan", required=True)
_MANAGER = (
    Column("manager_id", "string", "Retrosheet id of the man who ran the game; null where unknown"),
    Column("manager_person_id", "string", "his person_id; null where unknown"),
    Column("manager_name", "string", "his name as the source has it; null where unknown"),
)
_SOURCES = "plans; game, club_game and lineup, regular season; for pitch directives pitching_appearance; "
_SOURCES += "plate_appearance for the cost, and with substitution and ejection for what became of a starter"
_COST = "and as far off as the means may be"

DIRECTIVE_GAME = Table(
    name="directive_game",
    by_season=False,
    grain="one row per directive and game of its clubs on its days",
    key=("plan", "directive", "game_id", "club"),
    sources=_SOURCES,
    notes="A game that is not applicable is never a miss; `reason` says why it is not.",
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
            "as in club_game: game_log, or lahman_whole_season where no source of games names the manager and Lahman "
            "lists one for the club's season; null where unknown",
        ),
        Column("opposing_hand", "string", "throwing hand of the opposing starter: L, R or S; null where unknown"),
        Column(
            "in_question",
            "boolean",
            "whether it is a game of the kind asked about: true, or for a directive against one hand whether the "
            "opposing starter has it; null where his hand is unknown",
        ),
        Column("applicable", "boolean", "whether the directive can be judged by this game", required=True),
        Column("followed", "boolean", "whether the game followed it; null where not applicable"),
        Column(
            "did",
            "boolean",
            "whether he did what is asked, available or not; null where the game is not in question, or that is not "
            "known",
        ),
        Column("slot", "int", "slot in which he started; null where he started in none"),
        Column("position", "int", "position at which he started, as in lineup; null where he did not, or unknown"),
        Column(
            "plate_appearances",
            "int",
            "those he had in a game that he started; null where he did not, or the lake has no play-by-play of it",
        ),
        Column("observed", "string", "what he did, in words; null where that is unknown"),
        Column("required", "string", "what the directive asks of a game, in words", required=True),
        Column("reason", "string", "why the game is not applicable; null where it is"),
        Column(
            "plate_appearances_lost",
            "double",
            "expected plate appearances that a miss took from him, negative: gave him; null where it is no miss, "
            "or a miss that moves none (field); of a pitch directive the batters whom he faced beyond what was asked, "
            "negative",
        ),
        Column(
            "club_plate_appearances_lost",
            "double",
            "the same of a game in question in which he did not do what is asked, available or not",
        ),
    ),
    checks=(
        Check(
            "directive_game: judged exactly where applicable",
            "SELECT plan, directive, game_id FROM directive_game WHERE applicable <> (followed IS NOT NULL) "
            "OR applicable <> (reason IS NULL)",
            "a game is judged without being applicable, or the other way round",
        ),
    ),
)

_OVER_ALL = tuple(
    Column(name, kind, f"{figure}, over club_games in place of applicable ones")
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
    notes="A pitch directive of clubs without play-by-play that season has a row with the verdict "
    "`needs play-by-play` and no figures.",
    columns=pick(
        SHARED,
        _PLAN,
        _DIRECTIVE,
        "season",
        Column("person_id", "string", "the player's person_id; null where only play-by-play would know him"),
        Column("kind", "string", "bat, start, field, rest or pitch", required=True),
        Column(
            "availability",
            "string",
            "what his availability is taken from: plan (its `unavailable`) or window (his starts for the club); null "
            "for pitch without the former: only games in which he pitched are judged",
        ),
        Column(
            "club_games",
            "int",
            "club-games in question on the directive's days of which it is known what he did, available or not",
        ),
        Column("club_followed", "int", "of them, those in which he did what is asked"),
        Column("undecided", "int", "games in question of which it is not known what he did; in no other count"),
        Column("hand_unknown", "int", "club-games whose opposing starter's hand is not known; in no other count"),
        Column("unavailable", "int", "of club_games, those on days that the plan calls him unavailable"),
        Column("unavailable_started", "int", "starts of his on such days: the plan and the games disagree"),
        Column("applicable", "int", "games by which the directive can be judged"),
        Column("followed", "int", "of them, those that followed it"),
        Column("rate", "double", "followed / applicable; null without any"),
        Column("target", "double", "least share of applicable games that must follow it"),
        Column("needed", "int", "fewest of the applicable games that meet the target"),
        Column("interval_low", "double", "Wilson score interval, 95 %, of the rate behind `rate`: lower end"),
        Column("interval_high", "double", "its upper end"),
        Column("verdict", "string", "met, missed, too early to say, or needs play-by-play", required=True),
        Column("verdict_by", "string", "what the verdict rests on, in words", required=True),
        Column("on_course", "boolean", "whether the games so far meet the target; null without applicable games"),
        Column(
            "heading_innings",
            "double",
            "of a limit of innings in a season that runs: those he is heading for, in thirds as decimals; null where "
            "there is no such limit, the season is over, or its games to come are not known",
        ),
        Column("heading_innings_low", "double", "lower end of the 95 % interval of it"),
        Column("heading_innings_high", "double", "upper end"),
        Column("longest_run_of_misses", "int", "misses in a row, of applicable games"),
        Column("longest_run_from", "date", "its first day, of the first of equals; null without a miss"),
        Column("longest_run_to", "date", "its last day; null without a miss"),
        Column("first_miss", "date", "null without a miss"),
        Column("last_miss", "date", "null without a miss"),
        Column("first_games", "int", "applicable games of the first half, the middle one left to the second"),
        Column("first_followed", "int", "of them, those that followed"),
        Column("second_games", "int", "applicable games of the second half"),
        Column("second_followed", "int", "of them, those that followed"),
        Column("trend", "double", "rate of the second half less that of the first; null with fewer than two games"),
        Column(
            "changed_after",
            "date",
            "the day after which the rate was most unlike before; null where a steady rate explains the season (1 %)",
        ),
        Column("lost_by_all_misses", "double", "expected plate appearances lost by all misses; null for field"),
        Column(
            "cost",
            "double",
            "of them, those lost by the misses beyond what the target allows (negative: gained); null for field",
        ),
        Column("cost_low", "double", f"the least that it may be: the slots of fewest plate appearances, {_COST}"),
        Column("cost_high", "double", "the most that it may be"),
        Column("cost_source", "string", "where the plate appearances of a slot are from; null for field and pitch"),
        *_OVER_ALL,
    ),
    checks=(
        Check(
            "directive_status: the games of directive_game",
            "SELECT s.plan, s.directive FROM directive_status AS s LEFT JOIN (SELECT plan, directive, "
            "count(*) FILTER (applicable) AS applicable, count(*) FILTER (followed) AS followed FROM directive_game "
            "GROUP BY ALL) AS g ON g.plan = s.plan AND g.directive = s.directive "
            "WHERE s.verdict <> 'needs play-by-play' "
            "AND (s.applicable <> coalesce(g.applicable, 0) OR s.followed <> coalesce(g.followed, 0))",
            "the counts are not those of the games",
        ),
        Check(
            "directive_status: the club-games of directive_game",
            "SELECT s.plan, s.directive FROM directive_status AS s LEFT JOIN (SELECT plan, directive, "
            "count(did) FILTER (in_question) AS games, count(*) FILTER (in_question AND did) AS kept "
            "FROM directive_game GROUP BY ALL) AS g ON g.plan = s.plan AND g.directive = s.directive "
            "WHERE s.verdict <> 'needs play-by-play' "
            "AND (s.club_games <> coalesce(g.games, 0) OR s.club_followed <> coalesce(g.kept, 0))",
            "the counts over all club-games are not those of the games",
        ),
    ),
)

DIRECTIVE_MANAGER = Table(
    name="directive_manager",
    by_season=False,
    grain="one row per directive, club and manager of the game",
    key=("plan", "directive", "club", "manager_id"),
    sources=_SOURCES,
    columns=pick(
        SHARED,
        _PLAN,
        _DIRECTIVE,
        "season",
        "club",
        *_MANAGER,
        Column("applicable", "int", "applicable games that he ran", required=True),
        Column("followed", "int", "of them, those that followed", required=True),
        Column("club_games", "int", "club_games that he ran", required=True),
        Column("club_followed", "int", "of them, those in which the player did what is asked", required=True),
    ),
)

TABLES = (DIRECTIVE_GAME, DIRECTIVE_STATUS, DIRECTIVE_MANAGER)
