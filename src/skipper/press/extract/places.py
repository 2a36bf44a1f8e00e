"""Where a post is that begins: the club behind the words, who brings him, who announces it, whose title he gets."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract import arguments as args
from skipper.press.extract import slots
from skipper.press.extract.begun import TITLED
from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import the_club
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit

_THEM = frozenset(["them", "their", "the club", "the team", "it", "its"])


def place_of(piece: Piece, clause: Clause, verb: Unit, person: Entity) -> tuple[ClubName, tuple[Unit, ...]] | None:
    """The club of the post: where or for whom he came, else who brought him; null where the clause names none."""
    if args.the_organization(piece, clause) is not None:
        return args.one_club(piece, clause, verb, person)
    if verb.has("will_run") and verb.low.startswith("run"):
        return None  # runs the team tonight in Chicago
    if verb.low in TITLED:
        titles = slots.clubs_behind(clause, verb, "of", "for") or _in_a_town(clause, verb)
        return (titles[0].value, (titles[0],)) if titles else _of_the_title(piece, clause, verb, person)
    considered = verb.has("interview", "finalist", "pass_over", "talk_to")
    by = ("by",) if clause.passive(verb) else ()
    words = ("for", "with", "in", "at", *by) if considered else ("", "to", "at", "in", "for", "with", "of", "by", "as")
    behind = slots.clubs_behind(clause, verb, *words)
    if considered and not behind:  # finalists to manage the Cubs
        behind = [one for manages in clause.find("manage") for one in slots.clubs_behind(clause, manages, "")]
    if behind:
        first = behind[0]
        better = next((unit for unit in behind if unit.value.parent is first.value), first)
        return _owned_by_subject(clause, _on_a_farm(better, behind)), (better,)
    farm = _the_clubs_own(piece, clause, verb) if not considered else None
    if farm is not None:
        return farm, ()
    before = [one for one in slots.posts_before(clause, verb) if clause.words_before(one, 1) != ["from"]]
    before = [one for one in before if not _is_where_he_was(clause, verb, one)]
    if considered:  # the Texas hitting coach was also interviewed: not there
        before = [one for one in before if (then := clause.after(one)) is None or not then.has("coach")]
    if before:  # not where he came back from to replace him
        own = next((unit for unit in before if unit.value is clause.club), before[-1])
        return own.value, (own,)
    bosses = [unit for unit in clause.kinds("person") if unit.value is clause.subject and unit.place < verb.place]
    owner = slots.owner_of(clause.units, bosses[0].place - clause.first) if bosses else None
    if owner is not None and clause.subject is not person:
        return owner.value, (owner,)
    titled = args.titled_club(clause, person) if not considered else None
    if titled is not None:
        return titled
    name = _announcer(clause, verb) or clause.club or _meant(piece, clause, person)
    return (name, ()) if name is not None else None


def _the_clubs_own(piece: Piece, clause: Clause, verb: Unit) -> ClubName | None:
    """The RedHawks have a new skipper. The Astros named X the club's manager: of the farm just spoken of."""
    owned = any(
        unit.low in ("the club", "the team") and clause.words_after(unit, 1) in (["'s"], ["'"])
        for unit in clause.units
        if unit.place > verb.place
    )
    spoken, owner = piece.club, clause.club
    if not owned or spoken is None or owner is None or piece.club_passage != piece.passage:
        return None
    minor = not any(span.is_major for span in spoken.spans) and any(span.is_major for span in owner.spans)
    return replace(spoken, parent=spoken.parent or owner) if minor else None


def _is_where_he_was(clause: Clause, verb: Unit, club: Unit) -> bool:
    """X, the manager at Iowa, was named to replace Y: what stands between the commas is where he was."""
    opens = [one for one in clause.units if one.text == "," and one.place < club.place]
    closes = [one for one in clause.units if one.text == "," and club.place < one.place < verb.place]
    if not opens or not closes:
        return False
    inside = clause.units[opens[-1].place - clause.first + 1 : closes[0].place - clause.first]
    named = clause.before(opens[-1])
    return any(one.has("manager", "coach") for one in inside) and named is not None and named.kind == "person"


def _announcer(clause: Clause, verb: Unit) -> ClubName | None:
    """The Twins announced on Friday that X has been hired: by them."""
    told = clause.previous
    says = told is not None and clause.opener == "that" and told.find("say")
    if told is None or not says or not (clause.passive(verb) or verb.has("of_himself", "sign", "promote")):
        return None
    return told.club


def _of_the_title(piece: Piece, clause: Clause, verb: Unit, person: Entity) -> tuple[ClubName, tuple[Unit, ...]] | None:
    """Will serve as the club's manager, as Omaha's manager: the owner of the title."""
    near = clause.units[verb.place - clause.first + 1 :][:4]
    owner = next(
        (one for n, one in enumerate(near[:-1]) if one.kind == "club" and near[n + 1].text in ("'s", "'")), None
    )
    name = owner.value if owner is not None else _meant(piece, clause, person)
    return (name, (owner,) if owner is not None else ()) if name is not None else None


def _in_a_town(clause: Clause, verb: Unit) -> list[Unit]:
    """Will be the new manager in Erie; not where his first game will be."""
    title = next((unit for unit in clause.find("manager") if unit.place > verb.place), None)
    near = slots.clubs_behind(clause, title, "in", "at") if title is not None else []
    return [unit for unit in near[:1] if title is not None and unit.place == title.place + 2]


def _on_a_farm(unit: Unit, behind: list[Unit]) -> Unit:
    """Named manager of the Louisville Bats by the Cincinnati Reds: whose farm it is."""
    name: ClubName = unit.value
    minor = name.parent is None and not any(span.is_major for span in name.spans)
    owner = next((one.value for one in behind if one is not unit and any(s.is_major for s in one.value.spans)), None)
    return replace(unit, value=replace(name, parent=owner)) if minor and owner is not None else unit


def _meant(piece: Piece, clause: Clause, person: Entity) -> ClubName | None:
    """To manage them, as their manager: the open post, or of the club that the sentence named, or of that in focus."""
    if not any(unit.low in _THEM for unit in clause.units):
        return None
    if (vacant := piece.vacancy(person)) is not None:
        return vacant
    told = next((one.club for one in clause.earlier() if one.club is not None), None)
    return told or the_club(piece, None)


def _owned_by_subject(clause: Clause, unit: Unit) -> ClubName:
    """The Angels gave him a club in Columbus: it is theirs."""
    name, owner = unit.value, clause.club
    told = any(one.low in ("a club", "a team") for one in clause.units)
    farm = (told or name.form == "full") and name.parent is None and name is not owner
    farm = farm and (told or not any(span.is_major for span in name.spans))
    if farm and owner is not None and any(span.is_major for span in owner.spans):
        minor = tuple(span for span in name.spans if not span.is_major)
        return replace(name, spans=minor or name.spans, parent=owner)
    return name
