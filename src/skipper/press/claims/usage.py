"""Usage: where a player batted and against whom, under a manager; against the starting lineups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import re2

from skipper.answers.people import plain
from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Relation
from skipper.press.facts import Starts
from skipper.press.reconcile.agreement import (
    equal,
    overlapping,
)
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, games_of, lacking, outside
from skipper.press.reconcile.reading import NUMBERS, may_be_one_club
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, doubted, open_claim, row_of, supported

FROM_LINEUPS = "from starting lineups"
FEWEST = 10  # starts, or games against a hand: fewer say nothing of a habit
# Our reading of words that have no number: most of the starts, and so few that the word is wrong.
MOST, FEW, NEARLY_ALL = 0.5, 0.25, 0.9
_NAMED_SLOTS = dict.fromkeys(["leadoff", "lead-off", "led off", "leads off", "leading off"], 1)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_NAMED_SLOTS |= {"cleanup": 4, **{word: slot for slot, word in enumerate(_ORDINALS, 1)}}
_NUMBERS = {word: slot for slot in range(1, 10) for word in (NUMBERS[slot], str(slot))}
_SLOT = re2.compile(rf"(?i)\b({'|'.join(_NAMED_SLOTS)})\b(?:[\s-]+(\w+))?")
# The No. 4 spot, the four hole, hit No. 3.
_NUMBERED_SLOT = re2.compile(
    rf"(?i)(?:\bno\. ?|\bnumber |#)({'|'.join(_NUMBERS)})\b|\b({'|'.join(_NUMBERS)})[\s-](?:hole|spot|slot)\b"
)
# Words that leave no game out.
_EVERY_GAME = re2.compile(r"(?i)\ball \d+ games\b|\bevery (?:game|inning)\b|\bmiss\w* (?:a|one) (?:game|inning)\b")
# Behind a number they make it a position, an inning, a place in something else.
_NO_SLOT = frozenset(
    ["base", "baseman", "basemen", "game", "inning", "time", "straight", "consecutive", "season", "year"]
)
_NO_SLOT |= frozenset(["round", "pick", "place", "start", "half", "month", "week", "team", "day", "full", "third"])


@dataclass(frozen=True)
class Habit:
    """What a kind of use comes to in figures: whether it holds (null: the figures do not say), and the figures."""

    holds: bool | None
    figures: str


def check_usage(claim: Claim, dossier: Dossier) -> Verdict:
    """Return where he batted, and against which hand he started, under the manager named."""
    settles = f"the lineups of {games_of(claim).removeprefix('the games, or ')}"
    own = _starts_meant(claim, dossier, dossier.person.starts)
    farm = [] if own else _starts_meant(claim, dossier, dossier.person.farm_starts)
    gate = None if farm else outside(claim, dossier, settles)
    if gate is not None:
        return gate
    gap = None if farm else lacking(claim.seasons, dossier.facts)
    own = own or farm
    if gap is not None or not own:
        none = Evidence("coverage", "The lake has no start of his under that manager, of the seasons meant.")
        return open_claim(settles, gap or none)
    read = _HABITS.get(str(claim.fields.get("kind")))
    if read is None:
        return open_claim(settles, Evidence("note", "The lineups do not say that."))
    habit = read(claim, own)
    row = row_of("player_usage", f"{habit.figures}.")
    if habit.holds is None:
        return open_claim("a number in place of the word", row, ours=habit.figures, rule=FROM_LINEUPS)
    if habit.holds:
        found = supported(habit.figures, FROM_LINEUPS, row)
    else:  # what a habit comes to in figures is our reading of its word
        found = doubted("a number in place of the word", contradicted(habit.figures, FROM_LINEUPS, row))
    if not farm or claim.fields.get("manager") is None:
        return found
    # Outside the majors no source of games says whose lineups they are.
    note = Evidence("note", "By the manager file or the Stats API's coaches they are that manager's games.")
    return replace(found, verdict="corroborated" if habit.holds else "disputed", settles=settles).with_evidence(note)


def _starts_meant(claim: Claim, dossier: Dossier, starts: Iterable[Starts]) -> list[Starts]:
    seasons, manager, clubs = claim.seasons, claim.fields.get("manager"), claim.clubs
    link = claim.link("manager")
    return [
        one
        for one in starts
        if (not seasons or one.season in seasons)
        and (
            not clubs
            or one.club in codes_of(claim, dossier.facts, one.season)
            or any(may_be_one_club(club, one.club_name) for club in clubs if one.club_name)
        )
        and (manager is None or _is(one, str(manager), link.id if link else None))
    ]


def _is(one: Starts, name: str, person_id: str | None) -> bool:
    return one.manager_id == person_id if person_id else plain(one.manager_name or "") == plain(name)


def _in_slots(kind: frozenset[int]) -> Callable[[Claim, list[Starts]], Habit]:
    """Return whether he batted mostly in the slots that the words name; where they name none, in those of the kind.

    Wrong only where he was seldom in those of the kind either: `leadoff` of one night is no habit.
    """

    def read(claim: Claim, own: list[Starts]) -> Habit:
        named, starts = _slots_named(claim.span) or kind, sum(one.starts for one in own)
        stated, near = _in(named, own), _in(named | kind, own)
        figures = f"{stated} of {starts} starts in slot{'' if len(named) == 1 else 's'} {_spelt(named)}"
        if starts < FEWEST:
            return Habit(None, figures)
        return Habit(True if stated > MOST * starts else (False if near < FEW * starts else None), figures)

    return read


def _in(slots: frozenset[int], own: list[Starts]) -> int:
    return sum(one.by_slot[slot - 1] for one in own for slot in slots)


def _slots_named(words: str) -> frozenset[int]:
    """Return the slots that are named by number or name: `leadoff`, `sixth and seventh`; not `third baseman`."""
    found = [(one.group(1).lower(), (one.group(2) or "").lower()) for one in _SLOT.finditer(words)]
    numbered = [one.group(1) or one.group(2) for one in _NUMBERED_SLOT.finditer(words)]
    named = [_NAMED_SLOTS[word] for word, then in found if then not in _NO_SLOT]
    return frozenset([*named, *(_NUMBERS[word.lower()] for word in numbered)])


def _spelt(slots: frozenset[int]) -> str:
    ordered = sorted(slots)
    run = ordered == list(range(ordered[0], ordered[-1] + 1)) and len(ordered) > 1
    return f"{ordered[0]} to {ordered[-1]}" if run else " and ".join(map(str, ordered))


def _sits_against(left: bool) -> Callable[[Claim, list[Starts]], Habit]:
    """Return whether he started much less often against a hand than against the other."""

    def read(_claim: Claim, own: list[Starts]) -> Habit:
        vs_l, of_l, vs_r, of_r = _by_hand(own)
        figures = _in_words_by_hand(own)
        if min(of_l, of_r) < FEWEST:
            return Habit(None, figures)
        rates = (vs_l / of_l, vs_r / of_r) if left else (vs_r / of_r, vs_l / of_l)
        rarely, alike = rates[0] < MOST * rates[1], rates[0] >= rates[1]
        return Habit(True if rarely else (False if alike else None), figures)

    return read


def _platooned(_claim: Claim, own: list[Starts]) -> Habit:
    """Return whether he started much less often against one hand, whichever, than against the other."""
    vs_l, of_l, vs_r, of_r = _by_hand(own)
    figures = _in_words_by_hand(own)
    if min(of_l, of_r) < FEWEST:
        return Habit(None, figures)
    less, more = sorted((vs_l / of_l, vs_r / of_r))
    return Habit(True if less < MOST * more else (False if less > (1 - FEW) * more else None), figures)


def _every_day(claim: Claim, own: list[Starts]) -> Habit:
    """Return whether he started nearly all of the manager's games from his first start of a season to his last.

    Words that leave no game out hold where he started all of them, and are open else: he may have come off the bench.
    """
    vs_l, of_l, vs_r, of_r = _by_hand(own)
    started, games = vs_l + vs_r, of_l + of_r
    figures = f"started {started} of {games} games from his first to his last start"
    if games < FEWEST:
        return Habit(None, figures)
    if _EVERY_GAME.search(claim.span):
        return Habit(True if started == games else None, figures)
    return Habit(True if started > NEARLY_ALL * games else (False if started < MOST * games else None), figures)


def _by_hand(own: list[Starts]) -> tuple[int, int, int, int]:
    """Return the person's starts against left-handers, of how many games, and those against right-handers."""
    return (
        sum(one.vs_l for one in own),
        sum(one.games_vs_l for one in own),
        sum(one.vs_r for one in own),
        sum(one.games_vs_r for one in own),
    )


