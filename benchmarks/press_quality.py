"""How well claims are read: precision and recall per type on sentences and pieces of our own, with expected claims.

`seen` was looked at while the rules were written, `held_out` was written before them and only counted. The longer
pieces of `press_pieces_more.yaml` were each counted once before the rules were mended for them, and so were those of
`BLIND`, by eight writers who had not seen the rules; for `unseen_g` and `unseen_j` they have not been mended.

    .venv/bin/python benchmarks/press_quality.py                # print
    .venv/bin/python benchmarks/press_quality.py --wrong seen   # and list what was missed or wrong
    .venv/bin/python benchmarks/press_quality.py --lake lake    # with a lake's names and terms, as `press`
    .venv/bin/python benchmarks/press_quality.py --reader model --budget 500   # the same of the model of SKIPPER_MODEL
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import re2
import yaml

from skipper.lake.reader import LakeReader
from skipper.press import hand_kept
from skipper.press.claim import Claim, Passage, Report
from skipper.press.claim_type import claim_types
from skipper.press.clean import passages
from skipper.press.model import model_settings, notice
from skipper.press.nicknames import key
from skipper.press.reader import readings, remarks
from skipper.press.readers import DEFAULT, READERS, By, reader_of
from skipper.press.vocabulary import Person, Vocabulary
from skipper.press.vocabulary_of_lake import load_vocabulary

ROOT = Path(__file__).resolve().parents[1]
SENTENCES = ROOT / "tests" / "press_sentences.yaml"
PIECES = ROOT / "tests" / "press_pieces_more.yaml"
LONGER = ("first", "second", "third", "traps")  # parts of PIECES
# Each a file of pieces with a part of that name.
BLIND = (
    "unseen_a",
    "unseen_b",
    "training_c",
    "training_e",
    "unseen_d",
    "training_f",
    "training_h",
    "unseen_g",
    "training_i",
    "unseen_j",
    "training_k",
    "unseen_l",
    "unseen_m",
    "training_n",
    "training_o",
)
POOLED = ("unseen_g", "unseen_j", "unseen_l", "unseen_m")  # sets that nothing was mended for
NEUTRAL = {"level_resolved"}  # resolved by us, so no label has it
_BY_THE_DATE = re2.compile(r"(?i)\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|yesterday)\b")
MARKS = ("attributed_to", "hedged", "denied", "text_disputes")


@dataclass
class Score:
    """Counts per type: `expected`, `found` of those, `extracted`, `right` of those; and what went wrong, in words."""

    expected: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    extracted: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    remarks: Counter[str] = field(default_factory=Counter)

    @property
    def precision(self) -> float | None:
        """Share of the extracted claims that are right; null where none was extracted."""
        return _share(sum(self.right.values()), sum(self.extracted.values()))

    @property
    def recall(self) -> float | None:
        """Share of the expected claims that were found; null where none is expected."""
        return _share(sum(self.found.values()), sum(self.expected.values()))


def labels() -> dict[str, list[dict[str, Any]]]:
    """The labelled sentences and pieces, by part."""
    return yaml.safe_load(SENTENCES.read_text(encoding="utf-8"))


def longer() -> dict[str, Any]:
    """The longer pieces, by part, and under `people` whom they name beside those of the labels."""
    return yaml.safe_load(PIECES.read_text(encoding="utf-8"))


def blind(part: str, strict: bool = False, by: By = DEFAULT, known: Vocabulary | None = None) -> Score:
    """The score of one part of `BLIND`, by a writer who did not know the rules; its file lists `people` too.

    `known` is a lake's vocabulary, null to read with the names of the file and the hand-kept lists.
    """
    given = yaml.safe_load((ROOT / "tests" / f"press_{part}.yaml").read_text(encoding="utf-8"))
    people = given.pop("people")
    return score(given[part], known or small_vocabulary(given, people), strict, by)


def small_vocabulary(given: Mapping[str, Iterable[Mapping[str, Any]]], others: Iterable[str] = ()) -> Vocabulary:
    """The hand-kept lists and the people whom the labels name, each a manager: what a lake would know of them."""
    names = set(others) | {
        claim[who]
        for part in given.values()
        for one in part
        for claim in one.get("claims", ())
        for who in ("person", "player", "manager")
        if who in claim
    }
    people = [Person(f"p-{key(name)}", name, _surname(name), None, None, (1900, 2025)) for name in sorted(names)]
    return replace(hand_kept.vocabulary(), people=tuple(people))


def _surname(name: str) -> str:
    parts = [part for part in name.split() if part not in ("Sr.", "Jr.")]
    return " ".join(parts[1:])


def score(part: Iterable[Mapping[str, Any]], words: Vocabulary, strict: bool = False, by: By = DEFAULT) -> Score:
    """Read and compare each sentence or piece of a part, by the reader of that name."""
    total, pieces = Score(), list(part)
    reports = [_report(one) for one in pieces]
    for one, report, reading in zip(pieces, reports, readings(reader_of(by, words), reports), strict=True):
        count(total, one, list(reading.claims), report.text, strict)
        total.remarks.update(remarks(reading))
    return total


def pooled(scores: Iterable[Score]) -> Score:
    """The counts of several parts as one."""
    total = Score()
    for one in scores:
        for name in ("expected", "found", "extracted", "right"):
            getattr(total, name).update(getattr(one, name))
    return total


def _report(one: Mapping[str, Any]) -> Report:
    text = one.get("say") or one["text"]
    day = one.get("date")
    kept = (Passage(0, len(text), "body"),) if "say" in one else passages(text)
    return Report(one.get("name", "sentence"), text, kept, date=day if isinstance(day, date) else None)


def count(total: Score, one: Mapping[str, Any], claims: list[Claim], text: str, strict: bool = False) -> None:
    """Add one text's claims to the score."""
    left = list(one.get("claims", ()))
    for label in left:
        total.expected[label["type"]] += 1
    for claim in claims:
        equal = (label for label in left if (same(claim, label) if strict else says(claim, label, one.get("also", ()))))
        label = next(equal, None)
        if label is not None:
            left.remove(label)
            total.found[claim.type] += 1
        elif claim.type in one.get("open", ()):
            continue
        total.extracted[claim.type] += 1
        total.right[claim.type] += label is not None
        if label is None:
            total.wrong.append(f"wrong: {text[:90]!r}\n    {claim.type} {dict(claim.fields)} {_marks(claim)}")
    total.wrong += [f"missed: {text[:90]!r}\n    {label}" for label in left]


