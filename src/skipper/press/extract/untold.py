"""The club, role and time of an appointment whose clause leaves them out, as far as the piece has told them."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract.begun import predecessor
from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import spoken_last, the_club
from skipper.press.extract.openings import post_said, to_succeed
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.succession import is_a_replacement
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When

OPEN = frozenset(["finalist", "interview", "go_to", "pass_over", "talk_to"])
# Words for a post stand with these: it is the open one, or that of the club in focus.
_OF_A_COACH = frozenset(["bench", "coaching", "hitting", "pitching", "base", "bullpen", "front-office"])
_THEN = frozenset(["on", "in", "after", "when", "last", "this", "midway", "following", "early", "late", "at"])
OF_A_POST = frozenset(["hand", "accept", "will_run"])


def club_untold(
    piece: Piece, clause: Clause, verb: Unit, kind: str, person: Entity, role: str | None, time: When
) -> tuple[ClubName | None, str | None]:
    """The club and role of an appointment that names no club: the open post, or that of the man whom he replaces."""
    previous = clause.previous
    if previous is not None and previous.club is not None and clause.opener in ("since", "until", "as", "when"):
        return previous.club, role
    if piece.heading is not None and kind in ("hire", "promote", "take_over", "accept", "hand"):
        return piece.heading, role
    if kind == "pass_over" and (chooser := _who_chose_another(clause)) is not None:
        return chooser, role
    chosen = verb.low in ("opted for", "chose", "settled on")
    open_to = chosen or kind in OPEN or bool(post_said(piece, clause, verb, kind))
    name: ClubName | None = None
    if verb.low.endswith((" new man", " new boss")) and clause.words_after(verb, 1) == ["there"]:
        return (piece.club if piece.club_passage == piece.passage else None), role
    if open_to or kind in OF_A_POST or _of_its_manager(clause, verb, role, kind):
        not_chosen = kind == "pass_over" and verb.has("names")
        name = piece.vacancy(person) if kind != "pass_over" or not_chosen else None
        if name is not None and kind in OPEN and time is NEVER and piece.news_club is not None:
            name = piece.news_club  # not a post that fell open years ago
        sought = "manager" if chosen or not_chosen or kind in ("finalist", "interview", "go_to") else None
        role = role or (sought if name is not None else None)
        name = name or _his_own(piece, person, kind)
        spoken = spoken_last(piece)
        name = name or (replace(spoken, level=None) if spoken is not None else None)
    before = predecessor(piece, clause, verb) if kind in ("take_over", "replace") else None
    if before is not None and before is not person:
        name = piece.careers.post(before) or _left_later_on(piece, before) or name
    if name is None and kind == "take_over":
        name = _led_then(clause) or _left_then(piece, clause)
    name = name or _of_his_story(piece, clause, verb, kind, person, time)
    if name is None and role is not None and "coach" in role and kind in ("hire", "promote"):
        name = the_club(piece, None)
    if name is None and previous is not None and clause.opener in ("after", "before", "when"):
        name = next((unit.value for unit in previous.kinds("club")), None)
    return name, role


def _led_then(clause: Clause) -> ClubName | None:
    """Took over for X in June and guided the Mets to a 45-40 finish: the Mets."""
    then = [unit for unit in clause.sentence.units[clause.end :][:4] if unit.low != "the"]
    led = len(then) > 2 and then[0].low == "and" and then[1].has("lead") and then[2].kind == "club"
    return then[2].value if led else None


def _left_then(piece: Piece, clause: Clause) -> ClubName | None:
    """Had taken over when X was fired by the Cubs: the Cubs; else X's own club, as told."""
    then = behind_it(clause)
    if then is None or not then.find("fire", "let_go", "resign"):
        return None
    clubs, people = clubs_behind(then, then.units[0], "by", "as"), then.kinds("person")
    return clubs[0].value if clubs else piece.careers.post(people[0].value) if people else None


def behind_it(clause: Clause) -> Clause | None:
    """The words that hang on it with `when` or `after`, up to their comma; null where none do."""
    units = clause.sentence.units[clause.end :]
    if not units or units[0].low not in ("when", "after"):
        return None
    length = next((n for n, unit in enumerate(units) if unit.text in (",", ";", ".")), len(units))
    return Clause(clause.sentence, clause.end, clause.end + length, units[0].low) if length > 1 else None


def _who_chose_another(clause: Clause) -> ClubName | None:
    """Was passed over when the Cubs hired X: by the Cubs."""
    then = clause.sentence.units[clause.end :][:5]
    told = bool(then) and then[0].low in ("when", "as", "after") and any(one.has("hire", "names") for one in then)
    return next((one.value for one in then if one.kind == "club"), None) if told else None


