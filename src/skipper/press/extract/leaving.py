"""Words of leaving: whether they tell of a departure at all, and how many days after a man came."""

from __future__ import annotations

from skipper.press.extract.clauses import PREPOSITIONS, Clause, is_finite
from skipper.press.extract.units import Unit

_NO_POST = frozenset(
    [
        "pushed",
        "bounced",
        "released",
        "releasing",
        "booted",
        "turned loose",
        "gassed",
        "removed",
        "removing",
        "dumped",
        "cut loose",
        "terminated",
        "relieved",
    ]
)
# With `to` and a verb of leaving these tell of none.
_NO_ACT = frozenset(
    [
        *("ready", "expect", "expects", "expected", "expecting", "about", "likely", "going", "prepared", "willing"),
        *("afraid", "reason", "deserve", "deserves", "deserved", "refused", "refuses", "declined", "plans", "plan"),
        *("intend", "intends", "supposed", "wants", "want", "hard", "foolish", "unlikely", "planning", "intention"),
    ]
)
_POST_WORDS = frozenset(["duties", "job", "post", "position", "command", "helm", "dugout", "role", "contract"])
# Idioms whose object tells whether a man was meant: got rid of X, pulled the plug on X; not of his contract, on his TV.
_RID = frozenset(["got rid of", "gets rid of", "getting rid of"])
_CUT = frozenset(
    ["cut the cord", "cuts the cord", "cutting the cord", "pulled the plug", "pulls the plug", "pulling the plug"]
)
_BEHIND_A_CUT = frozenset(["after", "following", "when", "and", "but", "last", "yesterday", "early", "then"])
_POSSESSIVES = ("'s", "'", "\u2019s", "\u2019")
_OBJECT = 8  # units in which an object ends: the manager of their Triple-A club, X
_HIM = frozenset(["him", "her", "me", "them", "both"])
_DAYS = {"day": 1, "days": 1, "week": 7, "weeks": 7, "month": 30, "months": 30}
# Words for numbers of days that are no figures: (least, most).
_VAGUE = {"few": (2, 6), "couple": (2, 3), "several": (3, 13)}
# Behind the club that he left: not the bases, nor its dugout.
_AFTER_THE_CLUB = frozenset(
    [".", ",", "after", "in", "for", "following", "to", "when", "earlier", "last", "this", "on"]
)
_ON_THE_FIELD = frozenset(
    [
        "base",
        "inning",
        "innings",
        "shortstop",
        "mound",
        "plate",
        "rotation",
        "lineup",
        "bullpen",
        "roster",
        "left field",
    ]
)
_CAME = frozenset(["hiring", "appointment", "introduction", "announcement", "arrival", "that", "it"])


def departs(clause: Clause, verb: Unit, in_post: bool = False) -> bool:
    """Not `left the bases loaded`, `fired a shutout`, `did not return a call`.

    `in_post` is whether the piece has told of a post that its subject has now: only such a man can be released from it.
    """
    if _is_not_to_be(clause, verb) or _is_counted(clause, verb):
        return False
    if verb.has("part"):
        if verb.low in ("left", "leaves", "departed", "exited", "is leaving", "was leaving"):
            then = " ".join(clause.words_after(verb, 4))
            if then.startswith(("them", "it ")):
                return False  # left them 34-31
            return (
                _left_a_club(clause, verb)
                or bool(clause.find("organization_word", "same_club"))
                or then.startswith(("the organization", "as manager"))
            )
        if verb.low == "breakup":
            return False
        return not (verb.low.endswith("return") and clause.words_after(verb, 1)[:1] == ["a"])
    after = clause.words_after(verb, 2)
    if verb.low in _RID:
        return _is_of_a_man(clause, verb)
    if verb.low in _CUT:
        return _cuts_a_man(clause, verb)
    if _is_of_a_player(clause, verb):
        return False
    if verb.has("lose_post", "gone"):
        return not (clause.find("position") and not clause.find("manager", "coach", "interim", "manage"))
    if verb.has("replace") and is_on_the_field(clause):
        return False
    if verb.has("replace"):
        instead = clause.club is not None and not clause.anaphoric and "with" in clause.words_after(verb, 6)
        return in_post or (instead and not clause.passive(verb))
    if verb.low in ("let", "lets", "letting"):
        return after[1:] == ["go"]
    if verb.low == "dropped":
        whom = clause.after(verb)
        return whom is not None and whom.kind in ("person", "pronoun") and "to" not in clause.words_after(verb, 3)
    if verb.low in _NO_POST:
        return (
            in_post
            or bool(clause.find("manager", "interim", "coach", "manage"))
            or bool(_POST_WORDS & set(clause.words_after(verb, 7)))
        )
    if verb.has("retire"):
        return _retires(clause, verb)
    return after[:1] not in (["up"], ["himself"], ["herself"], ["a"], ["back"], ["off"])


def is_on_the_field(clause: Clause) -> bool:
    """Replaced X with Y at second base, in the eighth inning: players of a game."""
    return not _ON_THE_FIELD.isdisjoint(unit.low for unit in clause.units)


def _is_not_to_be(clause: Clause, verb: Unit) -> bool:
    """Not ready to quit, doesn't expect to be fired, refused to resign: nobody has left."""
    before = clause.words_before(verb, 3)
    to = next((n for n in range(len(before) - 1, 0, -1) if before[n] == "to"), 0)
    passive = before[to + 1 :] in ([], ["be"], ["get"])
    return bool(to) and passive and before[to - 1] in _NO_ACT


