"""Table `award`: the managers' awards, who won them and who had votes."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

_KEY = ("season", "award", "league", "lahman_id")

TABLE = Table(
    name="award",
    grain="one row per season, award, league and man who won it or had votes",
    key=_KEY,
    by_season=False,
    sources="Lahman AwardsManagers (winners) and AwardsShareManagers (votes); empty without them",
    notes="Of the major leagues only. All seasons of the source, whether the lake has their games or not.",
    columns=(
        Column("season", "int", "the season awarded", required=True),
        Column("award", "string", "the award as Lahman names it, with who gives it", required=True),
        Column("league", "string", "AL or NL; ML for an award to one man of both", required=True),
        Column("lahman_id", "string", "Lahman id of the man", required=True),
        Column("person_id", "string", "person_id of the man; null where Lahman's People has him not"),
        Column("won", "boolean", "whether he won it; two who shared it both did", required=True),
        Column("points", "int", "points in the vote; null where no vote is recorded"),
        Column("points_possible", "int", "points that the first choice of all would have; null likewise"),
        Column("first_place_votes", "int", "voters whose first choice he was; null likewise"),
    ),
    checks=(
        Check(
            "award: no more points than possible",
            "SELECT season, award, league, lahman_id FROM award WHERE points > points_possible",
            "he has more points than there were",
        ),
    ),
)

SQL = """
SELECT
    coalesce(w.season, v.season) AS season, coalesce(w.award, v.award) AS award, coalesce(w.league, v.league) AS league,
    coalesce(w.lahman_id, v.lahman_id) AS lahman_id, p.person_id, w.lahman_id IS NOT NULL AS won,
    v.points, v.points_possible, v.first_place_votes
FROM lahman_awards AS w
FULL JOIN lahman_award_votes AS v
    ON v.season = w.season AND v.award = w.award AND v.league = w.league AND v.lahman_id = w.lahman_id
LEFT JOIN merged_person AS p ON p.lahman_id = coalesce(w.lahman_id, v.lahman_id)
"""
