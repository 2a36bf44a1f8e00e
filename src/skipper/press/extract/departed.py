"""Who left, and which club: the arguments of the words that end a post, whatever their form."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract import slots
from skipper.press.extract.careers import same_club
from skipper.press.extract.clauses import NOBODY, Clause, is_participle
from skipper.press.extract.focus import club_of_the_news
from skipper.press.extract.nominal import is_noun, whose
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER

_JOB = ("employment", "tenure", "duties", "resigning")
_INSISTS = frozenset(["maintains", "maintained", "insists", "insisted", "contends", "contended", "claims", "claimed"])
_GOES = frozenset(["become", "join", "take", "run", "coach", "be"])
_FROM = 4  # units within which `from` still goes with the verb
Left = tuple[Entity, tuple[Unit, ...]]


def who_left(piece: Piece, clause: Clause, verb: Unit, sentence: list[Clause]) -> list[Left]:
    """Whoever left, with the units that name him; several where the words join them."""
    if is_noun(clause, verb) and (verb.has("firing_noun") or not verb.has("fire", "let_go")):
        told = whose(piece, clause, verb)
        if told is not None:
            return [told]
        if verb.has("firing_noun"):
            return []
    if verb.has("lose_post", "gone", "resign", "part", "retire") and not verb.has("fire"):
        return _left_himself(piece, clause, verb, sentence)
    if verb.has("contract_ended"):
        found = args.object_of(piece, clause, verb)
        whom = clause.owner or clause.subject or piece.subject
        return [(found[0], (found[1],))] if found else [(whom, ())] if whom else []
    return _done_to(piece, clause, verb, sentence)


def _left_himself(piece: Piece, clause: Clause, verb: Unit, sentence: list[Clause]) -> list[Left]:
    whom = clause.subject or clause.owner or _later(sentence, clause)
    if verb.has("retire") and not _retires_from_a_post(piece, clause, verb, whom, sentence):
        return []
    if verb.has("gone") and not _was_in_a_post(piece, clause, verb, whom):
        return []
    return [(whom, ())] if whom else []


def _was_in_a_post(piece: Piece, clause: Clause, verb: Unit, whom: Entity | None) -> bool:
    """Was out after the 2004 season: of a man whose post is told, with a time, and nothing that he was out of."""
    after = clause.after(verb)
    stands = (
        after is None
        or after.kind in ("punct", "date", "year")
        or after.low in ("in", "after", "by", "at", "as", "the")
    )
    own = piece.careers.last(whom) if whom is not None else None
    if clause.words_after(verb, 1) == ["as"] and clause.find("manager") and whom is not None:
        return True  # is out as the manager of the club
    return stands and own is not None and not own.ended and piece.when(clause, verb) is not NEVER


def _done_to(piece: Piece, clause: Clause, verb: Unit, sentence: list[Clause]) -> list[Left]:
    if clause.passive(verb) and NOBODY & {unit.low for unit in clause.units if unit.place < verb.place}:
        return []  # nobody else was fired
    joined = _joined_by_titles(clause, verb)
    if len(joined) > 1:
        return [(unit.value, (unit,)) for unit in joined]
    both = clause.after(verb)
    if both is not None and both.low == "both":
        people = [unit for unit in clause.units[both.place - clause.first :] if unit.kind == "person"][:2]
        return [(unit.value, (unit,)) for unit in people]
    both_named = joined_subjects(clause, verb)
    if len(both_named) > 1:
        return [(unit.value, (unit,)) for unit in both_named]
    found = args.patient(piece, clause, verb) or _of_his_job(piece, clause, verb) or _their_manager(piece, clause, verb)
    done = clause.passive(verb) or verb.low == "let go" or (_opens(clause, verb) and is_participle(verb))
    if found is None and done and clause.club is None:
        later = clause.subject or _later(sentence, clause)
        return [(later, ())] if later else []
    return [found] if found else []


def _opens(clause: Clause, verb: Unit) -> bool:
    """Fired by the Phillies in 2000, X …: nothing but a time or an adverb stands before the participle."""
    return all(
        one.kind == "punct" or one.low in ("then", "abruptly", "again")
        for one in clause.units[: verb.place - clause.first]
    )


def _retires_from_a_post(piece: Piece, clause: Clause, verb: Unit, whom: Entity | None, sentence: list[Clause]) -> bool:
    """Whether the piece has told his post, or tells of another's end beside his; and when he retired."""
    if whom is None or piece.when(clause, verb) is NEVER:
        return False
    beside = any(one.find("fire", "let_go", "resign") for one in sentence if one is not clause)
    return piece.careers.post(whom) is not None or beside or bool(clause.find("manager"))


def _joined_by_titles(clause: Clause, verb: Unit) -> list[Unit]:
    """Firing manager X and general manager Y: both."""
    people: list[Unit] = []
    for unit in clause.units[verb.place - clause.first + 1 :]:
        if unit.kind == "person":
            people.append(unit)
        elif not (unit.low in ("and", "the", "both") or unit.has("manager", "executive", "coach", "interim")):
            break
    return people


