"""Every person in the Chadwick Register or Lahman, with the ids from both sources: the basis of `person`."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="merged_person",
    grain="one row per person",
    by_season=False,
    notes="Lahman people are matched to the Register in `tied_person`. A player in the "
    "list of Minor League Splits whose MLBAM id is not in the Register is matched to a person without an MLBAM id by "
    "full date of birth, last name, and first name or one of the given names, ignoring accents and punctuation, if "
    "neither matches anyone else; a name alone matches nobody. "
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
_FROM_REGISTER = (
    "nickname",
    "mlb_managed_first",
    "mlb_managed_last",
    "pro_managed_first",
    "pro_managed_last",
    "bbref_minors_id",
    "fangraphs_id",
    "wikidata_id",
)


def _letters(name: str) -> str:
    """Return SQL for a name's letters, in lower case and without accents; null if it has none."""
    return f"nullif(regexp_replace(lower(strip_accents({name})), '[^a-z]', '', 'g'), '')"


def initials_together(first_name: str) -> str:
    """Return SQL for a first name whose initials are written together: A.J. for A. J.; null for null."""
    return f"regexp_replace({first_name}, '\\. ([A-Z]\\.)', '.\\1')"


SQL = f"""
WITH tied AS (
    SELECT l.* EXCLUDE (retrosheet_id, bbref_id), t.retrosheet_id, t.bbref_id, t.person_id, t.tied_by
    FROM lahman_person AS l JOIN tied_person AS t USING (lahman_id)
    WHERE NOT t.is_alias
),
known AS (
    SELECT
        person_id,
        {", ".join(f"coalesce(r.{name}, l.{name}) AS {name}" for name in _EITHER)},
        {", ".join(f"r.{name}" for name in _FROM_REGISTER)},
        l.bats, l.throws, l.debut, l.lahman_id,
        coalesce(r.mlb_played_first, year(l.debut))::INTEGER AS mlb_played_first,
        coalesce(r.mlb_played_last, year(l.final_game))::INTEGER AS mlb_played_last,
        r.retrosheet_id AS register_retrosheet_id,
        r.bbref_id AS register_bbref_id,
        r.mlbam_id AS register_mlbam_id,
        CASE WHEN starts_with(person_id, 'lahman:') THEN 'lahman' ELSE 'register' END AS source,
        coalesce(l.tied_by, 'register') AS tied_by
    FROM register_person AS r FULL JOIN tied AS l USING (person_id)
),
alike AS (
    SELECT k.person_id, m.mlbam_id
    FROM minor_player AS m
    ANTI JOIN register_person AS r ON r.mlbam_id = m.mlbam_id
    JOIN known AS k
        ON k.register_mlbam_id IS NULL
        AND k.birth_year = TRY_CAST(m.birth_year AS INTEGER)
        AND k.birth_month = TRY_CAST(m.birth_month AS INTEGER)
        AND k.birth_day = TRY_CAST(m.birth_day AS INTEGER)
        AND {_letters("k.last_name")} = {_letters("m.last_name")}
        AND (
            {_letters("k.first_name")} = {_letters("m.first_name")}
            OR list_contains(
                [{_letters("given")} FOR given IN string_split(k.given_name, ' ')], {_letters("m.first_name")}
            )
        )
),
of_minors AS (
    FROM alike
    QUALIFY count(*) OVER (PARTITION BY person_id) = 1 AND count(*) OVER (PARTITION BY mlbam_id) = 1
)
SELECT
    k.*,
    coalesce(s.name, nullif(concat_ws(' ', {initials_together("k.first_name")}, k.last_name), '')) AS name,
    coalesce(k.register_mlbam_id, m.mlbam_id) AS mlbam_id
FROM known AS k
LEFT JOIN of_minors AS m USING (person_id)
LEFT JOIN spelling AS s ON s.retrosheet_id = k.retrosheet_id
"""
