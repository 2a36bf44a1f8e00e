"""Which club a man left: as the words have it, his post by then, or whose the news is."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.claim import Claim
from skipper.press.extract import arguments as args
from skipper.press.extract import slots
from skipper.press.extract.careers import same_club
from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import club_of_the_news
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER

_INSISTS = frozenset(["maintains", "maintained", "insists", "insisted", "contends", "contended", "claims", "claimed"])
_GOES = frozenset(["become", "join", "take", "run", "coach", "be"])
_SHORTLY = frozenset(["hours", "day", "days", "week", "weeks"])
_APPOSED = 8  # units from a name to the title that stands behind it: X, their first-year Double-A manager
_FROM = 4  # units within which `from` still goes with the verb


def employer(
    piece: Piece, clause: Clause, verb: Unit, person: Entity, sentence: list[Clause]
) -> tuple[ClubName | None, tuple[Unit, ...]]:
    """The club that he left: as the clause has it, else his post by then, else what the sentence speaks of."""
    found = args.titled_club(clause, person) or _said(piece, clause, verb, person)
    if found is not None:
        return found
    teller = _hired_shortly_before(clause, sentence)
    teller = teller or _of_the_staff(piece, clause, person) or _club_that_tells(piece, clause, person)
    if teller is not None:
        return teller, ()
    theirs = _whose_boss(clause, person)
    if theirs is not None:
        return theirs, ()
    own = piece.careers.post(person, piece.when(clause, verb).year)
    own = _before_this_one(piece, clause, verb, person, own)
    if clause.anaphoric and clause.club is not None:
        here = any(one.value is clause.club for one in clause.sentence.units)
        return (clause.club if here else own or clause.club), ()
    if clause.opener == "where" and clause.previous is not None and clause.previous.kinds("club"):
        return clause.previous.kinds("club")[-1].value, ()
    hangs_on = list(clause.earlier()) if clause.opener == "when" else []
    for other in (*hangs_on, *sentence):
        if other.start > clause.start and other.opener == "," and clause.opener != "after":
            continue  # dismissed at one, X will manage another
        if other.start > clause.start and other.opener == "resume" and other.find("called_to", "hire", "come_to"):
            continue  # X, who quit in May, came back to manage another
        posts = [unit for unit in other.kinds("club") if args.is_a_post(other, unit)]
        posts = [unit for unit in posts if "from" not in other.words_before(unit, 2) and not _ran_until(other, person)]
        near = [unit.value for unit in posts if not (other is clause and _whither(clause, verb, unit))]
        if other is clause.previous and clause.opener == "when" and other.find("manage") and other.subject is person:
            near = near[-1:]  # managed A until 1996 and B until 1999, when he resigned
        if near and (own is None or other.opener in ("which", "where", "when")):
            return near[0], ()
    if own is not None:
        return own, ()
    filled = _just_filled(piece, clause)
    if filled is not None:
        return filled, ()
    if piece.club is not None and person is piece.names.topic:
        return piece.club, ()
    piece.wanting = True
    if person is piece.names.topic and piece.home is not None and piece.foretold.knows(person, piece.home):
        return piece.home, ()
    later = piece.foretold.post(person, piece.when(clause, verb).year) if piece.foretold.current(person) else None
    told = piece.foretold.left_last(person) or later
    farm = told is not None and not any(span.is_major for span in told.spans)
    return (piece.home if farm and person is piece.names.topic else None) or told, ()


def _whose_boss(clause: Clause, person: Entity) -> ClubName | None:
    """The Orioles fell to fifth, and in June Edward Bennett Williams fired him: from the Orioles."""
    boss, before = clause.subject, clause.previous
    joined = clause.opener in (",", "and", "but") and before is not None and not clause.kinds("club")
    if boss is None or boss is person or not joined or before is None or before.anaphoric or clause.club is not None:
        return None
    return before.club


def _ran_until(clause: Clause, person: Entity) -> bool:
    """Another ran Tacoma until August, when this one was let go: elsewhere, for the other left Tacoma then."""
    until = any(unit.low in ("until", "till") for unit in clause.units[-3:])
    return until and clause.subject is not None and clause.subject is not person and bool(clause.find("manage"))


def all_of_them(clause: Clause, verb: Unit) -> list[Unit]:
    """Had managed A, B and C and been fired by all three: the clubs listed before; none where so many are not."""
    by = [unit for unit in clause.units[verb.place - clause.first + 1 :][:4] if unit.low not in ("by", "at", "in")]
    if not says_all(clause, verb):
        return []
    count = 2 if by[0].low == "both" else next((one.value for one in by[1:2] if one.kind == "number"), None)
    for part in clause.earlier():
        listed = [unit for unit in part.kinds("club") if args.is_a_post(part, unit)]
        if listed:
            return listed if len(listed) > 1 and count in (None, len(listed)) else []
    return []


def says_all(clause: Clause, verb: Unit) -> bool:
    """Fired by all three, quit both, let go by each of them."""
    words = [word for word in clause.words_after(verb, 4) if word not in ("by", "at", "in")]
    all_of = words[:1] == ["all"] and clause.units[-1].kind != "club" and words[1:2] != ["the"]
    return all_of or words[:1] == ["both"] or words[:2] == ["each", "of"]


def _before_this_one(piece: Piece, clause: Clause, verb: Unit, person: Entity, own: ClubName | None) -> ClubName | None:
    """X, whom Monclova has just hired, resigned, says his old boss: not from Monclova but from where he was before."""
    last, day = piece.careers.last(person), piece.report.date
    if own is None or last is None or last.club is not own or day is None or clause.club is not None:
        return own
    hired = [one.fields for one in piece.recent if one.type == "appointment" and one.fields["person"] == person.name]
    now = any(one.get("club") == piece.show(own) and one.get("for_season", 0) >= day.year for one in hired)
    now = now or (last.hired and (last.since is None or last.since >= day.year))
    goes = any(same_club(unit.value, own) and _whither(clause, verb, unit) for unit in clause.kinds("club"))
    if goes:
        now = True  # resigned to become the coach at Binghamton
    elif not now or piece.when(clause, verb) is not NEVER or "later" in {one.low for one in clause.units}:
        return own
    others = [one.club for one in piece.careers.tenures if one.person is person and not one.is_at(own)]
    return piece.careers.left_last(person) or (others[-1] if others else None if goes else own)


def _hired_shortly_before(clause: Clause, sentence: list[Clause]) -> ClubName | None:
    """Fired four days after the Diamondbacks hired him, after being named their manager: by those who had hired him."""
    then = next(iter(sentence[sentence.index(clause) + 1 :]), None)
    shortly = any(unit.low in _SHORTLY for unit in clause.units[-2:])
    if then is None or not shortly or then.opener != "after" or not then.find("hire"):
        return None
    if then.club is not None and not then.anaphoric:
        return then.club
    return next((unit.value for unit in then.kinds("club")), None)


def _of_the_staff(piece: Piece, clause: Clause, person: Entity) -> ClubName | None:
    """Bench coach X, who managed elsewhere once, was dismissed too: by the club of the news."""
    first = clause.sentence.units[:2]
    titled = len(first) == 2 and first[0].has("coach") and first[1].kind == "person" and first[1].value is person
    return club_of_the_news(piece) if titled and clause.opener == "resume" else None


def _club_that_tells(piece: Piece, clause: Clause, person: Entity) -> ClubName | None:
    """The Mets say that he resigned, X maintains that he was fired: from the Mets, who are in both versions."""
    office = piece.offices.get(clause.sayers[0]) if clause.sayers else None
    if office is not None and piece.careers.post(person) is not None and clause.subject is person:
        return office  # X resigned, says the general manager of the Mets
    before = clause.previous
    if clause.opener != "that" or before is None or not before.find("say"):
        return None
    if before.club is not None and not before.anaphoric and clause.subject is person:
        held = (one.club for one in reversed(piece.careers.tenures) if one.person is person and one.is_at(before.club))
        return next(held, before.club)
    last = piece.claims[-1] if piece.claims else None
    other = last is not None and last.type == "departure" and last.fields["person"] == person.name
    insists = any(unit.low in _INSISTS or unit.low == "told" for unit in before.units) and before.subject is person
    return piece.careers.left_last(person) if other and insists else None


def _just_filled(piece: Piece, clause: Clause) -> ClubName | None:
    """He was given the job in 2010, when X retired: X had it, for the sentence tells of no other."""
    hangs = clause.opener in ("when", "after", "as", "because")
    last = piece.claims[-1] if piece.claims else None
    here = last is not None and last.type == "appointment" and last.start >= clause.sentence.units[0].start
    if not here and hangs and _is_of_the_post(clause, last):
        return piece.news_club or piece.home
    return piece.careers.tenures[-1].club if hangs and here and piece.careers.tenures else None


def _is_of_the_post(clause: Clause, last: Claim | None) -> bool:
    """The job has been open since X was fired; he was the bench coach when X was: of the club of the news."""
    before = clause.previous
    coached = last is not None and last.type == "stint" and last.start >= clause.sentence.units[0].start
    coached = coached and last is not None and "coach" in last.fields["role"]
    return coached or (before is not None and bool(before.find("assignment")) and not before.kinds("person"))


def _said(piece: Piece, clause: Clause, verb: Unit, person: Entity) -> tuple[ClubName, tuple[Unit, ...]] | None:
    """The club that fired him, by or at which he was fired, that he left; `the organization` is all of it."""
    whole = [unit for unit in clause.units if unit.place > verb.place and unit.low == "the organization"]
    if whole or args.the_organization(piece, clause) is not None:
        return args.one_club(piece, clause, verb, person)
    farm_club = _their_farm(clause, person)
    if farm_club is not None:
        return farm_club
    if clause.club is not None and not clause.anaphoric and not clause.passive(verb):
        return clause.club, tuple(unit for unit in clause.kinds("club") if unit.value is clause.club)
    behind = slots.clubs_behind(clause, verb, "by", "in", "at", "from", "of", "with", "")
    far = verb.place + _FROM  # fired for a younger man from Pawtucket
    behind = [unit for unit in behind if unit.place <= far or "from" not in clause.words_before(unit, 2)]
    behind = [unit for unit in behind if not _whither(clause, verb, unit)]
    if behind:
        farm = next((unit for unit in behind if unit.value.parent is behind[0].value), behind[0])
        return farm.value, (farm,)
    named = [unit for unit in clause.kinds("person") if unit.value is person]
    owner = slots.owner_of(clause.units, named[0].place - clause.first) if named else None
    if owner is not None:
        return owner.value, (owner,)
    acts = clause.anaphoric and clause.club is not None and not clause.passive(verb)
    before = slots.posts_before(clause, verb) if not acts else []  # an hour after a loss to the Reds, they fired X
    return (before[-1].value, (before[-1],)) if before else None


def _their_farm(clause: Clause, person: Entity) -> tuple[ClubName, tuple[Unit, ...]] | None:
    """The Tigers fired X, their Double-A manager at Erie: from Erie, which is theirs."""
    named = next((unit for unit in clause.kinds("person") if unit.value is person), None)
    if named is None or clause.club is None or clause.words_after(named, 2) not in ([",", "their"], [",", "its"]):
        return None
    title = next((unit for unit in clause.find("manager") if 2 < unit.place - named.place < _APPOSED), None)
    near = slots.clubs_behind(clause, title, "at", "in", "of", "for") if title is not None else []
    if title is None or not near or near[0].place > title.place + 3:
        return None
    return replace(near[0].value, parent=near[0].value.parent or clause.club), (near[0],)


def _whither(clause: Clause, verb: Unit, club: Unit) -> bool:
    """Resigned to become the bench coach at Binghamton, left to manage Reno: where he went."""
    if verb.low.endswith(("back", "return", "returning")):
        return False  # won't be back to manage the Padres
    between = clause.units[verb.place - clause.first + 1 : club.place - clause.first]
    to = next((n for n, unit in enumerate(between[:4]) if unit.low == "to"), None)
    then = between[to + 1 :][:1] if to is not None else []
    return bool(then) and (then[0].low in _GOES or then[0].has("manage", "take_over", "accept", "come_to", "serve"))


def spoken_of(piece: Piece, person: Entity) -> ClubName | None:
    """The major club of which this paragraph or the one before speaks."""
    fresh = person is piece.names.topic or piece.passage - piece.club_passage <= 1
    major = piece.club is not None and any(span.is_major for span in piece.club.spans)
    if fresh and major:
        return piece.club
    return piece.home if fresh else None