def _marks(claim: Claim) -> dict[str, Any]:
    return {name: value for name in MARKS if (value := getattr(claim, name))}


def same(claim: Claim, label: Mapping[str, Any]) -> bool:
    """Whether the claim has exactly the label's fields and marks; `level_resolved`, which no label has, apart."""
    marks = {name: list(value) if isinstance(value, tuple) else value for name, value in _marks(claim).items()}
    expected = {name: plainly(value) for name, value in label.items() if name in claim_types()[claim.type].fields}
    given = {name: plainly(value) for name, value in claim.fields.items() if name not in NEUTRAL}
    return claim.type == label["type"] and marks == label.get("mark", {}) and given == expected


def says(claim: Claim, label: Mapping[str, Any], also: Iterable[str] = ()) -> bool:
    """Whether the claim has the label's fields and marks and no others.

    A day that we reckon from the piece's date (on Thursday), and `manager` where the piece has told whose post is open,
    may be beside them: most labels keep to the words. Labels may have a club's name in full, from wherever in the piece
    it is told.
    """
    if claim.type != label["type"]:
        return False
    marks = {name: list(value) if isinstance(value, tuple) else value for name, value in _marks(claim).items()}
    if marks != label.get("mark", {}):
        return False
    expected = {name: plainly(value) for name, value in label.items() if name in claim_types()[claim.type].fields}
    given = {name: plainly(value) for name, value in claim.fields.items()}
    if "club" in expected and given.get("club") in set(also):
        given["club"] = expected["club"]
    if "clubs" in expected and set(given.get("clubs", ())) & set(also):
        given["clubs"] = expected["clubs"]
    ours = NEUTRAL | ({"date_of_act"} if _BY_THE_DATE.search(claim.span) else set())
    ours |= {"role"} if claim.type == "appointment" and given.get("role") == "manager" else set()
    same = all(_are_one(given.get(name), value, name) for name, value in expected.items())
    return same and set(given) <= set(expected) | ours


