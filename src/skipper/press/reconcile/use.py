"""Claims of how a player was used, against the lineups; and of what no table has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from skipper.answers.people import plain
from skipper.press.claim import Claim
from skipper.press.facts import Starts
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, games_of, lacking, outside
from skipper.press.reconcile.reading import clubs_of, seasons_of
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, open_claim, row_of, supported

FROM_LINEUPS = "from starting lineups"
FEWEST = 10  # starts, or games against a hand: fewer say nothing of a habit
# Our reading of words that have no number: most of the starts, and so few that the word is wrong.
MOST, FEW = 0.5, 0.25


@dataclass(frozen=True)
class Habit:
    """What a kind of use comes to in figures: whether it holds (null: the figures do not say), and the figures."""

    holds: bool | None
    figures: str


def check_usage(claim: Claim, dossier: Dossier) -> Verdict:
    """Where he batted, and against which hand he started, under the manager named."""
    settles = f"the lineups of {games_of(claim).removeprefix('the games, or ')}"
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    own = _starts_meant(claim, dossier)
    gap = lacking(seasons_of(claim), dossier.facts)
    if gap is not None or not own:
        none = Evidence("coverage", "The lake has no start of his under that manager, of the seasons meant.")
        return open_claim(settles, gap or none)
    read = _HABITS.get(str(claim.fields.get("kind")))
    if read is None:
        return open_claim(settles, Evidence("note", "The lineups do not say that."))
    habit = read(own)
    row = row_of("player_usage", f"{habit.figures}.")
    if habit.holds is None:
        return open_claim("a number in place of the word", row, ours=habit.figures, rule=FROM_LINEUPS)
    return (supported if habit.holds else contradicted)(habit.figures, FROM_LINEUPS, row)


def _starts_meant(claim: Claim, dossier: Dossier) -> list[Starts]:
    seasons, manager, clubs = seasons_of(claim), claim.fields.get("manager"), clubs_of(claim)
    link = claim.link("manager")
    return [
        one
        for one in dossier.person.starts
        if (not seasons or one.season in seasons)
        and (not clubs or one.club in codes_of(claim, dossier.facts, one.season))
        and (manager is None or _is(one, str(manager), link.id if link else None))
    ]


def _is(one: Starts, name: str, person_id: str | None) -> bool:
    return one.manager_id == person_id if person_id else plain(one.manager_name or "") == plain(name)


def _in_slots(name: str, low: bool) -> Callable[[list[Starts]], Habit]:
    def read(own: list[Starts]) -> Habit:
        some, starts = sum(one.low if low else one.high for one in own), sum(one.starts for one in own)
        figures = f"{some} of {starts} starts in slots {name}"
        if starts < FEWEST:
            return Habit(None, figures)
        share = some / starts
        return Habit(True if share > MOST else (False if share < FEW else None), figures)

    return read


def _against(left: bool, sits: bool) -> Callable[[list[Starts]], Habit]:
    """Whether he started much less often against a hand than against the other (`sits`), or no less often."""

    def read(own: list[Starts]) -> Habit:
        vs_l, of_l = sum(one.vs_l for one in own), sum(one.games_vs_l for one in own)
        vs_r, of_r = sum(one.vs_r for one in own), sum(one.games_vs_r for one in own)
        figures = f"{vs_l} of {of_l} games against left-handed starters, {vs_r} of {of_r} against right-handed"
        if min(of_l, of_r) < FEWEST:
            return Habit(None, figures)
        rates = (vs_l / of_l, vs_r / of_r) if left else (vs_r / of_r, vs_l / of_l)
        rarely, alike = rates[0] < MOST * rates[1], rates[0] >= rates[1]
        return Habit(
            (True if rarely else (False if alike else None)) if sits else alike or (False if rarely else None), figures
        )

    return read


_HABITS: dict[str, Callable[[list[Starts]], Habit]] = {
    "bats_low": _in_slots("7 to 9", low=True),
    "bats_high": _in_slots("1 to 3", low=False),
    "sits_against_lhp": _against(left=True, sits=True),
    "sits_against_rhp": _against(left=False, sits=True),
    "starts_against_lhp": _against(left=True, sits=False),
    "starts_against_rhp": _against(left=False, sits=False),
    "platooned": _against(left=True, sits=True),
}


def check_contract(claim: Claim, dossier: Dossier) -> Verdict:
    """No table has contracts."""
    return open_claim("the contract, or the club's announcement", Evidence("note", "The tables have no contracts."))


def check_discipline(claim: Claim, dossier: Dossier) -> Verdict:
    """No table has discipline."""
    return open_claim("the letter, or the league's announcement", Evidence("note", "The tables have no discipline."))
