"""Skipper's game-log tables in plain DuckDB SQL: what Spark's speed is measured against, and its oracle.

From the same raw files (a folder of Retrosheet game logs, four Lahman tables) to `club_game`, `lineup`,
`manager_season`, `lineup_usage` and `player_usage`, one Parquet file each. Written from the design
alone, without a look at `src/skipper`. The input is trusted: there is no quarantine here, nor the columns
that need the Chadwick Register (`*_person_id`) or affiliations (`organization`).

A game whose manager is unknown is a club-game like any other, and counts in no manager's figures.
"""

from __future__ import annotations

import argparse
import re
import resource
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb

TABLES = ("club_game", "lineup", "manager_season", "lineup_usage", "player_usage")

# --- the game log as it is: only these of its 161 fields are parsed -------------------------------------

FIELD_COUNT = 161
FIELDS = {  # field number of glfields.txt: our name, type
    1: ("date", "DATE"),
    2: ("game_number", "VARCHAR"),
    4: ("visitor_club", "VARCHAR"),
    5: ("visitor_league", "VARCHAR"),
    7: ("home_club", "VARCHAR"),
    8: ("home_league", "VARCHAR"),
    10: ("visitor_score", "SMALLINT"),
    11: ("home_score", "SMALLINT"),
    15: ("forfeit", "VARCHAR"),
    90: ("visitor_manager_id", "VARCHAR"),
    91: ("visitor_manager_name", "VARCHAR"),
    92: ("home_manager_id", "VARCHAR"),
    93: ("home_manager_name", "VARCHAR"),
    102: ("visitor_pitcher_id", "VARCHAR"),
    103: ("visitor_pitcher_name", "VARCHAR"),
    104: ("home_pitcher_id", "VARCHAR"),
    105: ("home_pitcher_name", "VARCHAR"),
}
for _side, _first in (("visitor", 106), ("home", 133)):
    for _slot in range(1, 10):
        _field = _first + 3 * (_slot - 1)
        FIELDS[_field] = (f"{_side}_{_slot}_id", "VARCHAR")
        FIELDS[_field + 1] = (f"{_side}_{_slot}_name", "VARCHAR")
        FIELDS[_field + 2] = (f"{_side}_{_slot}_position", "TINYINT")

# Told, so that DuckDB need not sniff.
LAHMAN_CSV = """all_varchar = true, header = true, delim = ',', quote = '"', escape = '"'"""

LAHMAN = """
CREATE TABLE people AS
SELECT playerID AS lahman_id, retroID AS retro_id, throws, nameFirst || ' ' || nameLast AS name
FROM read_csv('{lahman}/People.csv', {csv});

CREATE TABLE series AS
SELECT yearID, unnest([teamIDwinner, teamIDloser]) AS teamID
FROM read_csv('{lahman}/SeriesPost.csv', {csv});

CREATE TABLE team AS
SELECT
    yearID,
    teamID,
    yearID::SMALLINT AS season,
    teamIDretro AS club,
    Rank::SMALLINT AS finish,
    (yearID, teamID) IN (SELECT (yearID, teamID) FROM series) AS in_series
FROM read_csv('{lahman}/Teams.csv', {csv});

-- One row per man appointed at a club in a season. W, L and G are never read.
CREATE TABLE appointed AS
SELECT DISTINCT team.season, team.club, playerID AS lahman_id, people.retro_id AS manager_id
FROM read_csv('{lahman}/Managers.csv', {csv}) AS managers
JOIN team USING (yearID, teamID)
LEFT JOIN people ON people.lahman_id = managers.playerID;
"""

# `moment` orders a club's games: by date, then by game number as text.
GAME = """
CREATE TABLE game AS
SELECT
    log.*,
    home_club || strftime(date, '%Y%m%d') || game_number AS game_id,
    year(date)::SMALLINT AS season,
    (date - DATE '1800-01-01')::INTEGER * 1000 + unicode(game_number) AS moment,
    visitor_pitcher.throws AS visitor_throws,
    home_pitcher.throws AS home_throws
FROM (
    SELECT {names}
    FROM read_csv(
        {files}, columns = {columns}, header = false, auto_detect = false,
        delim = ',', quote = '"', escape = '"', dateformat = '%Y%m%d'
    )
) AS log
LEFT JOIN people AS visitor_pitcher ON visitor_pitcher.retro_id = log.visitor_pitcher_id
LEFT JOIN people AS home_pitcher ON home_pitcher.retro_id = log.home_pitcher_id;
"""