def joined_subjects(clause: Clause, verb: Unit) -> list[Unit]:
    """X and Y were fired: both."""
    before = clause.units[: verb.place - clause.first]
    people = [n for n, unit in enumerate(before) if unit.kind == "person"][:2]
    beside = len(people) == 2 and people[1] - people[0] == 2 and before[people[0] + 1].low == "and"
    return [before[n] for n in people] if beside and clause.passive(verb) else []


def _later(sentence: list[Clause], clause: Clause) -> Entity | None:
    """After being let go by the Mets, X …: the subject of the clause that follows."""
    following = sentence[sentence.index(clause) + 1 :]
    return next((other.subject for other in following if other.subject is not None), None)


def _their_manager(piece: Piece, clause: Clause, verb: Unit) -> tuple[Entity, tuple[Unit, ...]] | None:
    """The club fired its manager, without his name: of whom the piece speaks."""
    after = clause.units[verb.place - clause.first + 1 :][:2]
    told = len(after) == 2 and after[0].low in ("their", "its") and after[1].has("manager")
    whom = piece.subject or piece.names.topic
    return (whom, ()) if told and whom is not None else None


def _of_his_job(piece: Piece, clause: Clause, verb: Unit) -> tuple[Entity, tuple[Unit, ...]] | None:
    """Short-circuiting his employment, dismissed from the post."""
    if not any(word in _JOB for word in clause.words_after(verb, 4)):
        return None
    whom = clause.owner or piece.subject
    return (whom, ()) if whom is not None else None


def employer(
    piece: Piece, clause: Clause, verb: Unit, person: Entity, sentence: list[Clause]
) -> tuple[ClubName | None, tuple[Unit, ...]]:
    """The club that he left: as the clause has it, else his post by then, else what the sentence speaks of."""
    found = args.titled_club(clause, person) or _said(piece, clause, verb, person)
    if found is not None:
        return found
    teller = _of_the_staff(piece, clause, person) or _club_that_tells(piece, clause, person)
    if teller is not None:
        return teller, ()
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
        posts = [unit for unit in other.kinds("club") if args.is_a_post(other, unit)]
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
    told = piece.foretold.left_last(person) or piece.foretold.current(person)
    farm = told is not None and not any(span.is_major for span in told.spans)
    return (piece.home if farm and person is piece.names.topic else None) or told, ()


def _before_this_one(
    piece: Piece, clause: Clause, verb: Unit, person: Entity, own: ClubName | None
) -> ClubName | None:
    """X, whom Monclova has just hired, resigned, says his old boss: not from Monclova but from where he was before."""
    last, day = piece.careers.last(person), piece.report.date
    if own is None or last is None or last.club is not own or day is None or clause.club is not None:
        return own
    hired = [one.fields for one in piece.claims if one.type == "appointment" and one.fields["person"] == person.name]
    now = any(one.get("club") == piece.show(own) and one.get("for_season", 0) >= day.year for one in hired)
    now = now or (last.hired and (last.since is None or last.since >= day.year))
    goes = any(same_club(unit.value, own) and _whither(clause, verb, unit) for unit in clause.kinds("club"))
    if goes:
        now = True  # resigned to become the coach at Binghamton
    elif not now or piece.when(clause, verb) is not NEVER or "later" in {one.low for one in clause.units}:
        return own
    others = [one.club for one in piece.careers.tenures if one.person is person and not one.is_at(own)]
    return piece.careers.left_last(person) or (others[-1] if others else None if goes else own)


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
    return piece.careers.tenures[-1].club if hangs and here and piece.careers.tenures else None


def _said(piece: Piece, clause: Clause, verb: Unit, person: Entity) -> tuple[ClubName, tuple[Unit, ...]] | None:
    """The club that fired him, by or at which he was fired, that he left; `the organization` is all of it."""
    whole = [unit for unit in clause.units if unit.place > verb.place and unit.low == "the organization"]
    if whole or args.the_organization(piece, clause) is not None:
        return args.one_club(piece, clause, verb, person)
    if clause.club is not None and not clause.anaphoric and not clause.passive(verb):
        return clause.club, tuple(unit for unit in clause.kinds("club") if unit.value is clause.club)
    behind = slots.clubs_behind(clause, verb, "by", "in", "at", "from", "of", "with", "")
    far = verb.place + _FROM  # fired for a younger man from Pawtucket
    behind = [unit for unit in behind if unit.place <= far or "from" not in clause.words_before(unit, 2)]
    behind = [unit for unit in behind if not _whither(clause, verb, unit)]
    if behind:
        return behind[0].value, (behind[0],)
    named = [unit for unit in clause.kinds("person") if unit.value is person]
    owner = slots.owner_of(clause.units, named[0].place - clause.first) if named else None
    if owner is not None:
        return owner.value, (owner,)
    acts = clause.anaphoric and clause.club is not None and not clause.passive(verb)
    before = slots.posts_before(clause, verb) if not acts else []  # an hour after a loss to the Reds, they fired X
    return (before[-1].value, (before[-1],)) if before else None


def _whither(clause: Clause, verb: Unit, club: Unit) -> bool:
    """Resigned to become the bench coach at Binghamton, left to manage Reno: where he went."""
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
