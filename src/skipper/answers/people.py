"""Look up people by name, part of a name, or id in any source."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from skipper.answers.errors import AmbiguousNameError, Candidate, NothingKnownError, UnknownNameError
from skipper.answers.short_names import short_forms
from skipper.lake.reader import LakeReader

SUGGESTED = 5
_COMPARED = 50  # people among whom the suggestions are sought: several may share a name
# Least similarity (Jaro-Winkler) of a name that is suggested: a name with a letter wrong or two exchanged has 0.85 or
# more (weever, weaver), and the names nearest to one that nobody has, less (nobody, wood: 0.75).
LEAST = 0.82
FARTHER = 0.1  # names less similar than the nearest name by this much (Jaro-Winkler) are not suggested

_PARTING = str.maketrans(dict.fromkeys("-_/,", " "))


@dataclass(frozen=True)
class Pool:
    """The people about whom a question can be asked.

    `names` returns (person_id, name), with one row per name by which the lake calls the person. `people` returns
    person_id, id, name, first_season, last_season and clubs for each person_id in `$person_ids`. `in_games` returns the
    names in the games from a small table; an exact match there avoids reading every name in the Register.
    """

    noun: str
    nothing: str
    names: str
    people: str
    in_games: str | None = None


_MANAGER_NAMES = """
SELECT manager_person_id AS person_id, manager_name AS name FROM manager_season
UNION
SELECT person_id, unnest([name, first_name || ' ' || last_name]) FROM person
WHERE person_id IN (SELECT manager_person_id FROM manager_season)
"""
MANAGERS = Pool(
    "manager",
    "managed no regular-season game in this lake",
    _MANAGER_NAMES,
    """
    SELECT m.person_id, m.id, coalesce(p.name, m.name) AS name, m.first_season, m.last_season, m.clubs
    FROM (
        SELECT person_id, arg_max(id, last_season) AS id, arg_max(name, last_season) AS name,
            min(first_season) AS first_season, max(last_season) AS last_season, list(club ORDER BY first_game) AS clubs
        FROM (
            SELECT manager_person_id AS person_id, club, min(first_game) AS first_game, max(manager_id) AS id,
                arg_max(manager_name, season) AS name, min(season) AS first_season, max(season) AS last_season
            FROM manager_season WHERE manager_person_id IN $person_ids GROUP BY manager_person_id, club
        ) GROUP BY person_id
    ) AS m
    LEFT JOIN (SELECT person_id, name FROM person WHERE person_id IN $person_ids) AS p ON p.person_id = m.person_id
    """,
    "SELECT DISTINCT manager_person_id AS person_id, manager_name AS name FROM manager_season",
)
PLAYERS = Pool(
    "player",
    "started no game in this lake",
    """
    SELECT DISTINCT player_person_id AS person_id, player_name AS name FROM player_usage
    WHERE lineup_starts + pitching_starts > 0
    """,
    """
    SELECT player_person_id AS person_id, any_value(player_id) AS id, any_value(player_name) AS name,
        min(season) AS first_season, max(season) AS last_season,
        list_distinct(list(club ORDER BY season, window_first)) AS clubs
    FROM player_usage
    WHERE lineup_starts + pitching_starts > 0 AND player_person_id IN $person_ids
    GROUP BY player_person_id
    """,
)
# The record book lists some managers who have no game in the lake.
COMPARED = Pool(
    "manager",
    "does not appear in any comparison with the record book",
    f"{_MANAGER_NAMES} UNION SELECT manager_person_id, manager_name FROM record_difference",
    """
    SELECT person_id, any_value(id) AS id, coalesce(any_value(p.name), any_value(m.name)) AS name,
        min(first_season) AS first_season, max(last_season) AS last_season,
        list_distinct(flatten(list(clubs))) AS clubs
    FROM (
        SELECT manager_person_id AS person_id, manager_id AS id, manager_name AS name,
            seasons[1] AS first_season, seasons[-1] AS last_season, clubs
        FROM manager_career WHERE level = 'all'
        UNION ALL
        SELECT manager_person_id, manager_id, manager_name, season, season, [club] FROM record_difference
    ) AS m LEFT JOIN person AS p USING (person_id)
    WHERE person_id IN $person_ids
    GROUP BY person_id
    """,
)
# Compared only if no name of the pool and no id matches: spellings in the games (Tony Lovullo), and given names in full
# (Anthony La Russa, so that A. La Russa is found).
OTHER_SPELLINGS = """
SELECT person_id, name FROM person_name WHERE person_id IN ({people})
UNION
SELECT person_id, unnest([given_name || ' ' || name, given_name || ' ' || last_name, first_name || ' ' || last_name])
FROM person WHERE person_id IN ({people})
"""
# What `called` needs. Without a separate surname, all but the first word of the name is the surname; a person with a
# single name is called by no other.
CALLED = """
FROM (
    SELECT person_id, coalesce(first_name, string_split(name, ' ')[1]) AS first_name,
        coalesce(last_name, array_to_string(string_split(name, ' ')[2:], ' ')) AS last_name, given_name, nickname
    FROM person WHERE name IS NOT NULL AND person_id IN ({people})
) WHERE last_name <> ''
"""
# Compared last, because one person's other name may be somebody else's usual name.
OTHER_NAMES = """
SELECT person_id, unnest([
    name, first_name || ' ' || last_name, given_name || ' ' || last_name,
    given_name || ' ' || last_name || ' ' || matrilineal_name
]) AS name
FROM other_name WHERE person_id IN ({people})
"""
# All sources write their ids in lower case; comparing them unchanged lets DuckDB skip row groups.
_IDS = """
SELECT person_id FROM person_alias
WHERE id IN ($asked, $small) AND ($source::VARCHAR IS NULL OR source = $source)
UNION
SELECT person_id FROM person WHERE person_id IN ($whole, lower($whole))
"""


class PersonId(str):
    """A person_id, which `find_person` does not compare with names and other ids."""


def find_person(lake: LakeReader, asked: str, pool: Pool) -> Candidate:
    """Return the single person in the pool who matches `asked`, a name, part of one, an id or a PersonId.

    A full name takes precedence over part of one, a name in the games over one found only in the Register, a name over
    an id unless `asked` contains a digit, an id over other spellings, these over short forms of the first name and
    nicknames, and these over other names, such as the name at birth; the result states the last two (`called`). Raises
    AmbiguousNameError, UnknownNameError, or NothingKnownError for a known person outside the pool.
    """
    if isinstance(asked, PersonId):
        own = lake.rows_of(pool.people, ("person_id",), (asked,))
        if own:
            return _candidate(own[0])
    asked = asked.strip()
    found: list[Candidate] = []
    if any(letter.isdigit() for letter in asked):
        found = _with_id(lake, asked, pool)
    found = found or _named(lake, asked, pool) or _with_id(lake, asked, pool) or _spelled(lake, asked, pool)
    found = found or _called(lake, asked, pool) or _other_named(lake, asked, pool)
    if len(found) > 1:
        raise AmbiguousNameError(asked, found)
    if not found:
        raise _absent(lake, asked, pool)
    return found[0]


def plain(name: str) -> str:
    """Return the name normalized for comparison: lower case, without accents or periods, with single spaces."""
    if not name.isascii():
        name = "".join(mark for mark in unicodedata.normalize("NFKD", name) if not unicodedata.combining(mark))
    kept = re.sub(r"[^\w ]", "", name.casefold().translate(_PARTING))
    return " ".join(kept.split())


def joined(name: str) -> str:
    """Return the ends of a name without spaces: of `tony la russa`, `tonylarussa larussa russa`."""
    words = name.split()
    return " ".join("".join(words[place:]) for place in range(len(words)))


def matching(asked: str, names: Iterable[tuple[str, str]]) -> set[str]:
    """Return the ids of the (id, name) pairs that match `asked` best.

    The best match is the whole name; next, every requested word starting a word of the name, in any order, where a word
    may run on into the next (LaRussa, La Russa); last, a substring of the name, ignoring spaces. Returns all matches of
    the best kind found.
    """
    asked = plain(asked)
    words, tight = [f" {word}" for word in asked.split()], asked.replace(" ", "")
    whole, begins, within = set(), set(), set()
    for person, name in names:
        simple = plain(name)
        within_name = tight in simple.replace(" ", "")
        if not words or not (within_name or len(words) > 1):
            continue
        if simple == asked:
            whole.add(person)
        elif all(word in f" {simple} {joined(simple)}" for word in words):
            begins.add(person)
        elif within_name:
            within.add(person)
    return whole or begins or within


def called(row: Mapping[str, Any]) -> frozenset[str]:
    """Return the names by which a person is called in place of the first name: short forms, and the nicknames that the
    Register records. `row` is a row of CALLED."""
    nicknames = (plain(nickname) for nickname in (row["nickname"] or "").split(";"))
    given = plain(row["given_name"] or "").split()[:1]
    return short_forms(plain(row["first_name"]), *given or ("",)).union(nicknames) - {""}


def _people(lake: LakeReader, ids: Iterable[str], pool: Pool) -> list[Candidate]:
    wanted = tuple(sorted(ids))
    if not wanted:
        return []
    rows = lake.rows(f"{pool.people} ORDER BY first_season, name, person_id", {"person_ids": wanted})
    return [_candidate(row) for row in rows]


def _named(lake: LakeReader, asked: str, pool: Pool) -> list[Candidate]:
    if pool.in_games is not None:
        exact = {person for person, name in _names(lake, pool.in_games) if plain(name) == plain(asked)}
        if exact:
            return _people(lake, exact, pool)
    return _people(lake, matching(asked, _names(lake, pool.names)), pool)


def _spelled(lake: LakeReader, asked: str, pool: Pool) -> list[Candidate]:
    people = f"SELECT person_id FROM ({pool.names})"
    return _people(lake, matching(asked, _names(lake, OTHER_SPELLINGS.format(people=people))), pool)


def _called(lake: LakeReader, asked: str, pool: Pool) -> list[Candidate]:
    """Return the people with the surname in `asked`, before or after a name by which they are called."""
    rows = lake.rows(CALLED.format(people=f"SELECT person_id FROM ({pool.names})"))
    found = {row["person_id"] for row in rows if _is_called(row, asked)}
    return [replace(person, called=asked) for person in _people(lake, found, pool)]


def _other_named(lake: LakeReader, asked: str, pool: Pool) -> list[Candidate]:
    """Return the people with `asked` as another name, whole and in any order of its words."""
    names = _names(lake, OTHER_NAMES.format(people=f"SELECT person_id FROM ({pool.names})"))
    found = {person for person, name in names if _is_whole(asked, name)}
    return [replace(person, called=asked) for person in _people(lake, found, pool)]


def _is_whole(asked: str, name: str) -> bool:
    ours, theirs = plain(asked), plain(name)
    return ours.replace(" ", "") == theirs.replace(" ", "") or sorted(ours.split()) == sorted(theirs.split())


def _is_called(row: Mapping[str, Any], asked: str) -> bool:
    tight, surname = (plain(name).replace(" ", "") for name in (asked, row["last_name"]))
    if not surname or not (tight.endswith(surname) or tight.startswith(surname)):
        return False
    names = {name.replace(" ", "") for name in called(row)}
    return not names.isdisjoint({tight.removesuffix(surname), tight.removeprefix(surname)})


def _names(lake: LakeReader, sql: str) -> list[tuple[str, str]]:
    return [(row["person_id"], row["name"]) for row in lake.rows(sql) if row["name"]]


def _with_id(lake: LakeReader, asked: str, pool: Pool) -> list[Candidate]:
    return _people(lake, [row["person_id"] for row in lake.rows(_IDS, _id_asked(asked))], pool)


def _id_asked(asked: str) -> dict[str, str | None]:
    """Return the parameters for `_IDS`. `mlbam:434158` names the source, since two sources may share an id."""
    source, colon, rest = asked.partition(":")
    return {
        "asked": rest if colon else asked,
        "small": (rest if colon else asked).lower(),
        "source": source.lower() if colon else None,
        "whole": asked,
    }


def _absent(lake: LakeReader, asked: str, pool: Pool) -> NothingKnownError | UnknownNameError:
    """Return the error for no match: a known person outside the pool, or an unknown name or id."""
    other = MANAGERS if pool is PLAYERS else PLAYERS
    elsewhere = _named(lake, asked, other) or _called(lake, asked, other) or _other_named(lake, asked, other)
    if elsewhere:
        listed = "; ".join(f"{man.name} ({man.id}, {man.years})" for man in elsewhere[:SUGGESTED])
        who = f"{listed} is" if len(elsewhere) == 1 else f"{listed}: each is"
        return NothingKnownError(f"{who} known as a {other.noun}, but {pool.nothing}.")
    sql = f"""
    SELECT person_id, name, coalesce(retrosheet_id, person_id) AS id FROM person WHERE person_id IN ({_IDS})
    """
    known = lake.rows(sql, _id_asked(asked)) or _of_name(lake, asked)
    if not known:
        return UnknownNameError(asked, pool.noun, _nearest(lake, asked, pool))
    who = known[0]["name"] or known[0]["id"]
    if len(known) == 1:
        return NothingKnownError(f"{who} ({known[0]['id']}) is known, but {pool.nothing}.")
    return NothingKnownError(
        f"{len(known)} people are known by the name {asked}; none of them is a {pool.noun} in this lake."
    )


def _of_name(lake: LakeReader, asked: str) -> list[dict[str, Any]]:
    """Return every known person with the given full name; if there is none, every person with the surname and a short
    form or nickname in it."""
    words = plain(asked).split()
    sql = """
    SELECT name, coalesce(retrosheet_id, person_id) AS id, first_name, given_name, nickname,
        coalesce(last_name, '') AS last_name
    FROM person WHERE contains(strip_accents(lower(name)), $first) OR contains(strip_accents(lower(name)), $last)
    """
    near = lake.rows(sql, {"first": words[0], "last": words[-1]}) if words else []
    named = [row for row in near if plain(row["name"]) == plain(asked)]
    return named or [row for row in near if row["first_name"] and _is_called(row, asked)]


def _nearest(lake: LakeReader, asked: str, pool: Pool) -> list[str]:
    """Return the most similar names, if any is similar; a surname alone is compared with surnames."""
    sql = f"""
    WITH pool AS ({pool.names}),
    scored AS (
        SELECT person_id, strip_accents(lower(name)) AS plain, greatest(
            jaro_winkler_similarity(plain, $asked),
            jaro_winkler_similarity(string_split(plain, ' ')[-1], $asked)
        ) AS likeness
        FROM pool
    )
    SELECT person_id FROM scored
    WHERE likeness >= greatest($least, (SELECT max(likeness) FROM scored) - $farther)
    GROUP BY person_id ORDER BY max(likeness) DESC, min(plain), person_id LIMIT $most
    """
    values = {"asked": plain(asked), "least": LEAST, "farther": FARTHER, "most": _COMPARED}
    near = [row["person_id"] for row in lake.rows(sql, values)] if plain(asked) else []
    names = {person.person_id: person.name for person in _people(lake, near, pool)}
    return list(dict.fromkeys(names[person] for person in near))[:SUGGESTED]


def _candidate(row: dict[str, Any]) -> Candidate:
    return Candidate(
        row["person_id"],
        row["id"],
        row["name"] or row["id"] or row["person_id"],
        row["first_season"],
        row["last_season"],
        tuple(row["clubs"] or ()),
    )
