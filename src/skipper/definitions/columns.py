"""Columns shared by several tables, documented once."""

from __future__ import annotations

from skipper.lake.contract import Column

_COLUMNS = (
    Column(
        "game_id",
        "string",
        "game id in Retrosheet's form: home club, date (yyyymmdd), game number",
        required=True,
    ),
    Column("source", "string", "source of the row", required=True),
    Column(
        "source_file",
        "string",
        "source file, followed by a slash and the member for an archive",
        required=True,
    ),
    Column("source_line", "long", "line in source_file, from 1", required=True),
    Column("season", "int", "year in which the game began", required=True),
    Column("date", "date", "day on which the game began", required=True),
    Column(
        "game_number",
        "string",
        "0 for the day's only game; 1, 2, 3 for the first to third game; A, B for a doubleheader among three clubs",
        required=True,
    ),
    Column(
        "game_type",
        "string",
        "regular, postseason, exhibition or all_star, from the source or its file's name; null if the source states a "
        "type that Skipper does not know",
    ),
    Column(
        "game_type_source",
        "string",
        "stated (by the source), inferred (from the schedule), or unknown (the source does not mark its postseason)",
        required=True,
    ),
    Column("level", "string", "the league's level that season; null if missing from the league list"),
    Column("league", "string", "the club's league, as coded by the source; null if blank in the source"),
    Column(
        "club",
        "string",
        "the club's code, meaningful only within its source and season",
        required=True,
    ),
    Column("manager_id", "string", "the source's id of the manager", required=True),
    Column("manager_person_id", "string", "person_id of the manager", required=True),
    Column("manager_name", "string", "the manager's name, as in person; null if unknown"),
    Column("player_id", "string", "the source's id of the player", required=True),
    Column("player_person_id", "string", "person_id of the player", required=True),
    Column("player_name", "string", "the player's name, as in person; null if unknown"),
    Column(
        "person_id",
        "string",
        "Skipper's id of the person: the Chadwick Register key, else the source's id with a prefix",
        required=True,
    ),
    Column("slot", "int", "batting slot, 1 to 9", required=True),
    Column(
        "position",
        "int",
        "fielding position, 1 (pitcher) to 9 (right fielder) or 10 (designated hitter); null if blank in the source",
    ),
    Column(
        "rule",
        "string",
        "managed (the manager who ran the game) or credited (the manager in the record book)",
        required=True,
    ),
    Column("games", "int", "games managed: wins + losses + ties + no_decisions", required=True),
    Column("wins", "int", "games won, including by forfeit", required=True),
    Column("losses", "int", "games lost, including by forfeit", required=True),
    Column("ties", "int", "tied games", required=True),
    Column("no_decisions", "int", "games ruled no decision or without a known result", required=True),
    Column("win_pct", "double", "wins / (wins + losses); null if there are no decisions"),
    Column("runs_for", "int", "runs scored, in games decided by play", required=True),
    Column("runs_against", "int", "runs allowed, in games decided by play", required=True),
    Column(
        "pythagorean_wins",
        "double",
        "decisions by play x runs_for^1.83 / (runs_for^1.83 + runs_against^1.83), after Bill James, with "
        "Baseball-Reference's exponent; null if there are no runs",
    ),
    Column("home_wins", "int", "wins as the home club", required=True),
    Column("home_losses", "int", "losses as the home club", required=True),
    Column("road_wins", "int", "wins as the visiting club", required=True),
    Column("road_losses", "int", "losses as the visiting club", required=True),
    Column("one_run_wins", "int", "wins by one run, in games decided by play", required=True),
    Column("one_run_losses", "int", "losses by one run, in games decided by play", required=True),
    # Columns of plays
    Column("inning", "int", "inning, from 1", required=True),
    Column("half", "string", "top or bottom of the inning", required=True),
    Column("batting_club", "string", "code of the club at bat", required=True),
    Column("fielding_club", "string", "code of the club in the field", required=True),
    Column("opponent", "string", "the other club's code", required=True),
    Column("batter_id", "string", "the source's id of the batter", required=True),
    Column("batter_person_id", "string", "person_id of the batter", required=True),
    Column("batter_hand", "string", "side the batter batted from, L or R; null if unknown"),
    Column("pitcher_id", "string", "the source's id of the pitcher", required=True),
    Column("pitcher_person_id", "string", "person_id of the pitcher", required=True),
    Column("pitcher_hand", "string", "hand the pitcher threw with, L or R; null if unknown"),
    Column(
        "batter_position", "int", "the batter's position: 1 to 10, 11 pinch hitter, 12 pinch runner; null if unknown"
    ),
    Column("outs_before", "int", "outs before the play, 0 to 2", required=True),
    Column("bases_before", "int", "occupied bases before the play: first 1, second 2, third 4, summed", required=True),
    Column("outs_on_play", "int", "outs made on the play", required=True),
    Column("runs_batted_in", "int", "runs credited to the batter", required=True),
    Column("is_pinch_hitter", "boolean", "whether the batter is a pinch hitter", required=True),
    Column("is_sacrifice_bunt", "boolean", "sacrifice bunt", required=True),
    Column("is_sacrifice_fly", "boolean", "sacrifice fly", required=True),
    Column("is_double_play", "boolean", "double play", required=True),
)

SHARED: dict[str, Column] = {column.name: column for column in _COLUMNS}

# Columns that go together, in this order
MANAGER = ("manager_id", "manager_person_id", "manager_name")
# For tables that count games under unknown managers too
UNKNOWN_MANAGER = (
    Column("manager_id", "string", "the source's id of the manager of the game; null if unknown"),
    Column("manager_person_id", "string", "person_id of the manager; null if unknown"),
    Column("manager_name", "string", "the manager's name in the source; null if no source names the manager"),
)
PLAYER = ("player_id", "player_person_id", "player_name")
GAME_OF_DAY = ("game_id", "season", "date", "game_number")
STARTER = ("game_id", "season", "club", "slot", *PLAYER, "position")