def _in_words_by_hand(own: list[Starts]) -> str:
    vs_l, of_l, vs_r, of_r = _by_hand(own)
    return f"{vs_l} of {of_l} games against left-handed starters, {vs_r} of {of_r} against right-handed"


_HABITS: dict[str, Callable[[Claim, list[Starts]], Habit]] = {
    "bats_low": _in_slots(frozenset({7, 8, 9})),
    "bats_high": _in_slots(frozenset({1, 2, 3})),
    "sits_against_lhp": _sits_against(left=True),
    "sits_against_rhp": _sits_against(left=False),
    "platooned": _platooned,
    "plays_every_day": _every_day,
}


_OPPOSITES = {("bats_low", "bats_high")}


def _relation(one: Claim, other: Claim) -> Relation:
    if not equal(one, other, "manager") or not overlapping(one, other):
        return None
    kinds = str(one.fields.get("kind")), str(other.fields.get("kind"))
    if kinds[0] == kinds[1]:
        return True
    return False if kinds in _OPPOSITES or kinds[::-1] in _OPPOSITES else None


def _says(fields: Mapping[str, Any]) -> str:
    return str(fields.get("kind") or "").replace("_", " ")


TYPE = ClaimType(
    name="usage",
    order=11,
    plural="usage",
    description="How a manager used a player: batting slots, platoon, every day or on the bench.",
    fields=("player", "kind", "manager", "seasons", "club"),
    says=_says,
    check=check_usage,
    relation=_relation,
)
