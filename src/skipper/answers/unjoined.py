"""The people whose ids do not join the Chadwick Register, by the source that names them."""

from __future__ import annotations

from skipper.answers.answer import Row, Table, View, shown
from skipper.lake.reader import LakeReader

FIELDS = ("source", "people", "managers", "players", "namesakes", "examples", "why")
EXAMPLES = 3
NOTE = (
    "Not joined: people whom no id ties to the Register, which would tie their ids in other sources to one another. "
    "Alike: those with the name of a person in the Register; a name alone joins nobody."
)
_WHY = {
    "lahman": "in Lahman; the Register has neither the Retrosheet nor the Baseball-Reference id given there",
    "retrosheet": "in Retrosheet's games; neither the Register nor Lahman has the Retrosheet id",
    "mlbam": "in games of the minors or the Stats API; the Register does not have the MLBAM id",
    "managers": "in the manager file, without an id or with one that the Register does not have",
}
_COLUMNS = (
    shown("Source", "code"),
    shown("People", "count"),
    shown("Mgrs", "count", "managers"),
    shown("Players", "count"),
    shown("Alike", "count", "namesakes"),
    shown("For example", "prose", "listed"),
)


def unjoined(lake: LakeReader) -> Table:
    """Return the people outside the Register: one row per source of their ids.

    `people` counts them; `managers` and `players` those who ran or played in a game of the lake; `namesakes` those with
    the name of a person in the Register. `examples` are the ids of a few, those with the most games first, and `why` is
    the reason that they do not join.
    """
    rows = [
        {**row, "why": _WHY.get(row["source"], "the Register does not have the id")} for row in lake.rows(_UNJOINED)
    ]
    told = [{**row, "listed": _listed(row)} for row in rows]
    views = (View(_COLUMNS, told, "People who do not join the Register"),) if rows else ()
    return Table("unjoined", FIELDS, rows, views)


def _listed(row: Row) -> str:
    named = (f"{name or '?'} ({id_})" for id_, name in zip(row["examples"], row["names"], strict=True))
    return f"{', '.join(named)}: {row['why']}"


_UNJOINED = f"""
WITH namesake AS (SELECT lower(name) AS name FROM person WHERE source = 'register' AND name IS NOT NULL GROUP BY ALL),
ran AS (
    SELECT manager_person_id AS person_id, sum(games) AS games FROM manager_season WHERE rule = 'managed' GROUP BY ALL
),
played AS (
    SELECT player_person_id AS person_id, sum(lineup_starts + pitching_starts) AS games FROM player_usage GROUP BY ALL
),
counted AS (
    SELECT p.source, p.person_id, p.name, n.name IS NOT NULL AS alike, ran.games IS NOT NULL AS manages,
        played.games IS NOT NULL AS plays, coalesce(ran.games, 0) + coalesce(played.games, 0) AS games
    FROM person AS p
    LEFT JOIN namesake AS n ON n.name = lower(p.name)
    LEFT JOIN ran ON ran.person_id = p.person_id
    LEFT JOIN played ON played.person_id = p.person_id
    WHERE p.source <> 'register'
)
SELECT source, count(*) AS people, count(*) FILTER (manages) AS managers, count(*) FILTER (plays) AS players,
    count(*) FILTER (alike) AS namesakes,
    list(person_id ORDER BY games DESC, person_id)[:{EXAMPLES}] AS examples,
    list(name ORDER BY games DESC, person_id)[:{EXAMPLES}] AS names
FROM counted GROUP BY source ORDER BY people DESC, source
"""
