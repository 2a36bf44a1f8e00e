"""Chart for a comparison of managers: winning percentage by season, with a strip for each manager."""

from __future__ import annotations

from skipper.answers.answer import Answer, Row, View, shown
from skipper.lake.reader import LakeReader
from skipper.render.figures import cell
from skipper.render.html.answer_page import Chart

FEWEST = 2  # minimum seasons for a manager's line, and minimum managers with such a line
_PCT = shown("Pct", "pct", "win_pct")
_TITLE = "Winning percentage by season"
_RULE_WORDS = {"managed": "that each manager ran", "credited": "that the record book credits to each manager"}


def compare_charts(lake: LakeReader, answer: Answer) -> tuple[Chart, ...]:
    """Return the chart for an answer of `compare`, or an empty tuple if there are too few seasons to draw.

    Includes seasons in which the manager ran at least half of the games of that season's clubs, the same minimum as for
    best and worst seasons. Uses the requested rule, or managed if both were requested. The chart precedes the answer's
    tables.
    """
    rule = answer.rule if answer.rule in _RULE_WORDS else "managed"
    men = answer.subject["managers"]
    asked = {"people": [man["person_id"] for man in men], "rule": rule}
    rows = lake.rows(_SEASONS, asked)
    by_man = {man["person_id"]: [row for row in rows if row["person_id"] == man["person_id"]] for man in men}
    if sum(len(own) >= FEWEST for own in by_man.values()) < FEWEST:
        return ()
    from skipper.render.html.charts import Strip, strips_chart

    names = {man["person_id"]: man["name"] for man in men}
    strips = [
        Strip(names[person], {row["season"]: row["win_pct"] for row in own}) for person, own in by_man.items() if own
    ]
    told = "; ".join(_told(names[person], own) for person, own in by_man.items())
    label = f"{_TITLE}, games {_RULE_WORDS[rule]}. {told}. The table below the chart has every figure."
    return (Chart(strips_chart(strips, "pct", label), _TITLE, _caption(rule), _view(men, rows)),)


def _caption(rule: str) -> str:
    return (
        f"In the games {_RULE_WORDS[rule]} (rule: {rule}); only seasons in which the manager had at least half of the "
        "clubs' games. The dark horizontal line is .500."
    )


def _told(name: str, own: list[Row]) -> str:
    """Return a description of a manager's seasons for the chart's text alternative."""
    if not own:
        return f"{name}: no season"
    low, high = (end(own, key=lambda row: row["win_pct"]) for end in (min, max))
    count = "1 season" if len(own) == 1 else f"{len(own)} seasons"
    return f"{name}: {count}, from {cell(_PCT, low)} in {low['season']} to {cell(_PCT, high)} in {high['season']}"


def _view(men: list[Row], rows: list[Row]) -> View:
    """Return a table of the seasons drawn, with a column for each manager."""
    of = {(row["season"], row["person_id"]): row["win_pct"] for row in rows}
    seasons = sorted({row["season"] for row in rows})
    people = [man["person_id"] for man in men]
    table = [
        {"season": season, **{f"man_{place}": of.get((season, person)) for place, person in enumerate(people)}}
        for season in seasons
    ]
    columns = [shown(man["name"], "pct", f"man_{place}") for place, man in enumerate(men)]
    return View((shown("Year", "season", "season"), *columns), table, _TITLE)


_SEASONS = """
WITH of_clubs AS (
    SELECT season, club, sum(games) AS games FROM manager_season WHERE rule = $rule GROUP BY season, club
)
SELECT m.manager_person_id AS person_id, m.season, sum(m.wins) / sum(m.wins + m.losses) AS win_pct
FROM manager_season AS m JOIN of_clubs AS c USING (season, club)
WHERE m.rule = $rule AND list_contains($people, m.manager_person_id)
GROUP BY ALL HAVING 2 * sum(m.games) >= sum(c.games) AND sum(m.wins + m.losses) > 0
ORDER BY m.season
"""
