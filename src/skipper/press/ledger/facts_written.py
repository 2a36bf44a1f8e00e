"""Claims written as the file of facts that `skipper ledger` reads."""

from __future__ import annotations

from io import StringIO
from typing import Any

from pydantic import ValidationError
from ruamel.yaml import YAML

from skipper.press.answer import Judged
from skipper.press.claim import Claim
from skipper.press.claim_groups import title_of
from skipper.press.ledger.facts_file import Fact, FactsFile

HEAD = "# Facts as `skipper press` read them; check each against its piece before you rely on it.\n"


class SeveralPeopleError(Exception):
    """The claims are about nobody or about several people; the message names them."""


def facts_text(judged: Judged) -> tuple[str, int]:
    """Return the file's text, and how many claims it leaves out because a ledger has no such fact.

    Contradicted claims are no facts. Raises SeveralPeopleError unless the claims are about one person.
    """
    pairs = [(claim, verdict) for claim, verdict in judged.pairs if claim.fields.get("person")]
    people = {claim.person_key: claim.person for claim, _verdict in pairs}
    if len(people) != 1:
        names = ", ".join(sorted(people.values())[:10]) or "nobody"
        raise SeveralPeopleError(f"a file of facts is about one person; these claims are about {names}")
    person_id, name = next(iter(people.items()))
    facts = [_fact(claim, verdict.verdict) for claim, verdict in pairs if verdict.verdict != "contradicted"]
    kept = [fact for fact in facts if _is_sound(fact)]
    content: dict[str, Any] = {"person": name}
    if not person_id.startswith("name:"):
        content["person_id"] = person_id
    stated = {fact["sources"][0]["piece"] for fact in kept}
    content["pieces"] = {
        report.name: {
            "about": title_of(report).strip("“”"),
            "file": report.name,
            **({"url": report.url} if report.url else {}),
            "date": report.date,
            **({"repeats": report.group} if report.group not in (None, report.name) and report.group in stated else {}),
        }
        for report in judged.reports
        if report.name in stated
    }
    content["facts"] = kept
    FactsFile.model_validate(content)
    out = StringIO()
    yaml = YAML()
    yaml.width = 120
    yaml.dump(content, out)
    return HEAD + out.getvalue(), len(pairs) - len(kept)


def _fact(claim: Claim, verdict: str) -> dict[str, Any]:
    marks = {"hedged": claim.hedged, "denied": claim.denied, "disputed": claim.text_disputes}
    source = {
        "piece": claim.report,
        **({"by": list(claim.attributed_to)} if claim.attributed_to else {}),
        **{name: True for name, is_so in marks.items() if is_so},
    }
    fields = {name: value for name, value in claim.fields.items() if name != "person"}
    return {"type": claim.type, **fields, "note": f"{verdict}: {' '.join(claim.span.split())}", "sources": [source]}


def _is_sound(fact: dict[str, Any]) -> bool:
    try:
        Fact.model_validate(fact)
    except ValidationError:
        return False
    return True
