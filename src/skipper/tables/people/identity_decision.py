"""Table `identity_decision`: ids that several people or clubs of a book share or lack, and what is decided."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="identity_decision",
    grain="one row per book and id shared by several of its people, per id that ties people of Lahman and the Register "
    "to several of each other, and per season and club code shared by clubs in Lahman, missing there or of other years",
    key=("kind", "source", "season", "id_name", "id", "own_ids"),
    by_season=False,
    sources="Lahman People, Managers and Teams; Chadwick Register",
    notes="Two rows with the same external id are one person if their dates of birth are the same, or if their names "
    "are compatible and nothing known of their births differs. The row with a manager's line, else the row with "
    "games, then stands for the person, and the other's ids are aliases in person_alias (tied_by same_person). "
    "Two people with the same external id keep the book's own ids, and neither has the external one, unless their "
    "names are compatible and only one of them has games or a manager's line, or the Register gives the id to a "
    "person with the same date of birth. Names are compatible if the last names are the same and one of the first "
    "or given names is, where an initial is compatible with a name that begins with it.",
    columns=(
        Column("kind", "string", "person or club", required=True),
        Column("source", "string", "the book: lahman or register", required=True),
        Column("season", "int", "the club's season; null for people"),
        Column(
            "id_name",
            "string",
            "the id that is shared, missing or of other years: retrosheet_id, bbref_id, mlbam_id, bbref_minors_id, "
            "fangraphs_id or wikidata_id; lahman_id or person_id if a book repeats its own id; club or "
            "lahman_club for clubs",
            required=True,
        ),
        Column("id", "string", "the id; for a missing code, the code that is used instead", required=True),
        Column(
            "own_ids",
            "array<string>",
            "the book's own ids of the rows concerned; in the Register's case after `register:`",
            required=True,
        ),
        Column("used", "string", "the book's own id of the person or club that has the id; null if neither has it"),
        Column("decision", "string", "what is decided", required=True),
        Column("evidence", "string", "what the rows state, and why this follows", required=True),
    ),
)

SQL = """
SELECT
    'person' AS kind, book AS source, NULL::INTEGER AS season, id_name, id,
    list(DISTINCT own_id ORDER BY own_id) AS own_ids, min(person) FILTER (uses_id) AS used,
    any_value(decision) AS decision, any_value(evidence) AS evidence
FROM book_identity GROUP BY book, id_name, id
UNION ALL
SELECT
    'person', 'lahman', NULL, id_name, id, own_ids, used, decision, string_agg(evidence, '; ' ORDER BY lahman_id)
FROM tied_person WHERE decision IS NOT NULL GROUP BY id_name, id, own_ids, used, decision
UNION ALL
SELECT
    'club', 'lahman', season, 'club', stated_club, list(lahman_club ORDER BY lahman_club),
    min(lahman_club) FILTER (club = stated_club), any_value(decision), string_agg(evidence, '; ' ORDER BY lahman_club)
FROM lahman_club_season WHERE decision IS NOT NULL AND stated_club IS NOT NULL GROUP BY season, stated_club
UNION ALL
SELECT 'club', 'lahman', season, 'club', club, [lahman_club], lahman_club, decision, evidence
FROM lahman_club_season WHERE decision IS NOT NULL AND stated_club IS NULL
UNION ALL
SELECT
    'club', 'lahman', season, 'lahman_club', lahman_club, [lahman_club], lahman_club, 'one row used',
    count(*) || ' rows have the season and the book''s own id; the one with most games is used'
FROM lahman_team GROUP BY season, lahman_club HAVING count(*) > 1
"""
