"""Table `exception`: irregularities in a source's records, kept as recorded."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick
from skipper.tables.games.withheld_lineup import EIGHT_MEN_UNTIL, missing, none_in

TABLE = Table(
    name="exception",
    grain="one row per irregularity in a club's game",
    key=("kind", "game_id", "club", "source"),
    sources="Retrosheet game logs and event files; minorleaguesplits play-by-play; the Stats API",
    columns=pick(
        SHARED,
        Column(
            "kind",
            "string",
            f"eight_men (a lineup with eight players, kept in seasons up to {EIGHT_MEN_UNTIL} and withheld in "
            f"later seasons), "
            "withheld_lineup (a lineup that a source lists and that cannot be true: the lineup is not used, the game "
            "keeps its result), "
            "no_starting_pitcher (a lineup without a starter), forfeit_against_score (the leading side lost "
            "by forfeit), "
            "short_lineup (a minorleaguesplits lineup with fewer than nine players), level_at_end (minorleaguesplits "
            "plays that end with the score level: the last play may be missing, and there is no result), "
            "undecided_run (minorleaguesplits plays whose winner depends on a run listed among steals or a pickoff, "
            "where Retrosheet's grammar has no advance: there is no result), unknown_game_type (an event file's "
            "gametype that is not in Retrosheet's list: the game is in no record), club_without_code (a major-league "
            "club of the Stats API whose codes no other source has that season: it keeps the API's id; one row, for "
            "its first game), club_not_in_book (a club in a league that Lahman's Teams lists that season without the "
            "club; one row, for its first game), box_score_runs (a Retrosheet box score whose line score differs from "
            "the runs of the club's batters: the line score is used), contradicted_id (an info record of an event file "
            "with another date, number or home club than the game's id, which is used; one row per game, for the home "
            "club)",
            required=True,
        ),
        "source",
        "season",
        "game_id",
        "club",
        Column("evidence", "string", "what the source states, in words", required=True),
        "source_file",
        "source_line",
    ),
)

# Only the plays say why a source lists no batter: they end before the slot's turn, or a player enters the slot.
SQL = f"""
WITH card AS (
    SELECT season, game_id, club, source, list(slot) AS slots, {missing("list(slot)")} AS missing
    FROM lineup GROUP BY season, game_id, club, source HAVING len(slots) < 9
),
last_play AS (
    SELECT game_id, max(inning) AS inning FROM plate_appearance SEMI JOIN card USING (game_id) GROUP BY game_id
),
at_bat AS (
    SELECT game_id, batting_club AS club, count(*) AS turns
    FROM plate_appearance SEMI JOIN card USING (game_id) GROUP BY game_id, batting_club
),
entry AS (
    SELECT
        s.game_id, s.club,
        string_agg(
            format('{{}} enters slot {{}} in inning {{}}', s.player_id, s.slot, s.inning)
            || coalesce(format(' (line {{}})', s.source_line), ''), ', ' ORDER BY s.sequence
        ) AS entered
    FROM substitution AS s JOIN card AS c ON c.game_id = s.game_id AND c.club = s.club
    WHERE list_contains(c.missing, s.slot) AND s.replaced_id IS NULL GROUP BY s.game_id, s.club
),
short AS (
    SELECT
        c.season, c.game_id, c.club, c.source, len(c.slots) AS batters,
        format('the source lists {{}} batters, {{}}: {{}}', len(c.slots), {none_in("c.missing")}, CASE
            WHEN a.turns < c.missing[1]
            THEN format('the plays end in inning {{}}, after {{}} plate appearances of the club', p.inning, a.turns)
            ELSE coalesce(e.entered, 'the source does not say why')
        END) AS evidence
    FROM card AS c
    LEFT JOIN last_play AS p ON p.game_id = c.game_id
    LEFT JOIN at_bat AS a ON a.game_id = c.game_id AND a.club = c.club
    LEFT JOIN entry AS e ON e.game_id = c.game_id AND e.club = c.club
),
oddity AS (
    SELECT
        'eight_men' AS kind, season, game_id, club, evidence
    FROM short WHERE season <= {EIGHT_MEN_UNTIL} AND batters = 8
    UNION ALL
    SELECT 'no_starting_pitcher', season, game_id, club, 'the field of the starting pitcher is blank'
    FROM club_game WHERE has_lineup AND starting_pitcher_id IS NULL
    UNION ALL
    SELECT
        'forfeit_against_score', season, game_id, club,
        format('lost by forfeit when leading {{}}-{{}}', runs_for, runs_against)
    FROM club_game WHERE decided_by = 'forfeit' AND result = 'L' AND runs_for > runs_against
    UNION ALL
    SELECT 'short_lineup', season, game_id, club, evidence FROM short WHERE source = 'minorleaguesplits'
    UNION ALL
    SELECT
        if(e.home_score = e.visitor_score, 'level_at_end', 'undecided_run'), c.season, c.game_id, c.club,
        format('the plays end at {{}}-{{}}', e.visitor_score, e.home_score)
        || if(e.home_score = e.visitor_score, '', ', with a run listed among steals')
    FROM club_game AS c JOIN event_file_game AS e ON e.game_id = c.game_id
    WHERE c.runs_for IS NULL AND c.source = 'minorleaguesplits'
    UNION ALL
    SELECT 'unknown_game_type', season, game_id, club, 'the file states a game type that is not in Retrosheet''s list'
    FROM club_game WHERE game_type IS NULL
    UNION ALL
    SELECT
        'club_without_code', c.season, min_by(c.game_id, (c.date, c.game_number)), c.club,
        format('no game log, event file or Lahman Teams has a code of the {{}}', any_value(t.name))
    FROM club_game AS c JOIN statsapi_club AS t ON t.season = c.season AND t.club = c.club AND t.lacks_code
    GROUP BY c.season, c.club
    UNION ALL
    SELECT
        'club_not_in_book', c.season, min_by(c.game_id, (c.date, c.game_number)), c.club,
        format('Lahman''s Teams has the {{}} of that season without this club', c.league)
    FROM club_game AS c
    SEMI JOIN lahman_teams AS t ON t.season = c.season AND list_contains(t.leagues, c.league)
    ANTI JOIN lahman_teams AS b ON b.season = c.season AND b.club = c.club
    WHERE c.game_type <> 'all_star' GROUP BY c.season, c.club, c.league
    UNION ALL
    SELECT
        'box_score_runs', c.season, c.game_id, c.club,
        format('the line score has {{}} runs, the batters {{}}', c.runs, c.batters_runs)
    FROM event_file_club_game AS c JOIN event_file_game AS e ON e.game_id = c.game_id AND e.account = 'box_score'
    WHERE c.runs <> c.batters_runs
    UNION ALL
    SELECT 'contradicted_id', e.season, e.game_id, g.home_club, e.contradictions
    FROM event_file_game AS e JOIN game AS g ON g.game_id = e.game_id WHERE e.contradictions IS NOT NULL
)
SELECT oddity.*, source, source_file, source_line FROM oddity JOIN game USING (game_id)
UNION ALL BY NAME
SELECT
    'withheld_lineup' AS kind, w.source, w.season, w.game_id, w.club, w.reason AS evidence, g.source_file, g.source_line
FROM withheld_lineup AS w
JOIN source_game AS g ON g.game_id = w.game_id AND g.precedence = w.precedence AND g.source = w.source
"""
