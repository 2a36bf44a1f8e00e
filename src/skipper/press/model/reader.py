"""Reports to claims by a language model: ask, locate what it quotes, and keep what the report's own words bear out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from skipper.press.claim import Claim, Report
from skipper.press.claim_type import claim_types
from skipper.press.grounding import GROUNDS, explicit
from skipper.press.linking import linked
from skipper.press.model.names import names_are_in_report, with_names
from skipper.press.model.numbered import located, messages, parts
from skipper.press.model.schema import OURS, AnswerError, stated_claim
from skipper.press.model.server import NotAskedError, server_of
from skipper.press.model.settings import ModelSettings
from skipper.press.reader import Reading, kept
from skipper.press.vocabulary import Vocabulary

_WHO = ("person", "player")


@dataclass(frozen=True)
class ModelReader:
    """Read reports with one model."""

    vocabulary: Vocabulary
    settings: ModelSettings
    name: str = "model"

    @property
    def at_once(self) -> int:
        """Reports that may be read at the same time; the requests of all of them are no more."""
        return self.settings.at_once

    def read(self, report: Report) -> Reading:
        """Return the grounded claims of one report, what was dropped, and what was not read. Raises nothing."""
        server = server_of(self.settings)
        asked = [(part, server.pool.submit(server.claims, messages(report, part))) for part in parts(report)]
        stated: list[Claim] = []
        dropped: Counter[str] = Counter()
        unread: Counter[str] = Counter()
        for part, answer in asked:
            try:
                given = answer.result()
            except NotAskedError as error:
                unread[str(error)] += len(part)
                continue
            for one in given:
                try:
                    claim = with_names(_claim(one, report, part), report, self.vocabulary)
                except AnswerError as error:
                    dropped[str(error)] += 1
                    continue
                stated.append(claim)
        once = _once(stated)
        dropped["said twice"] += len(stated) - len(once)
        reading = kept(once, report, (says_something, *GROUNDS, names_are_in_report))
        claims = linked(reading.claims, report, self.vocabulary)
        checked = (replace(claim, explicit=explicit(claim, report)) for claim in claims)
        return Reading(tuple(checked), +(dropped + Counter(reading.dropped)), unread)


def says_something(claim: Claim, report: Report) -> str | None:
    """Say that a claim names nobody, or nothing beside a name and a role."""
    if not any(claim.fields.get(name) for name in _WHO):
        return "nobody is named"
    more = set(claim.fields) - {*_WHO, "role", *OURS}
    return None if more else "nothing is claimed"


def _claim(given: Any, report: Report, part: range) -> Claim:
    """Return a claim of an answer with its words found in the text. Raises AnswerError."""
    stated = stated_claim(given)
    span = located(report, stated["sentence"], stated["quote"]) if stated["sentence"] in part else None
    if span is None:
        raise AnswerError("the quote is not in its sentence")
    cited: dict[str, tuple[int, int]] = {}
    for citation in stated["cited"]:
        place = located(report, citation["sentence"], citation["quote"])
        if place is None:
            raise AnswerError("a cited quote is not in its sentence")
        cited.setdefault(citation["field"], place)
    kind, (start, end) = stated["type"], span
    values = {name: stated[name] for name in claim_types()[kind].fields if stated.get(name) not in (None, [])}
    return Claim(
        report.name,
        kind,
        values,
        start,
        end,
        report.text[start:end],
        attributed_to=tuple(stated["attributed_to"]),
        hedged=stated["hedged"],
        denied=stated["denied"],
        text_disputes=stated["text_disputes"],
        cited={name: place for name, place in cited.items() if name in values},
    )


def _once(claims: list[Claim]) -> list[Claim]:
    """Return the claims without those that repeat another's type and fields."""
    return list({(claim.type, repr(sorted(claim.fields.items()))): claim for claim in claims}.values())