# --- club_game ------------------------------------------------------------------------------------------

SIDE = """
SELECT
    game_id, season, date, game_number, moment,
    {us}_league AS league, {us}_club AS club, {them}_club AS opponent, '{us}' = 'home' AS is_home,
    {us}_manager_id AS manager_id,
    CASE WHEN {us}_manager_id IS NOT NULL THEN {us}_manager_name END AS manager_name,
    {us}_score AS runs_for, {them}_score AS runs_against,
    CASE WHEN forfeit = 'T' THEN 'N'
         WHEN forfeit IN ('V', 'H') THEN if(forfeit = upper('{us}'[1]), 'W', 'L')
         WHEN {us}_score > {them}_score THEN 'W'
         WHEN {us}_score < {them}_score THEN 'L'
         WHEN {us}_score = {them}_score THEN 'T' END AS result,
    CASE WHEN forfeit = 'T' THEN 'none'
         WHEN forfeit IN ('V', 'H') THEN 'forfeit'
         ELSE 'play' END AS decided_by,
    {us}_pitcher_id AS starting_pitcher_id, {us}_pitcher_name AS starting_pitcher_name,
    {them}_pitcher_id AS opposing_starter_id, {them}_throws AS opposing_starter_throws
FROM game
"""

# Only those club-seasons are looked at where a man ran a game whom Lahman does not list, or cannot name, or
# where nobody knows who ran it. Their games are credited
#   by list: to the listed man who ran the game or else the last one before it, or else the next one after it,
#     or else, where no listed man ran any, to the only one listed;
#   by run, where the list cannot say: a run of games by another man, followed at once by the return of the
#     man in charge, is credited to the absent man; the man of any other run takes charge.
CREDIT = """
CREATE TABLE credit AS
WITH RECURSIVE list AS (
    SELECT
        season, club,
        bool_and(manager_id IS NOT NULL) AS all_known,
        if(count(*) = 1, any_value(manager_id), NULL) AS only_man
    FROM appointed
    GROUP BY season, club
),
in_doubt AS (
    SELECT season, club FROM side ANTI JOIN appointed USING (season, club, manager_id)
    UNION
    SELECT season, club FROM list WHERE NOT all_known
),
doubtful AS (
    SELECT
        season, club, moment, side.manager_id, only_man,
        if(all_known, appointed.manager_id, NULL) AS listed_id
    FROM side
    SEMI JOIN in_doubt USING (season, club)
    LEFT JOIN list USING (season, club)
    LEFT JOIN appointed USING (season, club, manager_id)
),
by_list AS (
    SELECT
        season, club, moment, manager_id, only_man,
        coalesce(
            last_value(listed_id IGNORE NULLS) OVER (
                PARTITION BY season, club ORDER BY moment
                ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
            first_value(listed_id IGNORE NULLS) OVER (
                PARTITION BY season, club ORDER BY moment
                ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING),
            only_man
        ) AS listed_man
    FROM doubtful
),
run AS (
    SELECT
        season, club, moment, manager_id,
        row_number() OVER in_order AS number,
        lead(manager_id) OVER in_order AS next_manager_id
    FROM (
        SELECT season, club, moment, manager_id
        FROM by_list
        WHERE listed_man IS NULL AND manager_id IS NOT NULL
        QUALIFY manager_id IS DISTINCT FROM
            lag(manager_id) OVER (PARTITION BY season, club ORDER BY moment)
    )
    WINDOW in_order AS (PARTITION BY season, club ORDER BY moment)
),
charge AS (
    SELECT season, club, moment, number, manager_id AS in_charge FROM run WHERE number = 1
    UNION ALL
    SELECT
        run.season, run.club, run.moment, run.number,
        if(run.next_manager_id = in_charge, in_charge, run.manager_id)
    FROM charge JOIN run
        ON run.season = charge.season AND run.club = charge.club AND run.number = charge.number + 1
)
SELECT
    by_list.season, by_list.club, by_list.moment,
    CASE WHEN manager_id IS NULL THEN only_man ELSE coalesce(listed_man, in_charge) END AS credited_manager_id
FROM by_list ASOF LEFT JOIN charge
    ON charge.season = by_list.season AND charge.club = by_list.club AND charge.moment <= by_list.moment;
"""

