"""Starting lineups that cannot be true; none of them is used, and the game keeps its result."""

from __future__ import annotations

from skipper.lake.contract import Table

EIGHT_MEN_UNTIL = 1884  # latest season in which clubs are known to have started eight players

TABLE = Table(
    name="withheld_lineup",
    grain="one row per game, club and source whose lineup is not used, with the reason",
    notes="A lineup is nine players in the slots 1 to 9, each player and each slot once, and no player of the other "
    f"club. Up to {EIGHT_MEN_UNTIL} eight players are a lineup. A minorleaguesplits lineup may lack players.",
    published=False,
)


def missing(slots: str) -> str:
    """Return the SQL of the slots 1 to 9 that are not in a list."""
    return f"[number FOR number IN range(1, 10) IF NOT list_contains({slots}, number)]"


def none_in(slots: str) -> str:
    """Return the SQL of the words for slots without a batter, given as a list."""
    return f"format('none in slot{{}} {{}}', if(len({slots}) = 1, '', 's'), array_to_string({slots}, ', '))"


# Hardly any lineup is withheld, so only those that are get words. Two sums find the few games whose rows have to be
# counted by windows, which took eight times as long for all games.
SQL = f"""
WITH suspected AS (
    SELECT precedence, game_id FROM listed_lineup GROUP BY precedence, game_id, club
    HAVING count(*) <> 9 OR bit_or(1 << least(greatest(slot, 0), 10)) <> {sum(1 << slot for slot in range(1, 10))}
    UNION
    SELECT precedence, game_id FROM listed_lineup GROUP BY precedence, game_id, player_id HAVING count(*) > 1
),
counted AS (
    SELECT
        precedence, source, season, game_id, club, player_id, player_name, slot,
        count(*) OVER (PARTITION BY precedence, game_id, club, slot) AS of_slot,
        count(*) OVER (PARTITION BY precedence, game_id, club, player_id) AS of_player,
        count(*) OVER (PARTITION BY precedence, game_id, player_id) AS of_player_in_game
    FROM listed_lineup SEMI JOIN suspected USING (precedence, game_id)
),
doubtful AS (
    SELECT
        precedence, source, season, game_id, club, list(slot) AS slots,
        CASE
            WHEN max(of_slot) > 1 THEN 'slot'
            WHEN max(of_player) > 1 THEN 'player'
            WHEN max(of_player_in_game) > 1 THEN 'both'
            WHEN min(slot) < 1 OR max(slot) > 9 THEN 'number'
            WHEN count(*) < 9 AND source <> 'minorleaguesplits' AND NOT (count(*) = 8 AND season <= {EIGHT_MEN_UNTIL})
            THEN 'short'
        END AS fault
    FROM counted GROUP BY precedence, source, season, game_id, club HAVING fault IS NOT NULL
),
place AS (
    SELECT
        precedence, game_id, slot, player_id, club, of_slot, of_player, of_player_in_game,
        if(player_name IS NULL, player_id, format('{{}} ({{}})', player_name, player_id)) AS player
    FROM counted SEMI JOIN doubtful USING (precedence, game_id)
)
SELECT
    d.precedence, d.source, d.season, d.game_id, d.club,
    CASE d.fault
        WHEN 'slot'
        THEN (
            SELECT format('slot {{}} is listed twice: {{}}', slot, string_agg(player, ', ' ORDER BY player_id))
            FROM place AS p
            WHERE p.of_slot > 1 AND (p.precedence, p.game_id, p.club) = (d.precedence, d.game_id, d.club)
            GROUP BY slot ORDER BY slot LIMIT 1
        )
        WHEN 'player'
        THEN (
            SELECT format('{{}} is listed twice: slots {{}}', min(player), string_agg(slot, ', ' ORDER BY slot))
            FROM place AS p
            WHERE p.of_player > 1 AND (p.precedence, p.game_id, p.club) = (d.precedence, d.game_id, d.club)
            GROUP BY player_id ORDER BY player_id LIMIT 1
        )
        WHEN 'both'
        THEN (
            SELECT format(
                '{{}} is in both lineups: {{}}', min(player),
                string_agg(format('slot {{}} of {{}}', slot, club), ', ' ORDER BY club)
            )
            FROM place AS p WHERE p.of_player_in_game > 1 AND (p.precedence, p.game_id) = (d.precedence, d.game_id)
            GROUP BY player_id ORDER BY player_id LIMIT 1
        )
        WHEN 'number' THEN 'a slot is not 1 to 9'
        ELSE format('{{}} of nine players are listed, {{}}', len(d.slots), {none_in(missing("d.slots"))})
    END AS reason
FROM doubtful AS d
"""
