"""The claims of a draft given as text, as an answer: for programs, language models and Python."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.errors import AnswerError
from skipper.lake.reader import LakeReader
from skipper.press.answer import FIELDS, MEANINGS, claim_row, counts_of, judge_reports, names_of
from skipper.press.claim import Claim
from skipper.press.claim_groups import without_claims
from skipper.press.documents import UnusableError, read_text
from skipper.press.figure_lines import Line
from skipper.press.frames.tree import PipelineError
from skipper.press.reconcile import ORDER, Verdict
from skipper.press.unread import unread_of

UNREAD_FIELDS = ("start", "end", "text", "has")
_UNREAD = "Sentences in which no claim was found; of these only the figures are checked"
FIGURE_FIELDS = (
    *(
        "status",
        "words",
        "kind",
        "start",
        "end",
        "verdict",
        "ours",
        "why",
        "rule",
        "table",
        "person_id",
        "settles",
        "claim",
    ),
)
_CLAIMS = (
    shown("Verdict", "code"),
    shown("Of", "text", "manager_name"),
    shown("Claim", "prose", "says"),
    shown("In its words", "prose", "span"),
    shown("Ours, or what would settle it", "prose", "ours_shown", to="claimed_club"),
)
_SENTENCES = (
    shown("Sentence", "prose", "text"),
    shown("Has", "names"),
)
_FIGURES = (
    shown("Status", "code"),
    shown("Figure", "prose", "words"),
    shown("Kind", "code"),
    shown("Ours, or what would settle it", "prose", "said", to="claimed_club"),
)
_reading = Lock()  # one thread at a time reads, because all share spaCy's vocabulary


def check_text(lake: LakeReader, draft: str) -> Answer:
    """Return the claims of a draft, which is plain text, with their verdicts, as `skipper check` judges them: one row
    per claim.

    `start` and `end` are places in the draft, in characters; `manager_person_id` is null for a person who is not in the
    lake. `unread` has the sentences with figures or names in which no claim was found, `figures` a line for each figure
    and date: verified, differs, not covered or not read.
    Raises AnswerError for a text that cannot be read, and where no English pipeline of spaCy is installed.
    """
    try:
        report = read_text("draft", draft)
    except UnusableError as error:
        raise AnswerError(f"draft: {error}") from error
    with _reading, _pipeline_errors():
        found = judge_reports([report], lake)
        sentences = unread_of(report, found.claims, names_of(lake))
    claims = [_row(claim, verdict) for claim, verdict in found.pairs]
    unread: list[Row] = [{**vars(one), "has": list(one.has)} for one in sentences]
    figures = [_figure_row(line) for line in found.figures]
    kinds = {row["verdict"] for row in claims}
    return Answer(
        question="check",
        title="Draft: claims and verdicts",
        tables=(
            Table("claims", (*FIELDS, "manager_person_id"), claims, (View(_CLAIMS, claims, "Claims"),)),
            Table("figures", FIGURE_FIELDS, figures, (View(_FIGURES, figures, "Figures and dates"),)),
            Table("unread", UNREAD_FIELDS, unread, (View(_SENTENCES, unread, _UNREAD),)),
        ),
        lead=(counts_of(found), *without_claims(found)),
        notes=tuple(f"{word}: {MEANINGS[word]}" for word in ORDER if word in kinds),
    )


@contextmanager
def _pipeline_errors() -> Iterator[None]:
    try:
        yield
    except PipelineError as error:
        raise AnswerError(str(error)) from error


def _figure_row(line: Line) -> Row:
    club = None if line.claim is None else line.claim.fields.get("club")
    return {**line.as_row(), "said": line.said, "club": club}


def _row(claim: Claim, verdict: Verdict) -> Row:
    row = claim_row(claim, verdict)
    linked = (link.id for link in claim.links if link.field in ("person", "player"))
    return {
        **row,
        "manager_person_id": next(linked, None),
        "manager_name": row["person"],
        "club": claim.fields.get("club"),
    }