CLUB_GAME = """
CREATE TABLE club_game AS
SELECT
    side.*,
    if(credit.moment IS NULL, manager_id, credit.credited_manager_id) AS credited_manager_id
FROM side LEFT JOIN credit USING (season, club, moment);

COPY (
    SELECT
        game_id, season, date, game_number, 'regular' AS game_type, 'MLB' AS level,
        league, club, opponent, is_home, manager_id, manager_name, credited_manager_id,
        runs_for, runs_against, result, decided_by,
        starting_pitcher_id, opposing_starter_id, opposing_starter_throws
    FROM club_game
) TO '{out}/club_game.parquet' (COMPRESSION zstd);
"""

# --- lineup, and the records ----------------------------------------------------------------------------

START = """
SELECT
    game_id, season, moment, {us}_club AS club, {us}_manager_id AS manager_id, {them}_throws AS opposing_hand,
    {slot}::TINYINT AS slot, {us}_{slot}_id AS player_id, {us}_{slot}_name AS player_name,
    {us}_{slot}_position AS position
FROM game
WHERE {us}_{slot}_id IS NOT NULL
"""

LINEUP = """
COPY (SELECT game_id, season, club, slot, player_id, player_name, position FROM start)
TO '{out}/lineup.parquet' (COMPRESSION zstd);
"""

MANAGER_SEASON = """
COPY (
    WITH game_of AS (
        SELECT 'managed' AS rule, manager_id, * EXCLUDE (manager_id, credited_manager_id) FROM club_game
        UNION ALL
        SELECT 'credited' AS rule, credited_manager_id, * EXCLUDE (manager_id, credited_manager_id)
        FROM club_game
    ),
    tally AS (
        SELECT
            manager_id, season, club, rule,
            count(*) AS games,
            count(*) FILTER (result = 'W') AS wins,
            count(*) FILTER (result = 'L') AS losses,
            count(*) FILTER (result = 'T') AS ties,
            count(*) FILTER (result = 'N') AS no_decisions,
            coalesce(sum(runs_for) FILTER (decided_by = 'play'), 0)::INTEGER AS runs_for,
            coalesce(sum(runs_against) FILTER (decided_by = 'play'), 0)::INTEGER AS runs_against,
            count(*) FILTER (decided_by = 'play' AND result IN ('W', 'L')) AS decisions_by_play,
            count(*) FILTER (result = 'W' AND is_home) AS home_wins,
            count(*) FILTER (result = 'L' AND is_home) AS home_losses,
            count(*) FILTER (result = 'W' AND NOT is_home) AS road_wins,
            count(*) FILTER (result = 'L' AND NOT is_home) AS road_losses,
            count(*) FILTER (result = 'W' AND decided_by = 'play' AND margin = 1) AS one_run_wins,
            count(*) FILTER (result = 'L' AND decided_by = 'play' AND margin = -1) AS one_run_losses,
            min(date) AS first_game,
            max(date) AS last_game,
            max(moment) AS last_moment
        FROM (SELECT *, runs_for - runs_against AS margin FROM game_of)
        WHERE manager_id IS NOT NULL
        GROUP BY manager_id, season, club, rule
    ),
    club_end AS (SELECT season, club, max(moment) AS last_moment FROM club_game GROUP BY season, club),
    in_log AS (SELECT manager_id, max(manager_name) AS name FROM club_game GROUP BY manager_id),
    series_year AS (SELECT DISTINCT yearID::SMALLINT AS season FROM series)
    SELECT
        manager_id, coalesce(in_log.name, people.name) AS manager_name,
        season, club, 'MLB' AS level, rule,
        games, wins, losses, ties, no_decisions,
        wins / nullif(wins + losses, 0) AS win_pct,
        runs_for, runs_against,
        decisions_by_play * runs_for ** 1.83 / nullif(runs_for ** 1.83 + runs_against ** 1.83, 0)
            AS pythagorean_wins,
        home_wins, home_losses, road_wins, road_losses, one_run_wins, one_run_losses,
        team.finish,
        if(series_year.season IS NULL, NULL,
           coalesce(team.in_series, false) AND tally.last_moment = club_end.last_moment) AS postseason,
        first_game, last_game
    FROM tally
    JOIN club_end USING (season, club)
    LEFT JOIN team USING (season, club)
    LEFT JOIN series_year USING (season)
    LEFT JOIN in_log USING (manager_id)
    LEFT JOIN people ON people.retro_id = tally.manager_id
) TO '{out}/manager_season.parquet' (COMPRESSION zstd);
"""

