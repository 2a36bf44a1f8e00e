"""Every person in the Chadwick Register or Lahman, with the ids from both sources: the basis of `person`."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="merged_person",
    grain="one row per person",
    by_season=False,
    notes="Lahman people are matched to the Register by Retrosheet id, else by Baseball-Reference id. "
    "Initials are written together (A.J. Hinch), and `spelling` replaces names that baseball writers spell "
    "differently.",
    published=False,
)

_EITHER = (
    "first_name",
    "last_name",
    "given_name",
    "birth_year",
    "birth_month",
    "birth_day",
    "death_year",
    "death_month",
    "death_day",
    "bbref_id",
    "retrosheet_id",
)
_REGISTER_ONLY = (
    "nickname",
    "mlb_managed_first",
    "mlb_managed_last",
    "pro_managed_first",
    "pro_managed_last",
    "mlbam_id",
    "bbref_minors_id",
    "fangraphs_id",
)

SQL = f"""
WITH tied AS (
    SELECT
        l.*,
        coalesce(by_retrosheet.person_id, by_bbref.person_id, 'lahman:' || l.lahman_id) AS person_id,
        CASE
            WHEN by_retrosheet.person_id IS NOT NULL THEN 'retrosheet_id'
            WHEN by_bbref.person_id IS NOT NULL THEN 'bbref_id'
            ELSE 'itself'
        END AS tied_by
    FROM lahman_people AS l
    LEFT JOIN register_people AS by_retrosheet ON by_retrosheet.retrosheet_id = l.retrosheet_id
    LEFT JOIN register_people AS by_bbref ON by_bbref.bbref_id = l.bbref_id
)
SELECT
    person_id,
    coalesce(s.name, nullif(concat_ws(
        ' ',
        regexp_replace(coalesce(r.first_name, l.first_name), '\\. ([A-Z]\\.)', '.\\1'),
        coalesce(r.last_name, l.last_name)
    ), '')) AS name,
    {", ".join(f"coalesce(r.{name}, l.{name}) AS {name}" for name in _EITHER)},
    {", ".join(f"r.{name}" for name in _REGISTER_ONLY)},
    l.bats, l.throws, l.debut, l.lahman_id,
    coalesce(r.mlb_played_first, year(l.debut))::INTEGER AS mlb_played_first,
    coalesce(r.mlb_played_last, year(l.final_game))::INTEGER AS mlb_played_last,
    r.retrosheet_id AS register_retrosheet_id,
    r.bbref_id AS register_bbref_id,
    CASE WHEN starts_with(person_id, 'lahman:') THEN 'lahman' ELSE 'register' END AS source,
    coalesce(l.tied_by, 'register') AS tied_by
FROM register_people AS r FULL JOIN tied AS l USING (person_id)
LEFT JOIN spelling AS s ON s.retrosheet_id = coalesce(r.retrosheet_id, l.retrosheet_id)
"""
