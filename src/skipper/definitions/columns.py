"""Columns that several tables share, documented once."""

from __future__ import annotations

from skipper.lake.contract import Column

_COLUMNS = (
    Column(
        "game_id",
        "string",
        "id of the game, as Retrosheet forms it: home club, date (yyyymmdd), game number",
        required=True,
    ),
    Column("source", "string", "source of the row", required=True),
    Column(
        "source_file",
        "string",
        "source file; an archive member follows after a slash",
        required=True,
    ),
    Column("source_line", "long", "line in that file, from 1", required=True),
    Column("season", "int", "year in which the game began", required=True),
    Column("date", "date", "day on which the game began", required=True),
    Column(
        "game_number",
        "string",
        "0: only game of the day; 1, 2, 3: first to third game of a day; A, B: doubleheader among three clubs",
        required=True,
    ),
    Column("game_type", "string", "regular, postseason or all_star, from the file name", required=True),
    Column(
        "game_type_source",
        "string",
        "stated (by the source), inferred (from the schedule), or unknown: the source does not mark its postseason",
        required=True,
    ),
    Column("level", "string", "level of the league that season; null where the list of leagues lacks it"),
    Column("league", "string", "the club's league, as the source codes it; null where the source leaves it blank"),
    Column(
        "club",
        "string",
        "the club's code, meaningful only within its source and season",
        required=True,
    ),
    Column("manager_id", "string", "Retrosheet id of the manager", required=True),
    Column("manager_person_id", "string", "person_id of the manager", required=True),
    Column("manager_name", "string", "the manager's name as the source has it"),
    Column("player_id", "string", "Retrosheet id of the player", required=True),
    Column("player_person_id", "string", "person_id of the player", required=True),
    Column("player_name", "string", "the player's name as the source has it"),
    Column(
        "person_id",
        "string",
        "person id: the Chadwick Register's key, else the source's id with a prefix",
        required=True,
    ),
    Column("slot", "int", "place in the batting order, 1 to 9", required=True),
    Column(
        "position",
        "int",
        "1 pitcher to 9 right fielder, 10 designated hitter; null where the source leaves it blank",
    ),
    Column(
        "rule",
        "string",
        "managed (the manager who ran the game) or credited (the manager in the record book)",
        required=True,
    ),
    Column("games", "int", "games: wins + losses + ties + no_decisions", required=True),
    Column("wins", "int", "games won, forfeits awarded included", required=True),
    Column("losses", "int", "games lost, forfeits included", required=True),
    Column("ties", "int", "tied games", required=True),
    Column("no_decisions", "int", "games ruled no decision", required=True),
    Column("win_pct", "double", "wins / (wins + losses); null without a decision"),
    Column("runs_for", "int", "runs scored, in games decided by play", required=True),
    Column("runs_against", "int", "runs allowed, in games decided by play", required=True),
    Column(
        "pythagorean_wins",
        "double",
        "decisions by play x runs_for^1.83 / (runs_for^1.83 + runs_against^1.83), after Bill James with the "
        "exponent of Baseball-Reference; null without runs",
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
    Column("batting_club", "string", "the club at bat", required=True),
    Column("fielding_club", "string", "the club in the field", required=True),
    Column("opponent", "string", "the other club's code", required=True),
    Column("batter_id", "string", "Retrosheet id of the batter", required=True),
    Column("batter_person_id", "string", "person_id of the batter", required=True),
    Column("batter_hand", "string", "side the batter batted from, L or R; null where unknown"),
    Column("pitcher_id", "string", "Retrosheet id of the pitcher", required=True),
    Column("pitcher_person_id", "string", "person_id of the pitcher", required=True),
    Column("pitcher_hand", "string", "hand the pitcher threw with, L or R; null where unknown"),
    Column("batter_position", "int", "the batter's position: 1 to 10, 11 pinch hitter, 12 pinch runner; null unknown"),
    Column("outs_before", "int", "outs before the play, 0 to 2", required=True),
    Column("bases_before", "int", "occupied bases before the play: first 1, second 2, third 4, summed", required=True),
    Column("outs_on_play", "int", "outs made on the play", required=True),
    Column("runs_batted_in", "int", "runs credited to the batter", required=True),
    Column("is_pinch_hitter", "boolean", "a pinch hitter bats", required=True),
    Column("is_sacrifice_bunt", "boolean", "sacrifice bunt", required=True),
    Column("is_sacrifice_fly", "boolean", "sacrifice fly", required=True),
    Column("is_double_play", "boolean", "double play", required=True),
)

SHARED: dict[str, Column] = {column.name: column for column in _COLUMNS}

# Columns that go together, in this order
MANAGER = ("manager_id", "manager_person_id", "manager_name")
PLAYER = ("player_id", "player_person_id", "player_name")
GAME_OF_DAY = ("game_id", "season", "date", "game_number")
STARTER = ("game_id", "season", "club", "slot", *PLAYER, "position")
