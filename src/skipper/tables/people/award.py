"""Table `award`: managers who won awards or received votes for them."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

_KEY = ("season", "award", "league", "lahman_id")

TABLE = Table(
    name="award",
    grain="one row per season, award, league and manager who won it or received votes",
    key=_KEY,
    by_season=False,
    sources="Lahman AwardsManagers (winners) and AwardsShareManagers (votes); empty if neither is supplied",
    notes="Major leagues only. Includes all seasons in the source, with or without games in the lake.",
    columns=(
        Column("season", "int", "season of the award", required=True),
        Column("award", "string", "the award's name in Lahman, including who gives it", required=True),
        Column("league", "string", "AL or NL; ML for a single award covering both leagues", required=True),
        Column("lahman_id", "string", "Lahman id of the manager", required=True),
        Column("person_id", "string", "person_id of the manager; null if missing from Lahman's People"),
        Column(
            "won",
            "boolean",
            "whether the manager won the award; true for both winners of a shared award",
            required=True,
        ),
        Column("points", "int", "points received in the vote; null if no vote is recorded"),
        Column(
            "points_possible", "int", "points that a unanimous first choice would receive; null if no vote is recorded"
        ),
        Column("first_place_votes", "int", "voters who put the manager first; null if no vote is recorded"),
    ),
    checks=(
        Check(
            "award: no more points than possible",
            "SELECT season, award, league, lahman_id FROM award WHERE points > points_possible",
            "a manager has more points than possible",
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
LEFT JOIN person_of_lahman AS p ON p.lahman_id = coalesce(w.lahman_id, v.lahman_id)
"""
