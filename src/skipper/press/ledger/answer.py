"""The career ledger as an answer: stints, records, sums, points in dispute, and every fact with its verdict."""

from __future__ import annotations

from collections.abc import Sequence

from skipper.answers.answer import Answer, Row, Table, View, shown, spans
from skipper.press.answer import FIELDS, claim_row, counts_of
from skipper.press.claim import Claim, Report
from skipper.press.ledger.career import sums_of
from skipper.press.ledger.drawn import Ledger
from skipper.press.ledger.stint import CLUB_NOT_STATED, Stint
from skipper.press.reconcile import Verdict, asserted_by, said

_STINTS = (
    shown("Years", "code"),
    shown("Level", "code"),
    shown("Club", "text", to="reported_club"),
    shown("Role", "text"),
    shown("From", "prose", "source"),
)
_SIDES = (
    shown("It is said", "prose", "says"),
    shown("By", "prose", "said_by"),
    shown("In", "text", "report"),
    shown("Verdict", "code", "verdict"),
)
_RECORDS = (
    shown("Record", "code", "record"),
    shown("Of", "prose", "of"),
    shown("Verdict", "code", "verdict"),
    shown("Ours, or what would settle it", "prose", "ours_shown"),
)
_SUMS = (shown("Sum", "prose", "text"), shown("Holds", "code", "holds_shown"))
_FACTS = (
    shown("Fact", "prose", "says"),
    shown("Said by", "prose", "source"),
    shown("Verdict", "code", "verdict"),
    shown("Ours, or why", "prose", "ours_shown"),
)
_PIECES = (
    shown("Piece", "text", "report"),
    shown("What it is", "prose", "title"),
    shown("Date", "text", "date_shown"),
)
STINT_FIELDS = ("first", "last", "level", "club", "role", "source")


def answer_of(ledger: Ledger) -> Answer:
    """Return the answer: the stints are the main table."""
    pairs = list(zip(ledger.judged.claims, ledger.judged.verdicts, strict=True))
    rows = [claim_row(claim, verdict) for claim, verdict in pairs]
    return Answer(
        question="ledger",
        title=f"{ledger.name}: career ledger{', {}-{}'.format(*ledger.years) if ledger.stints else ''}",
        tables=(
            stints_of(ledger),
            _disputes(ledger),
            _records(pairs),
            _sums(ledger),
            Table("facts", FIELDS, rows, (View(_FACTS, rows, "Every fact, with its source"),)),
            _pieces(ledger.judged.reports),
        ),
        lead=(counts_of(ledger.judged), checked_words(ledger)),
        notes=tuple(filter(None, (undated_words(ledger),))),
        subject={"name": ledger.name, "checked": ledger.checked},
    )


def stints_of(ledger: Ledger) -> Table:
    """Return the stints as a table, oldest first."""
    rows = [_stint_row(one) for one in ledger.stints]
    return Table("stints", STINT_FIELDS, rows, (View(_STINTS, rows, "Level by season"),))


def undated_words(ledger: Ledger) -> str | None:
    """Return the posts that have no place among the years; null if there is none."""
    return f"Reported without seasons: {'; '.join(ledger.undated)}." if ledger.undated else None


def checked_words(ledger: Ledger) -> str:
    """Whether, and against what, the facts were checked."""
    if ledger.checked is None:
        return "No lake was given: nothing here was checked against games. Verdicts compare the pieces with each other."
    return f"Checked against build {ledger.checked}; what needs games that the lake lacks was not checked."


def _stint_row(stint: Stint) -> Row:
    years = spans([stint.first, stint.last]) if stint.last - stint.first < 2 else f"{stint.first}-{stint.last}"
    return {
        "first": stint.first,
        "last": stint.last,
        "years": years,
        "level": stint.level,
        "club": stint.club,
        "role": stint.role,
        "source": ", ".join(stint.sources) + _implied_words(stint),
    }


def _implied_words(stint: Stint) -> str:
    """Return which of the seasons nobody states; empty where all are stated."""
    return f"; {spans(sorted(stint.implied))} implied" if stint.implied else ""


def _disputes(ledger: Ledger) -> Table:
    by_claim = {id(claim): verdict for claim, verdict in zip(ledger.judged.claims, ledger.judged.verdicts, strict=True)}
    fields = ("matter", "says", "said_by", "report", "verdict")
    rows, views = [], []
    for dispute in ledger.disputes:
        own = [
            {
                "matter": dispute.matter,
                "says": said(claim),
                "said_by": asserted_by(claim),
                "report": claim.report,
                "verdict": by_claim[id(claim)].verdict,
            }
            for claim in dispute.claims
        ]
        rows += own
        views.append(View(_SIDES, own, f"In dispute: {dispute.matter}"))
    return Table("disputes", fields, rows, tuple(views))


def _records(pairs: Sequence[tuple[Claim, Verdict]]) -> Table:
    rows = []
    for claim, verdict in pairs:
        if claim.type != "record":
            continue
        row = claim_row(claim, verdict)
        figures = [claim.fields.get(name) for name in ("wins", "losses", "ties")]
        row["record"] = "-".join(str(one) for one in figures if one is not None)
        row["of"] = said(claim).removeprefix(row["record"]).lstrip(", ")
        rows.append(row)
    fields = ("record", "of", "report", "verdict", "ours", "rule", "settles")
    return Table("records", fields, rows, (View(_RECORDS, rows, "Records"),))


_HOLDS = {True: "yes", False: "no", None: "leaves a rest"}


def _sums(ledger: Ledger) -> Table:
    rows = [{"text": text, "holds": holds, "holds_shown": _HOLDS[holds]} for text, holds in sums_of(ledger.judged)]
    return Table("sums", ("text", "holds"), rows, (View(_SUMS, rows, "Sums"),))


def _pieces(reports: Sequence[Report]) -> Table:
    rows = [
        {"report": one.name, "title": one.title, "date": one.date, "date_shown": str(one.date or "carries none")}
        for one in reports
    ]
    return Table("pieces", ("report", "title", "date"), rows, (View(_PIECES, rows, "Pieces"),))


def chart_label(ledger: Ledger) -> str:
    """Return what the picture says, for who does not see it."""
    first, last = ledger.years
    told = "; ".join(
        f"{_stint_row(one)['years']} {one.level or 'level not told'}, {one.club or CLUB_NOT_STATED}, {one.role}"
        for one in ledger.stints
    )
    open_ = "; ".join(one.matter for one in ledger.disputes)
    return (
        f"Level by season of {ledger.name}, {first} to {last}: {told}."
        + (f" In dispute: {open_}." if open_ else "")
        + " The table that follows has the same."
    )
