"""Build table `ejection` from a batch of games, leaving the club null for a person on neither roster."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pyarrow as pa

from skipper.sources.plays.batch import HOME, VISITORS, Batch
from skipper.sources.plays.comments import comment_text, comments_that_begin
from skipper.sources.plays.record_sets import EJECTION

_NUMBER = re.compile(r"^\s*\d\s*,")
ROLES = {"M": "manager", "C": "coach", "P": "player"}


def ejection(batch: Batch) -> pa.Table:
    """Return table `ejection`: one row per comment that begins with `ej`. A hundred games typically have a few
    ejections."""
    return pa.Table.from_pylist(list(_rows(batch)), EJECTION)


def _rows(batch: Batch) -> Iterator[dict[str, object]]:
    sequence: Counter[int] = Counter()
    dates = batch.dates_of(batch.kept).to_pylist()
    place = {game: at for at, game in enumerate(batch.kept.tolist())}
    for line in comments_that_begin(batch, "ej"):
        game = int(batch.plays.games.of_line[line])
        said = _fields(comment_text(batch, line))
        if said is None:
            continue
        sequence[game] += 1
        person, role, umpire, reason = said
        file, at = batch.plays.place_of(line)
        yield {
            "game_id": batch.plays.games.names[game],
            "season": int(batch.plays.games.seasons[game]),
            "date": dates[place[game]],
            "sequence": sequence[game],
            "ejected_id": person or None,
            "ejected_person_id": batch.any_person_id(person) if person else None,
            "role": ROLES.get(role, "other") if role else None,
            "umpire_id": umpire or None,
            "reason": reason or None,
            "club": _club(batch, game, person),
            "source_file": file,
            "source_line": at,
        }


def _fields(text: str) -> tuple[str, str, str, str] | None:
    """Return person (empty if not given), role, umpire and reason; null for a comment that is not an ejection.

    In some files the number of a doubleheader's game comes before the person.
    """
    kind, _, stated = text.partition(",")
    said = [part.strip() for part in _NUMBER.sub("", stated).split(",", 3)]
    if kind.strip() != "ej" or not any(said):
        return None
    person, role, umpire, reason = (*said, *[""] * (4 - len(said)))
    return person, role, umpire, reason


def _club(batch: Batch, game: int, person: str) -> str | None:
    """Return the club whose roster has the person; null if neither or both have."""
    name, rosters = person.encode("ascii", "replace"), batch.plays.games.rosters[game].tolist()
    on = [side for side in (VISITORS, HOME) if name in batch.rosters.hands.get(rosters[side], ())]
    return batch.words[batch.clubs[game, on[0]]] if len(on) == 1 else None
