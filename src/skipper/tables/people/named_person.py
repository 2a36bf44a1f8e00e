"""People named in games, with the longest spelling, and managers listed without a known id."""

from __future__ import annotations

from functools import reduce

import pyarrow as pa
import pyarrow.compute as pc

from skipper.lake.contract import Table

TABLE = Table(
    name="named_person",
    grain="one row per source and id, or manager listed without a known id",
    by_season=False,
    notes="Those in the Register or Lahman are marked `is_registered`; for the others, `person_id` is the one that "
    "`person` gives them. Early seasons often give only a surname, so the longest spelling is kept.",
    published=False,
)


def named_person(
    merged_person: pa.Table, other_id: pa.Table, person_name: pa.Table, listed_manager: pa.Table
) -> pa.Table:
    """Return the people in games, then the managers listed without a known id, whose `id` is null."""
    spelled = person_name.select(["source", "id", "name"])
    spelled = spelled.append_column("length", pc.utf8_length(spelled["name"])).sort_by(
        [("length", "ascending"), ("name", "ascending")]
    )
    named = spelled.group_by(["source", "id"], use_threads=False).aggregate([("name", "last")]).combine_chunks()
    ids, sources = named["id"], named["source"]
    of_either = [merged_person[f"{source}_id"].combine_chunks() for source in ("retrosheet", "mlbam")]
    further = other_id.filter(pc.is_in(other_id["source"], pa.array(["retrosheet", "mlbam"])))["id"].combine_chunks()
    of_either.append(further)
    of_games = {
        "person_id": pc.binary_join_element_wise(sources, ids, ":"),
        "source": sources,
        "id": ids,
        "name": named["name_last"],
        "is_registered": reduce(pc.or_, [pc.is_in(ids, of_source) for of_source in of_either]),
    }
    unknown = listed_manager.filter(pc.starts_with(listed_manager["manager_person_id"], "managers:"))
    listed = unknown.group_by("manager_person_id", use_threads=False).aggregate([("manager_name", "first")])
    of_file = {
        "person_id": listed["manager_person_id"],
        "source": pa.repeat("managers", len(listed)),
        "id": pa.nulls(len(listed), pa.string()),
        "name": listed["manager_name_first"],
        "is_registered": pa.repeat(False, len(listed)),
    }
    return pa.concat_tables([pa.table(of_games), pa.table(of_file)])