# --- usage ----------------------------------------------------------------------------------------------

LINEUP_USAGE = """
CREATE TABLE lineup_usage AS
SELECT
    manager_id, season, club, player_id, max(player_name) AS player_name, slot, position, opposing_hand,
    count(*) AS starts, min(moment) AS first_moment, max(moment) AS last_moment
FROM start
GROUP BY manager_id, season, club, player_id, slot, position, opposing_hand;

COPY (SELECT * EXCLUDE (first_moment, last_moment) FROM lineup_usage WHERE manager_id IS NOT NULL)
TO '{out}/lineup_usage.parquet' (COMPRESSION zstd);
"""

# A player's window holds every start of his, so a manager has a row for each player in whose window he ran a
# game: nobody else can have a start to count. The games he ran in it are those he had run by its last moment,
# less those he had run before its first.
PLAYER_USAGE = """
COPY (
    WITH tenure AS (
        SELECT
            season, club, manager_id,
            max(manager_name) AS manager_name,
            count(*) AS club_games,
            count(*) FILTER (opposing_starter_throws = 'L') AS club_games_vs_l,
            count(*) FILTER (opposing_starter_throws = 'R') AS club_games_vs_r
        FROM club_game
        GROUP BY season, club, manager_id
    ),
    batting AS (
        SELECT
            season, club, player_id, manager_id,
            max(player_name) AS player_name,
            sum(starts)::BIGINT AS lineup_starts,
            coalesce(sum(starts) FILTER (opposing_hand = 'L'), 0)::BIGINT AS lineup_starts_vs_l,
            coalesce(sum(starts) FILTER (opposing_hand = 'R'), 0)::BIGINT AS lineup_starts_vs_r,
            sum(slot * starts) / sum(starts) AS mean_slot,
            min(first_moment) AS first_moment,
            max(last_moment) AS last_moment
        FROM lineup_usage
        GROUP BY season, club, player_id, manager_id
    ),
    pitching AS (
        SELECT
            season, club, starting_pitcher_id AS player_id, manager_id,
            max(starting_pitcher_name) AS player_name,
            count(*) AS pitching_starts,
            min(moment) AS first_moment,
            max(moment) AS last_moment
        FROM club_game
        WHERE starting_pitcher_id IS NOT NULL
        GROUP BY season, club, starting_pitcher_id, manager_id
    ),
    player AS (
        SELECT
            season, club, player_id,
            max(player_name) AS player_name,
            min(first_moment) AS first_moment,
            max(last_moment) AS last_moment
        FROM (FROM batting UNION ALL BY NAME FROM pitching)
        GROUP BY season, club, player_id
    ),
    run_by AS (
        SELECT
            season, club, manager_id, moment,
            count(*) OVER so_far AS games,
            count(*) FILTER (opposing_starter_throws = 'L') OVER so_far AS games_vs_l,
            count(*) FILTER (opposing_starter_throws = 'R') OVER so_far AS games_vs_r
        FROM club_game
        WINDOW so_far AS (
            PARTITION BY season, club, manager_id ORDER BY moment
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    ),
    in_window AS (
        SELECT
            player.season, player.club, player.player_id, player.player_name, player.manager_id,
            until.games - coalesce(before.games, 0) AS window_games,
            until.games_vs_l - coalesce(before.games_vs_l, 0) AS window_games_vs_l,
            until.games_vs_r - coalesce(before.games_vs_r, 0) AS window_games_vs_r
        FROM (FROM player JOIN tenure USING (season, club)) AS player
        ASOF JOIN run_by AS until
            ON until.season = player.season AND until.club = player.club
            AND until.manager_id = player.manager_id AND until.moment <= player.last_moment
        ASOF LEFT JOIN run_by AS before
            ON before.season = player.season AND before.club = player.club
            AND before.manager_id = player.manager_id AND before.moment < player.first_moment
        WHERE window_games > 0
    )
    SELECT
        manager_id, manager_name, season, club, player_id, in_window.player_name,
        club_games, club_games_vs_l, club_games_vs_r,
        club_games - club_games_vs_l - club_games_vs_r AS club_games_unknown_hand,
        coalesce(lineup_starts, 0) AS lineup_starts,
        coalesce(lineup_starts_vs_l, 0) AS lineup_starts_vs_l,
        coalesce(lineup_starts_vs_r, 0) AS lineup_starts_vs_r,
        coalesce(pitching_starts, 0) AS pitching_starts,
        mean_slot,
        window_games, window_games_vs_l, window_games_vs_r
    FROM in_window
    JOIN tenure USING (season, club, manager_id)
    LEFT JOIN batting USING (season, club, player_id, manager_id)
    LEFT JOIN pitching USING (season, club, player_id, manager_id)
) TO '{out}/player_usage.parquet' (COMPRESSION zstd);
"""


