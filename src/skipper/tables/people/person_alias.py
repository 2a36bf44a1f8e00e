"""Table `person_alias`: each source's id for a person, with the rule that matched it."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

_OF_MERGED = ("retrosheet", "lahman", "mlbam", "bbref", "bbref_minors", "fangraphs", "wikidata")
_ALIASES = ("register", *_OF_MERGED, "findagrave", "tsncards", "managers")

TABLE = Table(
    name="person_alias",
    grain="one row per id of a person in a source",
    key=("source", "id"),
    by_season=False,
    sources="the sources of `person`",
    columns=pick(
        SHARED,
        "person_id",
        Column("source", "string", f"source of the id: {', '.join(_ALIASES)}", required=True),
        Column("id", "string", "the id", required=True),
        Column(
            "tied_by",
            "string",
            "how the id was matched: register (given in the Register's row), retrosheet_id or bbref_id "
            "(a Lahman person merged by that id), birth_date_and_name (a minor-league player whose MLBAM id the "
            "Register lacks, merged with a person of the same date of birth and name), same_person (another row of the "
            "book for the same person; see identity_decision), itself (the person appears in "
            "no other source)",
            required=True,
        ),
    ),
)

# Sources whose ids may come from outside the Register: from Lahman's row, or the list of minor-league players.
_FROM_EITHER = ("retrosheet", "bbref", "mlbam")


def person_alias(
    merged_person: pa.Table, other_id: pa.Table, register_link: pa.Table, named_person: pa.Table
) -> pa.Table:
    """Return the ids from each source in turn; those of people in neither the Register nor Lahman come last."""
    of_register = merged_person.select(["person_id", "source"]).filter(pc.equal(merged_person["source"], "register"))
    aliases = [_aliases(of_register, "register", of_register["person_id"], "register")]
    for source in _OF_MERGED:
        # There are half a million people, and a filter copies every column that it is given.
        registered = f"register_{source}_id" if source in _FROM_EITHER else "tied_by"
        used = dict.fromkeys(["person_id", "tied_by", f"{source}_id", registered])
        of_source = merged_person.select([*used]).filter(pc.is_valid(merged_person[f"{source}_id"]))
        tied_by: pa.ChunkedArray | str = "register"
        if source == "lahman":
            tied_by = of_source["tied_by"]
        elif source in _FROM_EITHER:
            outside = "birth_date_and_name" if source == "mlbam" else of_source["tied_by"]
            tied_by = pc.if_else(pc.is_valid(of_source[registered]), "register", outside)
        aliases.append(_aliases(of_source, source, of_source[f"{source}_id"], tied_by))
    aliases.append(other_id.select(TABLE.column_names))
    aliases.append(_aliases(register_link, register_link["source"], register_link["id"], "register"))
    others = named_person.filter(pc.invert(named_person["is_registered"]))
    for source in ("retrosheet", "mlbam", "managers"):
        of_source = others.filter(pc.equal(others["source"], source))
        ids = pc.utf8_slice_codeunits(of_source["person_id"], len(f"{source}:"))
        aliases.append(_aliases(of_source, source, ids, "itself"))
    return pa.concat_tables(aliases)


def _aliases(
    people: pa.Table, source: pa.ChunkedArray | str, ids: pa.ChunkedArray, tied_by: pa.ChunkedArray | str
) -> pa.Table:
    sources, tied = (pa.repeat(value, len(people)) if isinstance(value, str) else value for value in (source, tied_by))
    return pa.table({"person_id": people["person_id"], "source": sources, "id": ids, "tied_by": tied})
