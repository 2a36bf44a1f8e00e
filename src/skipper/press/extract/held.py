"""Posts held, told without a word for managing: had the Red Sox, by way of Akron and Buffalo, X, the bench coach."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import club_of_the_news, the_club
from skipper.press.extract.occasions import Occasion, attached
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import can_be_a_post, clubs_behind, listed_people, owner_of
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When, whens

_PLAYED = ("play", "draft", "bat", "debut", "pitcher_word")
_TERMS = frozenset(["season", "year", "summer"])
_BESIDE = 3  # units from a club to the time that is its own
_FEWEST_STOPS = 2  # a list of places is a path; one place is where something happened


def read_held(piece: Piece, clause: Clause) -> None:
    """Keep the stints of a clause that names the club he had, or the stops of his way up."""
    for verb in clause.find("had_club"):
        _had(piece, clause, verb)
        _was_had(piece, clause, verb)
    _last_stop(piece, clause)
    _was_at(piece, clause)
    for verb in clause.find("lead"):
        _led(piece, clause, verb)
        _guided(piece, clause, verb)
    for unit in clause.find("path"):
        _stops(piece, clause, unit, _FEWEST_STOPS)
    for unit in clause.find("there_was"):
        first = clause.after(unit)
        if first is not None and first.kind == "club" and not _which_hired(clause, first):
            _stops(piece, clause, unit, 1)


def _had(piece: Piece, clause: Clause, verb: Unit) -> None:
    """He had the Altoona Curve from 2001 to 2003; has the Saltdogs of the Northern League in second place."""
    if clause.subject is None or clause.find("manage", *_PLAYED) or clause.kinds("record"):
        return
    near = clubs_behind(clause, verb, "")
    owned = [unit for unit in clubs_behind(clause, verb, "at", "in") if near and unit.value.parent is near[0].value]
    near = owned or near
    first = clause.units[verb.place - clause.first + 1 :][: 8 if owned else 4]
    if not near or near[0] not in first or clause.denied(verb) or _owns(clause, near[0]):
        return
    time = piece.when(clause, verb)
    farm = not any(span.is_major for span in near[0].value.spans) or near[0].value.form == "place"
    plain = verb.low in ("had", "has", "ran", "running") and farm and clause.opener != "when"
    standing = "place" in {unit.low for unit in clause.units} and bool(clause.kinds("ordinal"))
    now = verb.low in ("has", "runs") and _at_present(clause, near[0])
    currently = verb.low in ("has", "runs") and "now" in clause.words_before(verb, 2)
    told = time.first or time.last or (plain and (time.seasons or verb.low == "running"))
    if not (told or standing or now or currently):
        return
    today = piece.report.date
    if now and today is not None:
        time = When(seasons=(today.year,), whole=True)
    if standing and time is NEVER and today is not None and verb.low in ("has", "runs", "is running"):
        time = When(seasons=(today.year,), whole=True)
    name: ClubName = near[0].value
    owner = organization_behind(clause, verb, name) if name.parent is None else None
    name = replace(name, parent=owner) if owner is not None else name
    own = _each_with_its_time(piece, clause, near)
    if len(own) > 1 and owner is None:
        for club, its in own:
            keep_stint(piece, clause, verb, clause.subject, "manager", club.value, (club,), its)
        return
    keep_stint(piece, clause, verb, clause.subject, "manager", name, (near[0],), time)


def _each_with_its_time(piece: Piece, clause: Clause, near: list[Unit]) -> list[Occasion]:
    """Had Visalia in 1979, Orlando in 1981 and Toledo in 1978: each club with a time, where each has one."""
    times = [one for one in whens(clause, piece.report.date, piece.season) if one.units[0].place > near[0].place]
    own = attached(near, times, clause.units)
    beside = all(0 < time.units[0].place - club <= _BESIDE for club, time in own.items())
    return [(one, own[one.place]) for one in near] if beside and len(own) == len(near) == len(times) else []


def _at_present(clause: Clause, club: Unit) -> bool:
    """Has the Cardinals this spring, has the Red Sox for a second season."""
    after = [unit for unit in clause.units if unit.place > club.place and unit.text != ","][:4]
    words = " ".join(unit.low for unit in after)
    again = len(after) == 4 and after[0].low == "for" and after[2].kind == "ordinal" and after[3].low in _TERMS
    return words.startswith(("this spring", "this season", "this year", "this summer", "now")) or again


def _led(piece: Piece, clause: Clause, verb: Unit) -> None:
    """Took Tennessee to the Southern League finals: a farm club is led by whom the piece tells to manage."""
    near = clubs_behind(clause, verb, "")
    minor = [one for one in near if not any(span.is_major for span in one.value.spans)]
    after = clause.words_after(near[0], 6) if near else []
    finals = after[:1] == ["to"] and not {"finals", "final", "playoffs"}.isdisjoint(after)
    if clause.subject is None or not minor or near[0] is not minor[0] or not finals:
        return
    if near[0].place == verb.place + 1 and _is_manager(piece, clause.subject):
        others = [one for one in clause.kinds("club") if one.place > near[0].place]
        time = NEVER if others else piece.when(clause, verb)  # and at Iowa in 2010 he was …
        keep_stint(piece, clause, verb, clause.subject, "manager", near[0].value, (near[0],), time)


def _guided(piece: Piece, clause: Clause, verb: Unit) -> None:
    """Guided Class A Peoria in 2004 and Double-A West Tenn in 2005: each with its level and its season."""
    clubs = [one for one in clause.kinds("club") if one.place > verb.place and one.value.level is not None]
    times = [one for one in whens(clause, piece.report.date, piece.season) if one.units[0].place > verb.place]
    own = attached(clubs, times, clause.units)
    beside = [clause.words_after(one, 2) for one in clubs]
    said = all(words[:1] == ["in"] and words[1:] and words[1].isdigit() for words in beside)
    if clause.subject is None or not clubs or not said or len(own) != len(clubs) or clause.kinds("record"):
        return
    if verb.low in ("guided", "guides", "led") and clubs[0].place <= verb.place + 2 and not clause.find(*_PLAYED):
        for club in clubs:
            keep_stint(piece, clause, verb, clause.subject, "manager", club.value, (club,), own[club.place])


def _was_had(piece: Piece, clause: Clause, verb: Unit) -> None:
    """Washington had him a third time, from 1950 to 1954."""
    time = piece.when(clause, verb)
    if clause.club is None or clause.words_after(verb, 1) != ["him"] or not (time.first and time.last):
        return
    whom = piece.subject or piece.names.topic
    if whom is not None and _is_manager(piece, whom) and not clause.find("coach", *_PLAYED):
        keep_stint(piece, clause, verb, whom, "manager", clause.club, (), time)


def _last_stop(piece: Piece, clause: Clause) -> None:
    """The last stop was Seattle, from 1986 until June 1988."""
    head, be = clause.units[:3], clause.find("be")
    near = clubs_behind(clause, be[0], "") if be else []
    whom = clause.subject or piece.subject or piece.names.topic
    if whom is None or not near or [unit.low for unit in head[-1:]] not in (["stop"], ["job"], ["stops"]):
        return
    time = piece.when(clause, be[0])
    if (time.first or time.last or time.seasons) and near[0].place <= be[0].place + 2 and _is_manager(piece, whom):
        keep_stint(piece, clause, be[0], whom, "manager", near[0].value, (near[0],), time)


def _was_at(piece: Piece, clause: Clause) -> None:
    """He was at Louisville for the Reds from 2005 through 2011: a man of whom it was told that he managed."""
    whom, be = clause.subject, clause.find("be")
    near = clubs_behind(clause, be[-1], "at", "with", "in") if be else []
    told = [one for one in piece.recent if one.type == "stint" and whom and one.fields["person"] == whom.name]
    other = clause.find("coach", "manager", "manage", "interim", "executive", "assignment", "win", *_PLAYED)
    other = [one for one in other if not one.has("be")]
    if whom is None or not near or near[0].place > be[-1].place + 3 or other or clause.kinds("record"):
        return
    time = piece.when(clause, be[-1])
    if told and told[-1].fields["role"] == "manager" and time.first and time.last:
        owner = organization_behind(clause, be[-1], near[0].value)
        name = replace(near[0].value, parent=owner) if owner is not None else near[0].value
        keep_stint(piece, clause, be[-1], whom, "manager", name, (near[0],), time)


def _is_manager(piece: Piece, whom: Entity) -> bool:
    return piece.careers.last(whom) is not None


def _which_hired(clause: Clause, club: Unit) -> bool:
    """There was Texas, which hired him for 1973: the post is told there."""
    after = clause.sentence.units[club.place + 1 : club.place + 4]
    told = [unit.low for unit in after[:2]] == [",", "which"]
    return told and any(unit.has("hire", "fire", "let_go") for unit in after[2:])


def _owns(clause: Clause, club: Unit) -> bool:
    """Has been Cleveland's pitching coach: what is the club's is had, not the club."""
    after = clause.after(club)
    return after is not None and after.text in ("'s", "'")


def _stops(piece: Piece, clause: Clause, unit: Unit, fewest: int) -> None:
    """By way of Kinston, Akron and Buffalo; moved up the line: York, Columbus, Charleston."""
    whom = clause.subject or clause.owner or piece.subject
    stops = [one for one in clause.kinds("club") if one.place > unit.place and can_be_a_post(clause, one)]
    farm = [one for one in stops if not any(span.is_major for span in one.value.spans) or one.value.form == "place"]
    if whom is None or len(farm) < fewest or clause.find("play", "draft"):
        return
    if piece.careers.last(whom) is None and whom is not piece.names.topic:
        return
    for one in farm:
        name = one.value
        minor = tuple(span for span in name.spans if not span.is_major)
        keep_stint(piece, clause, unit, whom, "manager", replace(name, spans=minor or name.spans), (one,), NEVER)


def read_apposed(piece: Piece, clause: Clause, title: Unit) -> bool:
    """Keep `X, 44, the third-base coach, …`: of the club named with him, else of the club in focus."""
    whom = _apposed_to(clause, title) or _titled(clause, title)
    before = clause.before(title) or title
    if whom is None or title.low in ("coach", "coaches", "coaching") or _is_gone(clause, title):
        return False
    there = clubs_behind(clause, title, "in", "at", "with")
    beside = there[:1] if there and there[0].place <= title.place + 2 else []
    club = owner_of(clause.units, whom.place - clause.first) or next(iter(beside), None)
    if before.has("epithet") or before.low in ("former", "new", "then", "onetime", "longtime", "ex-"):
        return False
    name = club.value if club is not None else _of(piece, clause, before)
    news = club_of_the_news(piece)
    if name is None or not (any(span.is_major for span in name.spans) or name is news or _is_led(piece, name)):
        return False
    name = replace(name, parent=None)
    time = _term(piece, clause, title)
    known = replace(clause, sayers=(), hedged=False)  # what he is, whoever says what he did
    keep_stint(piece, known, title, whom.value, title.low.replace("-base", " base"), name, (whom,), time)
    return True


def _is_led(piece: Piece, name: ClubName) -> bool:
    """Whether the piece has told who manages the minor club: its coaches are news too."""
    return piece.careers.in_charge(name) is not None


def _term(piece: Piece, clause: Clause, title: Unit) -> When:
    """X, his third base coach in Philadelphia from 1991 to 1996, …: the span behind the title, before the comma."""
    behind = clause.units[title.place - clause.first + 1 :]
    end = next((one.place for one in behind if one.text == ","), title.place + len(behind) + 1)
    spans = [one for one in whens(clause, piece.report.date, piece.season) if one.first and one.last]
    return next((one for one in spans if title.place < one.units[0].place < end), NEVER)


def read_staff(piece: Piece, clause: Clause, unit: Unit) -> None:
    """Keep `his coaches, A, B and C`: coaches of his club."""
    comma, first = clause.after(unit), clause.after(unit, 2)
    boss = clause.subject or piece.names.topic
    named = comma is not None and comma.text == "," and first is not None and first.kind == "person"
    if unit.low != "coaches" or not named or first is None or boss is None or "his" not in clause.words_before(unit, 2):
        return
    name = piece.careers.post(boss)
    for one in listed_people(clause.sentence, first) if name is not None else ():
        keep_stint(piece, clause, unit, one.value, "coach", name, (one,), NEVER)


def _titled(clause: Clause, title: Unit) -> Unit | None:
    """Pitching coach Mike Mason; the third-base coach, Mike Ferraro."""
    after, then = clause.after(title), clause.after(title, 2)
    if after is not None and after.kind == "person":
        return after
    return then if after is not None and after.text == "," and then is not None and then.kind == "person" else None


def _is_gone(clause: Clause, title: Unit) -> bool:
    """Bench coach X was dismissed too, was hired as: what happened to him tells his post."""
    after = [unit for unit in clause.units if unit.place > title.place]
    return any(unit.has("fire", "let_go", "resign", "contract_ended") for unit in after)


def _of(piece: Piece, clause: Clause, before: Unit) -> ClubName | None:
    """The, their: of the club in focus; his: of the club of whom it speaks."""
    boss = clause.owner or piece.subject if before.low == "his" else None
    if boss is not None and piece.careers.last(boss) is not None:
        return piece.careers.post(boss)
    if before.low in ("the", "their", "its") or before is clause.units[0] or before.has("interview"):
        fresh = piece.club_passage == piece.passage and before is not clause.units[0]
        return clause.club or (None if fresh else club_of_the_news(piece)) or the_club(piece, None)
    owner = clause.before(before) if before.text in ("'s", "'") else None
    if owner is not None and owner.kind == "person":
        return piece.careers.post(owner.value)  # X, Y's hitting coach
    if owner is not None and owner.kind == "club":
        return owner.value  # X, 52, the Padres' bench coach
    return None


def _apposed_to(clause: Clause, title: Unit) -> Unit | None:
    """The name before the commas: X, 44, the …; X, the Mets' …."""
    after = clause.after(title)
    if after is not None and after.kind != "punct" and after.low not in ("of", "for", "with", "in", "at"):
        return None
    for unit in reversed(clause.units[max(0, title.place - clause.first - 7) : title.place - clause.first]):
        if unit.kind == "person":
            then = clause.after(unit)
            if then is not None and then.text in ("'s", "'"):
                continue  # X, Y's hitting coach
            return unit if then is not None and then.text == "," else None
        light = unit.low in (",", "the", "their", "its", "his", "'s", "'", "-", "then") or unit.kind in (
            "number",
            "club",
        )
        if not light:
            return None
    return None


def organization_behind(clause: Clause, verb: Unit, name: ClubName) -> ClubName | None:
    """Managed Lancaster, both for Houston; Scranton for the Phillies: whose farm a minor club is, where it is said."""
    if any(span.is_major for span in name.spans) and name.form != "place":
        return None
    behind = [unit.value for unit in clubs_behind(clause, verb, "for") if unit.value is not name]
    inside = [unit.value for unit in clubs_behind(clause, verb, "in") if unit.value is not name]
    behind += [one for one in inside if one.as_organization]  # Ogden in the Dodgers system
    before = clause.previous.kinds("club") if clause.opener == "where" and clause.previous is not None else []
    behind += [unit.value for unit in before if unit.value.as_organization]
    return next((one for one in behind if any(span.is_major for span in one.spans)), None)