def _of_his_story(piece: Piece, clause: Clause, verb: Unit, kind: str, person: Entity, time: When) -> ClubName | None:
    """The club that he had left, that lacks a manager, or that the passage is of, as far as the verb allows each."""
    if kind == "hire" and clause.subject is not None and to_succeed(clause, verb):
        return piece.careers.post(clause.subject)  # he named X to succeed him
    if verb.has("back") and (left := piece.careers.left_last(person)) is not None:
        return left
    if kind in ("hire", "promote") and is_a_replacement(clause):
        post = piece.careers.post(person) or piece.vacancy(person) or _of_the_replaced(piece, clause, verb)
        if post is not None:
            return post
    if kind != "hire":
        return None
    of_the_passage = piece.club if piece.club_passage == piece.passage and not _has_left(piece, person) else None
    if clause.subject is not None and not clause.passive(verb):
        return of_the_passage  # its owner or general manager hired him
    if time is NEVER:
        return None
    # Fired by the club, he was hired in 2015: by that club.
    left = piece.careers.left(person) if person.name not in piece.careers.hired else None
    return left or (of_the_passage if clause.passive(verb) else None)


def _of_the_replaced(piece: Piece, clause: Clause, verb: Unit) -> ClubName | None:
    """Hired to succeed X, who left the Yankees: X's post, told before or later on."""
    named = [one.value for one in clause.units if one.place > verb.place and one.kind == "person"]
    return piece.careers.post(named[0]) or _left_later_on(piece, named[0]) if len(named) == 1 else None


def _left_later_on(piece: Piece, person: Entity) -> ClubName | None:
    """Had replaced X, whose post is told only after it."""
    piece.wanting = True
    return piece.foretold.left_last(person)


def _has_left(piece: Piece, person: Entity) -> bool:
    """Fired by one owner, he was hired by another: not by the club of which the piece spoke last, which he left."""
    own = [one for one in piece.careers.tenures if one.person is person and piece.club and one.is_at(piece.club)]
    return bool(own) and own[-1].ended


def _of_its_manager(clause: Clause, verb: Unit, role: str | None, kind: str) -> bool:
    """Hired as manager, took over as interim manager, became manager on June 3; not `became a successful manager`."""
    took = kind == "hire" or (kind == "take_over" and (verb.has("assume") or _became_it(clause, verb)))
    return took and role in ("manager", "interim manager")


def _became_it(clause: Clause, verb: Unit) -> bool:
    """Became manager, the manager, its interim manager, with a time behind or nothing."""
    title = next((one for one in clause.find("manager", "interim") if one.place > verb.place), None)
    between = [word for word in clause.words_after(verb, 3) if word in ("the", "its", "their", "interim", "full-time")]
    near = title is not None and title.place <= verb.place + 1 + len(between)
    then = clause.after(title) if title is not None else None
    return near and (then is None or then.kind in ("punct", "date", "year") or then.low in _THEN)


def when_left(piece: Piece, clause: Clause, kind: str) -> When:
    """When he stepped down on June 3, he gave the club to X; X took over when he was fired June 3: on that day."""
    then = behind_it(clause)
    if (
        then is not None
        and kind == "take_over"
        and then.opener == "when"
        and (left := then.find("fire", "let_go", "resign"))
    ):
        return piece.when(then, left[0])
    before = clause.previous
    if clause.opener == "and" and before is not None and clause.club is not None and before.club is clause.club:
        acts = before.find("fire", "let_go", "contract_ended")
        return piece.when(before, acts[0]) if acts else NEVER  # fired X on June 3 and named Y
    for earlier in clause.earlier():
        left = earlier.find("resign", "fire", "let_go") if earlier.opener == "when" else []
        if left:
            return piece.when(earlier, left[0])
    return NEVER


def is_open(piece: Piece, name: ClubName) -> bool:
    """Whether the piece has told that the manager's post there fell open, or was filled."""
    return piece.vacancies.are_told_of(name)


def _his_own(piece: Piece, person: Entity, kind: str) -> ClubName | None:
    """Gave him the job: the one that the piece has told of."""
    own = piece.careers.last(person) if kind in OF_A_POST else None
    return own.club if own is not None else None


def names_the_post(clause: Clause, kind: str) -> bool:
    """A finalist for the job, passed over for the Yankees job; `gave him the job` does not say which."""
    if kind == "go_to" and clause.opener == "which":
        return True  # the job, which went to X
    if clause.find("manager") or kind == "hand":
        return bool(clause.find("manager"))
    if kind == "interview" and any(clause.words_after(unit, 2) == ["for", "it"] for unit in clause.find("interview")):
        return True
    jobs = [job for job in clause.find("assignment") if not _OF_A_COACH & set(clause.words_before(job, 1))]
    return bool(clause.find("finalist") or jobs) and (kind != "pass_over" or _is_a_clubs(clause, jobs))


def _is_a_clubs(clause: Clause, jobs: list[Unit]) -> bool:
    """The Yankees job, the Mets' job."""
    for job in jobs:
        owner, before = clause.before(job, 2), clause.before(job)
        whose = owner if before is not None and before.text in ("'", "'s") else before
        if whose is not None and whose.kind == "club":
            return True
    return False
