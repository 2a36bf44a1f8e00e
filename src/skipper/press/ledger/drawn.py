"""A career drawn up from judged claims: its stints, its points in dispute, and what it was checked against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from skipper.answers.people import plain
from skipper.lake.reader import LakeReader
from skipper.press.answer import Judged, facts_for
from skipper.press.claim import Claim
from skipper.press.facts import Facts
from skipper.press.ledger.career import Dispute, all_stints, disputes_of, posts_undated, stated_stints, stints_played
from skipper.press.ledger.facts_file import FactsFile
from skipper.press.ledger.stint import Stint
from skipper.press.reconcile import judge


@dataclass(frozen=True)
class Ledger:
    """A career: who, its stints in order, points in dispute, and the judged claims.

    `undated` are the posts that are spoken of without the seasons in which he held them. `checked` is the lake's build
    that the claims were checked against, null if none was given.
    """

    name: str
    stints: tuple[Stint, ...]
    undated: tuple[str, ...]
    disputes: tuple[Dispute, ...]
    judged: Judged
    drafted: int | None
    checked: str | None

    @property
    def years(self) -> tuple[int, int]:
        """The first and the last year that is spoken of."""
        first = min([one.first for one in self.stints] + ([self.drafted] if self.drafted else []))
        return first, max(one.last for one in self.stints)


class NobodyError(Exception):
    """The file's person is nobody in the lake, or several; the message says whom it may be."""


def ledger_of(file: FactsFile, lake: LakeReader | None) -> Ledger:
    """Return the ledger of a file of facts, checked against the lake where there is one.

    Raises NobodyError where the lake has the name twice and the file no person_id.
    """
    found = None if lake is None else _find(file, lake)
    claims, reports = file.claims(found), file.reports()
    facts = None if lake is None else facts_for(claims, lake)
    judged = Judged(tuple(reports), tuple(claims), tuple(judge(claims, reports, facts)))
    return drawn_up(file.person, found, judged, facts, lake.manifest.build if lake is not None else None)


def drawn_up(name: str, person_id: str | None, judged: Judged, facts: Facts | None, checked: str | None) -> Ledger:
    """Return the ledger of judged claims about one man; `facts` add the seasons that the games have, null without a
    lake."""
    pairs = zip(judged.claims, judged.verdicts, strict=True)
    # What our tables contradict is no part of a career.
    standing = [claim for claim, verdict in pairs if verdict.verdict != "contradicted"]
    stints = _stints(standing, facts, person_id)
    years = [one.fields.get("year") for one in standing if one.type == "draft"]
    return Ledger(
        name=name,
        stints=tuple(stints),
        undated=tuple(posts_undated(standing, stints)),
        disputes=tuple(disputes_of(judged)),
        judged=judged,
        drafted=next((int(year) for year in years if year), None),
        checked=checked,
    )


def _find(file: FactsFile, lake: LakeReader) -> str | None:
    """Return the person_id of the file's person; null if the lake does not know the name."""
    if file.person_id is not None:
        return file.person_id
    sql = "SELECT person_id, name, birth_year FROM person WHERE contains(strip_accents(lower(name)), $last)"
    rows = lake.rows(sql, {"last": plain(file.person).split()[-1]})
    same = [row for row in rows if plain(row["name"]) == plain(file.person)]
    if len(same) > 1:
        listed = ", ".join(f"{row['person_id']} (born {row['birth_year'] or 'unknown'})" for row in same)
        raise NobodyError(f"{len(same)} people are called {file.person}: give person_id, one of {listed}")
    return same[0]["person_id"] if same else None


def _stints(claims: Sequence[Claim], facts: Facts | None, found: str | None) -> list[Stint]:
    own = stated_stints(claims)
    person = facts.people.get(found) if facts is not None and found is not None else None
    return all_stints(own, stints_played(person, facts)) if person is not None and facts is not None else own