# --- one run --------------------------------------------------------------------------------------------


def run(gamelogs: Path, lahman: Path, out: Path, threads: int = 2) -> dict[str, float]:
    """Write the five tables to `out` and return the seconds that each step took."""
    seconds: dict[str, float] = {}
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="skipper-gamelogs-") as folder, duckdb.connect() as database:
        started = time.perf_counter()
        files = unpack(gamelogs, Path(folder))
        seconds["unpack"] = time.perf_counter() - started
        database.execute(f"SET threads = {threads}; SET preserve_insertion_order = false")
        for step, sql in steps(files, lahman, out).items():
            started = time.perf_counter()
            database.execute(sql)
            seconds[step] = time.perf_counter() - started
    return seconds


def unpack(gamelogs: Path, folder: Path) -> list[Path]:
    """The game logs in `gamelogs` as text files: members of its zips go to `folder`, under names of ours."""
    logs = [path for path in sorted(gamelogs.iterdir()) if re.match(r"gl\d{4}\.(zip|txt)$", path.name, re.I)]
    if not logs:
        raise FileNotFoundError(f"no glYYYY.zip or glYYYY.txt in {gamelogs}")
    zips = [path for path in logs if path.suffix.lower() == ".zip"]
    with ThreadPoolExecutor(2) as pool:  # zlib inflates outside the interpreter's lock
        unzipped = pool.map(lambda path: unzip(path, folder), zips)
        return [path for path in logs if path not in zips] + [text for texts in unzipped for text in texts]


def unzip(path: Path, folder: Path) -> list[Path]:
    texts = []
    with zipfile.ZipFile(path) as archive:
        for number, member in enumerate(archive.infolist()):
            texts.append(folder / f"{path.stem}-{number}.txt")
            texts[-1].write_bytes(archive.read(member))
    return texts


def steps(files: list[Path], lahman: Path, out: Path) -> dict[str, str]:
    """Each step's SQL, in order."""
    columns = {f"f{number}": "VARCHAR" for number in range(1, FIELD_COUNT + 1)}
    columns |= {f"f{number}": kind for number, (_, kind) in FIELDS.items()}
    read = GAME.format(
        names=", ".join(f"f{number} AS {name}" for number, (name, _) in FIELDS.items()),
        files=[str(file) for file in files],
        columns=columns,
    )
    sides = ({"us": "visitor", "them": "home"}, {"us": "home", "them": "visitor"})
    side = "CREATE VIEW side AS" + "UNION ALL".join(SIDE.format(**clubs) for clubs in sides) + ";"
    start = "CREATE VIEW start AS" + "UNION ALL".join(
        START.format(**clubs, slot=slot) for clubs in sides for slot in range(1, 10)
    )
    return {
        "lahman": LAHMAN.format(lahman=lahman, csv=LAHMAN_CSV),
        "read": read,
        "club_game": side + CREDIT + CLUB_GAME.format(out=out),
        "lineup": start + ";" + LINEUP.format(out=out),
        "manager_season": MANAGER_SEASON.format(out=out),
        "lineup_usage": LINEUP_USAGE.format(out=out),
        "player_usage": PLAYER_USAGE.format(out=out),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gamelogs", type=Path, required=True, help="folder of glYYYY.zip or glYYYY.txt")
    parser.add_argument("--lahman", type=Path, required=True, help="folder of Lahman's CSV files")
    parser.add_argument("--out", type=Path, required=True, help="folder for the Parquet files")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    seconds = run(options.gamelogs, options.lahman, options.out, options.threads)
    for step, spent in seconds.items():
        print(f"{step:<16}{spent:8.2f} s")
    print(f"{'all':<16}{sum(seconds.values()):8.2f} s")
    for table in TABLES:
        rows = duckdb.sql(f"SELECT count(*) FROM '{options.out / table}.parquet'").fetchone()[0]
        print(f"{table:<16}{rows:10,} rows")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
