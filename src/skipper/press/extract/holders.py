"""Whose a club's season is: the man in the words, whoever held the club then, or whom the piece is about."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from skipper.press.claim import Claim
from skipper.press.extract import arguments as args
from skipper.press.extract.careers import Careers, same_club
from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.outgoing import before_he_came, came_after, is_his_hiring, who_was_there, who_went
from skipper.press.extract.partial_seasons import bracketed
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import is_opponent
from skipper.press.extract.under import all_under, under_whom
from skipper.press.extract.units import ClubName, Entity, Unit

_BEFORE_HIS_TIME = frozenset(["after", "before", "since", "until"])
_TODAY = frozenset(["is", "are", "'re", "tonight", "tonight's", "today", "today's"])
_ISO_DAY = 10  # characters of a day as ISO writes it
_A_WEEK = 7  # days
_THEN = ("and", ",", "so", ";")
_SOON = 8  # units of what follows a club's figures at once
_FIGURES = frozenset(["record", "mark", "numbers", "ledger", "totals", "total", "sum"])
_BEFORE_FIGURES = frozenset(["the", "overall", "final", "its", "their"])
_SEASONS = frozenset(
    ["season", "seasons", "year", "team", "club", "teams", "clubs", "first", "second", "third", "last"]
)


def holder(piece: Piece, clause: Clause, unit: Unit, year: int | None) -> Entity | None:
    """The manager whose record or title it is; null where the words leave it open."""
    first = next((whom for whom in _candidates(piece, clause, unit, year) if whom is not None), None)
    newcomer = first is not None and came_after(piece, clause, first, year)
    return who_was_there(piece, clause) if newcomer else first


def _candidates(piece: Piece, clause: Clause, unit: Unit, year: int | None) -> Iterator[Entity | None]:
    own = under_whom(clause, unit)
    under = [own] if own is not None else all_under(piece, clause)
    if len(under) > 1 or before_he_came(clause, unit):
        return  # two men's together, or another's
    yield _since_he_came(clause, unit)
    yield _done_to(piece, clause, unit)
    yield who_went(piece, clause)
    beside = bracketed(clause, unit)
    if beside is not None:
        yield _of_the_bracketed(piece, clause, beside, year)
        return
    yield from under
    yield _for_whom(piece, clause, unit)
    yield clause.subject if not _is_of_another_trade(clause.subject) else None
    yield clause.owner
    yield _his_season(clause, unit)
    yield _there(clause)
    yield in_charge(piece, clause, clause.club, year)
    yield _their_manager(piece, clause)
    yield _who_goes_for_it(clause)
    yield _of_the_home(piece, clause, year)
    yield _told_of(piece, clause)
    yield understood(piece, clause)


def _of_the_bracketed(piece: Piece, clause: Clause, club: Unit, year: int | None) -> Entity | None:
    """The Vaqueros (15-19): who holds the club as told; else he who is said here to be on the job with it."""
    held = piece.careers.in_charge(club.value, year) or piece.careers.in_charge(club.value)
    has_it = clause.find("assignment", "manage", "manager", "had_club", "take_over") and not clause.find("play", "bat")
    theirs = has_it and not is_opponent(clause.units, club.place - clause.first)
    near = clause.units[max(0, club.place - clause.first - 3) : club.place - clause.first]
    if clause.owner is not None and any(one.low in ("'s", "'", "his") for one in near):
        return clause.owner  # Anderson's 1975 Reds (108-54)
    if _comes(piece, clause, held):
        return who_was_there(piece, clause)
    return held or (clause.subject if theirs and not _is_of_another_trade(clause.subject) else None)


def _comes(piece: Piece, clause: Clause, held: Entity | None) -> bool:
    """X of the Mets (15-19) took over; the Mets (15-19) hired X: whether he who holds the club comes to it here."""
    whom = held or clause.subject
    if whom is clause.subject and clause.find("take_over", "assignment"):
        return True
    start = clause.sentence.units[0].start
    return whom is not None and any(one.start >= start and is_his_hiring(one, whom) for one in piece.recent)


def _there(clause: Clause) -> Entity | None:
    """Spent the season at Columbus, where the Clippers finished 57-85: he of whom the clause before says so."""
    before = clause.previous
    if clause.opener != "where" or clause.club is None or before is None or before.find("play", "draft", "bat"):
        return None
    near = next((one.value for one in reversed(before.kinds("club"))), None)
    return before.subject if near is not None and same_club(near, clause.club) else None


def _who_goes_for_it(clause: Clause) -> Entity | None:
    """The Mets fell to 40-60, and X was fired; slumped to 40-60 and fired X: the one man whom it cost his post."""
    rest = clause.sentence.units[clause.end :][:_SOON]
    if clause.club is None or clause.subject is not None or clause.opener or not rest or rest[0].low not in _THEN:
        return None
    gone = next((n for n, one in enumerate(rest) if one.has("fire", "let_go")), None)
    named = [one.value for one in rest if one.kind == "person"]
    other = any(one.kind == "club" or one.has("hire", "promote", "take_over", "coach") for one in rest[:gone])
    return named[0] if gone is not None and len(named) == 1 and not other else None


def _of_the_home(piece: Piece, clause: Clause, year: int | None) -> Entity | None:
    """Detroit is 76-36 this season: of whom a piece about that club is, where no other man's post there is told."""
    topic, club, day = piece.names.topic, clause.club, piece.report.date
    now = day is not None and year == day.year and topic is not None and not topic.executive
    if not now or club is None or piece.home is None or not same_club(club, piece.home) or topic is None:
        return None
    piece.wanting = True
    told = (*piece.careers.tenures, *piece.foretold.tenures)
    manages = any(one.person is topic for one in told)  # anywhere at any time, and so is no player
    others = any(one.is_at(club) for one in told)
    return topic if manages and not others and piece.careers.current(topic) is None else None