def _is_counted(clause: Clause, verb: Unit) -> bool:
    """Has been fired in four, by three clubs; resigned in Sarasota, which no list has: from where is not said."""
    first, then = clause.after(verb), clause.after(verb, 2)
    if first is None or then is None or first.low not in ("in", "by", "from", "at"):
        return False
    unknown = then.kind == "word" and then.text.istitle() and not then.classes and first.low in ("in", "at")
    return then.kind == "number" or unknown


def _is_of_a_player(clause: Clause, verb: Unit) -> bool:
    """Left as a free agent, lost his job as a pinch-hitter; and `quit smoking`, which is of anybody."""
    after = [unit.low for unit in clause.sentence.units[verb.place + 1 :][:9]]
    if after[:1] and after[0].endswith("ing") and verb.has("resign"):
        return after[0] not in ("managing", "during", "following")
    as_another = after[:2] == ["as", "a"] and not clause.find("manager", "coach", "interim")
    return as_another or "free agent" in " ".join(after)


def _is_of_a_man(clause: Clause, before: Unit) -> bool:
    """Whether the object is a man or one by his title, and nothing of his: got rid of X, not of X's contract."""
    man = False
    for unit in clause.units[before.place - clause.first + 1 :][:_OBJECT]:
        if unit.text in _POSSESSIVES and man:
            return False
        if unit.kind == "punct" and unit.text not in (*_POSSESSIVES, "-"):
            return man
        titled = unit.has("manager", "coach", "interim", "executive")
        if man and not titled and unit.kind != "person":
            return True
        if is_finite(unit) or unit.low in PREPOSITIONS or unit.low in ("that", "which"):
            return False  # of a contract that X signed
        man = titled or unit.kind == "person" or unit.low in _HIM
    return man


def _cuts_a_man(clause: Clause, verb: Unit) -> bool:
    """Cut the cord; pulled the plug in May, on X: not on a show, and not a man who did it himself."""
    after, then = clause.after(verb), clause.after(verb, 2)
    timed = then is not None and then.kind in ("date", "year")
    if after is not None and after.low in ("on", "with") and not timed:
        return _is_of_a_man(clause, after)
    if clause.opener not in ("before", "after") and _is_a_mans_own(clause):
        return False
    ends = after is None or after.kind in ("punct", "date", "year") or after.low in _BEHIND_A_CUT
    return ends or (timed and after is not None and after.low in ("in", "on"))


def _is_a_mans_own(clause: Clause) -> bool:
    """X, the manager, cut the cord: what its subject does who runs no club's office."""
    himself = clause.subject is not None and not clause.subject.executive and clause.club is None
    return himself and any(one.value is clause.subject for one in clause.units)


def _left_a_club(clause: Clause, verb: Unit) -> bool:
    """Left the White Sox in 2011; not `left the Cubs with a lead`, nor `left the Cubs' dugout`."""
    article, club, then = (clause.after(verb, on) for on in (1, 2, 3))
    if article is not None and article.kind == "club" and club is not None and club.low in ("for", "to", "in", "after"):
        return True  # left Baltimore for New York
    named = article is not None and article.low == "the" and club is not None and club.kind == "club"
    return named and (then is None or then.kind in ("date", "year") or then.low in _AFTER_THE_CLUB)


def _retires(clause: Clause, verb: Unit) -> bool:
    """Left the dugout for good; not `retired the side`, nor `retired as a player`."""
    after = clause.words_after(verb, 5)
    if after[:1] in (["the"], ["his"], ["her"], ["to"], ["all"], ["both"]) or (
        clause.kinds("number")[:1] and not (clause.kinds("year", "years", "date"))
    ):
        return False
    return not {"player", "playing", "pitcher", "catcher", "number", "jersey"} & {unit.low for unit in clause.units}


def _after_another(units: list[Unit]) -> bool:
    """A day after the season ended, five days after a home run: not after he came."""
    stop = next((place for place, unit in enumerate(units) if unit.text in (",", ";", ".")), len(units))
    near = units[: min(stop, 5)]
    hired = any(unit.has("hire", "promote", "take_over", "hand", "accept") or unit.low in _CAME for unit in near)
    return bool(near) and not hired


def _heads(clause: Clause, place: int) -> bool:
    """Three weeks after he was hired, he was sacked: the days stand in what the clause hangs on, before it."""
    for earlier in clause.earlier():
        if earlier.start <= place < earlier.end:
            return clause.sentence.units[place + 1].low == "after"
        if earlier.opener != "after":
            return False
    return False


def after_days(sentence: list[Clause], clause: Clause, verb: Unit) -> tuple[list[int], tuple[Unit, ...]] | None:
    """Four days after, a few days later, less than a week later: least and most days."""
    units = clause.sentence.units
    for place, unit in enumerate(units):
        if unit.low not in _DAYS or not (_heads(clause, place) or clause.start <= place < clause.end + 3):
            continue
        following = {one.low for one in units[place + 1 : place + 2]}
        if "later" in following and place >= clause.end:
            continue  # and a week later the Rangers hired him: of what follows
        if not following & {"later", "after"} or ("after" in following and _after_another(units[place + 2 :])):
            continue
        before = [one.low for one in units[max(0, place - 4) : place]]
        length, count = _DAYS[unit.low], units[place - 1]
        if "less" in before and "than" in before:
            return [0, length * (count.value if count.kind == "number" else 1) - 1], (unit, units[place + 1])
        vague = next((_VAGUE[word] for word in before[-2:] if word in _VAGUE), None)
        if vague:
            return [vague[0] * length, vague[1] * length], (unit, units[place + 1])
        number = count.value if count.kind == "number" else 1 if count.low in ("a", "one", "the") else None
        if number is not None:
            most = number * length if length == 1 else (number + 1) * length - 1
            return [number * length, most], (unit, units[place + 1])
    return None