def _are_one(given: Any, label: Any, name: str) -> bool:
    """Whether both are the same; of a minor club its town may stand for its name in full: Omaha, the Omaha Royals."""
    if name == "clubs" and isinstance(given, list) and len(given) == len(label):
        return all(_are_one(*pair, "club") for pair in zip(sorted(given), sorted(label), strict=True))
    both = {given, label} if name == "club" else set()
    if len(both) == 2 and all(isinstance(one, str) for one in both) and both.isdisjoint(_major_clubs()):
        short, full = sorted(both, key=len)
        return full.startswith(f"{short} ")
    return bool(given == label)


@cache
def _major_clubs() -> frozenset[str]:
    return frozenset(span.name for span in hand_kept.vocabulary().clubs if span.is_major)


def plainly(value: Any) -> Any:
    """Dates as text, for a label may be read as a date."""
    return value.isoformat() if isinstance(value, date) else value


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def table(parts: Mapping[str, Score]) -> str:
    """A Markdown table: per part and type what was expected, found, extracted and right."""
    lines = [
        "| Sentences | Type | Expected | Found | Recall | Extracted | Right | Precision |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, total in parts.items():
        for kind in (*claim_types(), "all"):
            expected, found, extracted, right = (
                sum(counts.values()) if kind == "all" else counts[kind]
                for counts in (total.expected, total.found, total.extracted, total.right)
            )
            if expected or extracted:
                shown = [_percent(_share(found, expected)), _percent(_share(right, extracted))]
                lines.append(
                    f"| {name} | {kind} | {expected} | {found} | {shown[0]} | {extracted} | {right} | {shown[1]} |"
                )
    return "\n".join(lines)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strict", action="store_true", help="count a claim right only where all its fields are equal")
    parser.add_argument("--reader", choices=READERS, default=DEFAULT)
    parser.add_argument("--wrong", choices=("seen", "held_out", "pieces", "negative", *LONGER, *BLIND))
    parser.add_argument("--lake", type=Path, help="read with this lake's names and terms")
    parser.add_argument("--budget", type=int, help="requests that the model may be sent")
    arguments = parser.parse_args()
    by: By = arguments.reader
    if by == "model":
        by = model_settings(arguments.budget)
        print(notice(by), file=sys.stderr)
    how = arguments.strict, by
    known = load_vocabulary(LakeReader(arguments.lake)) if arguments.lake else None
    given = labels()
    words = known or small_vocabulary(given)
    parts = {name: score(given[name], words, *how) for name in ("seen", "held_out", "pieces", "negative")}
    more = longer()
    people = more.pop("people")
    parts |= {name: score(more[name], known or small_vocabulary(more, people), *how) for name in LONGER}
    parts |= {name: blind(name, *how, known) for name in BLIND}
    parts["g, j, l and m"] = pooled(parts[name] for name in POOLED)
    print(table(parts))
    for remark, times in sum((total.remarks for total in parts.values()), Counter[str]()).items():
        print(f"{remark}: {times:,}", file=sys.stderr)
    if arguments.wrong:
        print("\n".join(parts[arguments.wrong].wrong))


if __name__ == "__main__":
    main()