def _is_of_another_trade(person: Entity | None) -> bool:
    return person is not None and person.executive


def _since_he_came(clause: Clause, unit: Unit) -> Entity | None:
    """The Phillies are 18-9 since X took over: X."""
    after = clause.sentence.units[unit.place + 1 : unit.place + 4]
    since = len(after) == 3 and after[0].low == "since" and after[1].kind == "person" and after[2].has("take_over")
    return after[1].value if since else None


def _done_to(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    """The club fired X after a 72-90 season: X."""
    for verb in clause.find("fire", "let_go"):
        found = args.object_of(piece, clause, verb) if verb.place < unit.place and not clause.passive(verb) else None
        if found is not None:
            return found[0]
    return None


def _for_whom(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    """The Red Sox went 48-29 for X, for him; Houston was 13-14 with X."""
    after = clause.units[unit.place - clause.first + 1 :][:2]
    if len(after) < 2 or after[0].low not in ("for", "with") or clause.club is None:
        return None
    if after[1].low == "him":
        return piece.before or piece.names.topic
    return after[1].value if after[1].kind == "person" else None


def _his_season(clause: Clause, unit: Unit) -> Entity | None:
    """Houston was 51-111 in 2013, X's first season: X."""
    units = clause.sentence.units
    for one in (*units[unit.place + 1 : unit.place + 8], *reversed(units[max(0, unit.place - 9) : unit.place])):
        owned = units[one.place + 1 : one.place + 4]
        if one.kind == "person" and owned and owned[0].text in ("'s", "'"):
            return one.value if any(word.low in _SEASONS for word in owned[1:]) else None
    return None


def in_charge(piece: Piece, clause: Clause, club: ClubName | None, year: int | None) -> Entity | None:
    """The club's season alone is that of whom the piece has put in charge by then, or puts there later on."""
    if club is None or clause.opener in _BEFORE_HIS_TIME:
        return None
    if clause.opener == "when" and clause.previous is not None and year is not None:
        whom = piece.careers.in_charge(club, year)
        return whom if whom in (clause.previous.subject, clause.previous.owner) else None
    if clause.anaphoric and year is None:
        return piece.careers.in_charge(club) or piece.subject or piece.names.topic
    came = _who_came(piece, clause, club, year)
    if came is not None:
        return came
    told = piece.careers.in_charge(club, year) or _topics_own(piece, piece.careers, club, year)
    gone = _gone_today(piece, clause, club, year)
    if told is not None and gone is not None:
        return gone
    if told is None:
        piece.wanting = True
        told = _foretold(piece, club, year)
    return told


def _who_came(piece: Piece, clause: Clause, club: ClubName, year: int | None) -> Entity | None:
    """Went 48-34 the rest of the way: of two men of one season the one who had come."""
    words = " ".join(one.low for one in clause.units)
    held = [one for one in piece.careers.tenures if one.is_at(club) and not one.ended]
    fit = [one.person for one in held if year is not None and one.may_cover(year)]
    topic = piece.names.topic
    gone = any(one.person is topic and one.is_at(club) and one.ended for one in piece.careers.tenures)
    whom = fit[-1] if fit else topic if topic is not None and not gone and not topic.executive else None
    return whom if "rest of the" in words else None


def _gone_today(piece: Piece, clause: Clause, club: ClubName, year: int | None) -> Entity | None:
    """X was dismissed today and Y has his job; the club is 9-28: X's, where the words do not count from Y's coming."""
    day = piece.report.date
    now = bool(_TODAY & {word for one in clause.units for word in one.low.split()})
    today = now if year is None else day is not None and year == day.year
    if not today or not clause.kinds("record") or {"since", "under"} & {one.low for one in clause.sentence.units}:
        return None
    news = {
        claim.fields["person"]
        for claim in piece.recent
        if claim.type == "departure" and not claim.denied and _is_of_the_day(claim, day)
    }
    left = [one.person for one in piece.careers.tenures if one.ended and one.is_at(club) and one.person.name in news]
    return left[-1] if len(left) == 1 else None


def _is_of_the_day(claim: Claim, day: date | None) -> bool:
    """Whether he is told to go now: without a day, or on one of the piece's last days."""
    act = str(claim.fields.get("date_of_act", ""))
    if day is None or len(act) != _ISO_DAY or "seasons" in claim.fields:
        return not {"date_of_act", "seasons"} & claim.fields.keys()
    return 0 <= (day - date.fromisoformat(act)).days <= _A_WEEK


def _topics_own(piece: Piece, careers: Careers, club: ClubName, year: int | None) -> Entity | None:
    """The man of whom the piece speaks, where it tells of him at that club and, for that year, of nobody else there."""
    held = [one for one in careers.tenures if one.is_at(club) and (year is None or one.may_cover(year))]
    for whom in (piece.subject, piece.names.topic):
        if whom is not None and held and all(one.person is whom for one in held):
            return whom
    return None


def _foretold(piece: Piece, club: ClubName, year: int | None) -> Entity | None:
    """Who alone held the club in that year, as the piece tells only later on; not who is then told to be hired."""
    held = [one for one in piece.foretold.tenures if one.is_at(club) and not (one.hired and one.since is None)]
    fit = {
        one.person.name: one.person
        for one in held
        if year is not None and (one.covers(year) if one.since is not None else one.until in (None, year))
    }
    return next(iter(fit.values())) if len(fit) == 1 else None


def _their_manager(piece: Piece, clause: Clause) -> Entity | None:
    """Dismissed X after a season in which they finished 69-93: they are the club just named, X's own."""
    own = piece.careers.post(piece.subject) if piece.subject is not None else None
    if own is None or piece.club is None or not any(unit.low == "they" for unit in clause.units):
        return None
    return piece.subject if same_club(own, piece.club) else None


def told_of(clause: Clause) -> bool:
    """Whether the record itself is the subject: the record was, his record there was."""
    words = (one for one in clause.units if one.kind != "punct" and one.low not in _BEFORE_FIGURES)
    head = next(words, None)
    verb = any(is_finite(one) for one in clause.units)
    return verb and head is not None and head.low in _FIGURES and clause.club is None


def _told_of(piece: Piece, clause: Clause) -> Entity | None:
    """The record was 110-190: of whom the piece speaks, where he has a post."""
    head = next((one for one in clause.units if one.kind != "punct" and one.low not in _BEFORE_FIGURES), None)
    if head is None or head.low not in _FIGURES or clause.club is not None:
        return None
    return next(
        (
            whom
            for whom in (piece.subject, piece.names.topic)
            if whom is not None and piece.careers.post(whom) is not None
        ),
        None,
    )


def understood(piece: Piece, clause: Clause) -> Entity | None:
    """Two rings there; there was a fourth pennant: of whom the piece speaks, where no subject is named."""
    if clause.subject is not None or clause.club is not None or clause.sentence.kind != "body":
        return None
    verbs = [one for one in clause.units if is_finite(one)]
    first = next((one.low for one in clause.units if one.kind != "punct"), "")
    empty = not verbs or (first == "there" and verbs[0].has("be"))
    return piece.subject if empty and clause.previous is None else None
