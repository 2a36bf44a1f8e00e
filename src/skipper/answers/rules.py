"""Compare the two crediting rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from skipper.answers.answer import Row
from skipper.answers.errors import UnknownOptionError

RULES = ("managed", "credited")
BOTH = "both"
MEANING = {
    "managed": "managed: the games that the manager ran.",
    "credited": "credited: the games that the record book credits to the manager, from the same games.",
    BOTH: "both: the two rules agree.",
}
INFERRED = "\N{DAGGER}"
DOUBTED = "\N{SECTION SIGN}"
UNLIKE = ("inferred_games", "doubted_games")  # may differ between two rows that the rules `both` merge


def check_rule(rule: str) -> str:
    """Return the requested rule. Raises UnknownOptionError unless it is managed, credited or both."""
    if rule not in (*RULES, BOTH):
        raise UnknownOptionError(f"rule is {rule!r}; it must be one of {', '.join((*RULES, BOTH))}")
    return rule


def folded(rows: Iterable[Row], key: Sequence[str], apart: Sequence[str]) -> list[Row]:
    """Return rows for display, with rows that are equal under both rules merged under the rule `both`.

    `key` identifies a row's subject. Two rows with the same key are equal if they differ only in the rule and in the
    fields named in `apart`, which the merged row takes from the credited row. Rows keep the order of first appearance.
    """
    by_key: dict[tuple, list[Row]] = {}
    for row in rows:
        by_key.setdefault(tuple(row[name] for name in key), []).append(row)
    out = []
    for group in by_key.values():
        first, last = group[0], group[-1]
        unlike = {name for name in first if first[name] != last[name]} - {"rule", *apart}
        if len(group) == 2 and not unlike:
            credited = first if first["rule"] == "credited" else last
            out.append({**credited, "rule": BOTH})
        else:
            out.extend(group)
    return out


def marked(rows: Iterable[Row]) -> list[Row]:
    """Return the rows with a dagger after the rule if games are credited by inference, and a section sign if the source
    and the record book contradict each other on who managed."""
    return [{**row, "rule": f"{row['rule']}{rule_marks(row)}"} for row in rows]


def rule_marks(row: Row) -> str:
    """Return the marks of a record: INFERRED and DOUBTED, either, or none."""
    return (INFERRED if row.get("inferred_games") else "") + (DOUBTED if row.get("doubted_games") else "")


def legend(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return the meanings of the rules and marks that occur in the (marked) rows."""
    used = {row["rule"] for row in rows}
    plain = {rule.rstrip(INFERRED + DOUBTED) for rule in used}
    said = [MEANING[rule] for rule in (*RULES, BOTH) if rule in plain or (rule != BOTH and BOTH in plain)]
    if any(INFERRED in rule for rule in used):
        said.append(
            f"{INFERRED} credited by inference, wholly or partly: this lake has no record book that lists the club's "
            "managers for that season, or the book lists a manager whose id does not match the games."
        )
    if any(DOUBTED in rule for rule in used):
        said.append(
            f"{DOUBTED} the source of the games and the record book contradict each other on who managed, in all of "
            "these games or some (table manager_decision)."
        )
    return tuple(said)
