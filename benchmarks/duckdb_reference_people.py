"""The reference's SQL for `person` and `person_alias`; `duckdb_reference` says what for and fills in the braces."""

# The columns of the Register that are not text.
REGISTER_TYPES = {
    **dict.fromkeys(("birth_year", "death_year"), "SMALLINT"),
    **dict.fromkeys(("birth_month", "birth_day", "death_month", "death_day"), "TINYINT"),
    **dict.fromkeys(("mlb_played_first", "mlb_played_last", "mlb_managed_first", "mlb_managed_last"), "SMALLINT"),
    **dict.fromkeys(("pro_managed_first", "pro_managed_last"), "SMALLINT"),
}

# `identity`: one row per Retrosheet id, with the person it belongs to.
PEOPLE = """
CREATE TABLE register AS
SELECT
    key_person AS person_id, key_retro, key_bbref, key_mlbam, key_bbref_minors, key_fangraphs,
    name_first, name_last, name_given, name_nick,
    birth_year, birth_month, birth_day, death_year, death_month, death_day,
    mlb_played_first, mlb_played_last, mlb_managed_first, mlb_managed_last, pro_managed_first, pro_managed_last
FROM read_csv({register}, columns = {register_columns}, {csv});

-- A Lahman person is the Register's person with the same Retrosheet id, else with the same Baseball-Reference id, else
-- a person apart. A Lahman id is used only where the Register has no id of that kind for the person.
CREATE TABLE lahman AS
SELECT
    coalesce(by_retro.person_id, by_bbref.person_id, 'lahman:' || playerID) AS person_id,
    CASE WHEN by_retro.person_id IS NOT NULL THEN 'retrosheet_id'
         WHEN by_bbref.person_id IS NOT NULL THEN 'bbref_id'
         ELSE 'itself' END AS tied_by,
    playerID AS lahman_id,
    retroID AS retro_id,
    if(by_retro.person_id IS NULL AND by_bbref.key_retro IS NULL, retroID, NULL) AS new_retro_id,
    if(coalesce(by_retro.key_bbref, by_bbref.key_bbref) IS NULL, bbrefID, NULL) AS new_bbref_id,
    nameFirst AS name_first, nameLast AS name_last, nameGiven AS name_given,
    birthYear AS birth_year, birthMonth AS birth_month, birthDay AS birth_day,
    deathYear AS death_year, deathMonth AS death_month, deathDay AS death_day,
    bats, throws, debut::DATE AS debut, finalGame::DATE AS final_game
FROM read_csv('{lahman}/People.csv', all_varchar = true, {csv})
LEFT JOIN register AS by_retro ON by_retro.key_retro = retroID
LEFT JOIN register AS by_bbref ON by_bbref.key_bbref = bbrefID;

CREATE TABLE known_person AS
SELECT
    coalesce(register.person_id, lahman.person_id) AS person_id,
    nullif(concat_ws(
        ' ',
        regexp_replace(coalesce(register.name_first, lahman.name_first), '\\. ([A-Z]\\.)', '.\\1'),
        coalesce(register.name_last, lahman.name_last)
    ), '') AS name,
    coalesce(register.name_first, lahman.name_first) AS first_name,
    coalesce(register.name_last, lahman.name_last) AS last_name,
    coalesce(register.name_given, lahman.name_given) AS given_name,
    name_nick AS nickname,
    coalesce(register.birth_year, lahman.birth_year::INTEGER) AS birth_year,
    coalesce(register.birth_month, lahman.birth_month::INTEGER) AS birth_month,
    coalesce(register.birth_day, lahman.birth_day::INTEGER) AS birth_day,
    coalesce(register.death_year, lahman.death_year::INTEGER) AS death_year,
    coalesce(register.death_month, lahman.death_month::INTEGER) AS death_month,
    coalesce(register.death_day, lahman.death_day::INTEGER) AS death_day,
    bats, throws, debut,
    coalesce(mlb_played_first, year(debut)::INTEGER) AS mlb_played_first,
    coalesce(mlb_played_last, year(final_game)::INTEGER) AS mlb_played_last,
    mlb_managed_first::INTEGER AS mlb_managed_first,
    mlb_managed_last::INTEGER AS mlb_managed_last,
    pro_managed_first::INTEGER AS pro_managed_first,
    pro_managed_last::INTEGER AS pro_managed_last,
    coalesce(key_retro, retro_id) AS retrosheet_id,
    lahman_id,
    if(register.person_id IS NULL, 'lahman', 'register') AS source
FROM register FULL JOIN lahman ON lahman.person_id = register.person_id;

CREATE TABLE written AS FROM read_csv('{spellings}', all_varchar = true);
UPDATE known_person SET name = written.name FROM written
WHERE written.retrosheet_id = known_person.retrosheet_id;

CREATE TABLE identity AS
SELECT retrosheet_id AS retro_id, person_id, name, throws
FROM known_person
WHERE retrosheet_id IS NOT NULL;
"""

# An id in the games that neither source has is a person apart, named by the spelling that the games have most often.
PERSON = """
CREATE TABLE stranger AS
SELECT id AS retro_id, 'retrosheet:' || id AS person_id, arg_max(name, times) AS name
FROM (
    SELECT id, name, sum(times) AS times
    FROM spelling ANTI JOIN identity ON retro_id = id
    GROUP BY id, name
)
GROUP BY id;

INSERT INTO identity BY NAME FROM stranger;

COPY (
    FROM known_person
    UNION ALL BY NAME
    SELECT person_id, name, retro_id AS retrosheet_id, 'retrosheet' AS source FROM stranger
) TO '{out}/person.parquet' ({parquet});
"""

PERSON_ALIAS = """
COPY (
    SELECT person_id, source, id, 'register' AS tied_by
    FROM (
        SELECT person_id, 'register' AS source, person_id AS id FROM register
        UNION ALL SELECT person_id, 'retrosheet', key_retro FROM register
        UNION ALL SELECT person_id, 'bbref', key_bbref FROM register
        UNION ALL SELECT person_id, 'mlbam', key_mlbam FROM register
        UNION ALL SELECT person_id, 'bbref_minors', key_bbref_minors FROM register
        UNION ALL SELECT person_id, 'fangraphs', key_fangraphs FROM register
    )
    WHERE id IS NOT NULL
    UNION ALL
    SELECT person_id, source, id, tied_by
    FROM (
        SELECT person_id, 'lahman' AS source, lahman_id AS id, tied_by FROM lahman
        UNION ALL SELECT person_id, 'retrosheet', new_retro_id, tied_by FROM lahman
        UNION ALL SELECT person_id, 'bbref', new_bbref_id, tied_by FROM lahman
        UNION ALL SELECT person_id, 'retrosheet', retro_id, 'itself' FROM stranger
    )
    WHERE id IS NOT NULL
) TO '{out}/person_alias.parquet' ({parquet});
"""
