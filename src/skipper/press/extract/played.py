"""Playing stints: played for the Mets, the Rangers and the Pirates; a shortstop with the Dodgers and Cubs."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.focus import the_club
from skipper.press.extract.occasions import attached
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import can_be_a_post, clubs_behind
from skipper.press.extract.titled import counts_seasons, keep_stint
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import NEVER, When, whens

_FOR = ("for", "with")
_THERE = ("at", "in")  # a place where he played is a club's where a season stands with it
_OTHER_WORK = ("manage", "coach", "coached", "hire", "sign", "draft", "interview")
_AS = frozenset(["a", "an", "the", "as", "former", "onetime", "one-time", "longtime", "backup", "reserve", "utility"])
_NEAR = 4  # units between a position and the club with which he held it
_LISTED = 2  # clubs that make a list
_TEAMS = frozenset(["squad", "nine", "entry", "rookie", "instructional", "rookies", "in", "at", "from", "for", "to"])
_OF_A_TERM = frozenset(["days", "career"])


def read_played(piece: Piece, clause: Clause) -> None:
    """Keep the clubs for which a clause tells that somebody played, one stint of each."""
    for verb in clause.find("play", "played_for"):
        if verb.low.startswith("playing"):
            _his_days(piece, clause, verb)
        elif clause.subject is not None and not clause.denied(verb) and not clause.passive(verb):
            _keep(piece, clause, verb, clause.subject, _clubs_of(clause, verb))
    if clause.subject is not None and _as_a_player(clause) and not clause.find("play", "played_for", "position"):
        near = clubs_behind(clause, clause.units[0], *_FOR)
        _keep(piece, clause, clause.units[0], clause.subject, _before_another_role(clause, near))
    for unit in clause.find("position"):
        _was_theirs(piece, clause, unit)
        whom = _who_was(clause, unit)
        as_one = clause.words_before(unit, 2)[:1] == ["as"]  # as a pitcher he won four games for the Cubs
        near = clubs_behind(clause, unit, *_FOR, *(() if as_one else ("of",)))
        near = _before_another_role(clause, near) if as_one else near
        if whom is not None and near and (as_one or near[0].place <= unit.place + _NEAR):
            _keep(piece, clause, unit, whom, near)


def _before_another_role(clause: Clause, near: list[Unit]) -> list[Unit]:
    """As a player with the Reds and as a coach with the Yankees: those clubs of his that stand before another role."""
    roles = [
        one
        for one in clause.find("manager", "coach", "interim", "executive")
        if any(clause.words_before(one, back)[:1] == ["as"] for back in (1, 2, 3))
    ]
    return [one for one in near if not any(role.place < one.place for role in roles)]


def _was_theirs(piece: Piece, clause: Clause, unit: Unit) -> None:
    """Was the club's shortstop from 2002 to 2005."""
    whom, owner = clause.subject, clause.before(unit, 2)
    owned = clause.words_before(unit, 1) in (["'s"], ["'"]) and bool(clause.find("be")) and not clause.denied(unit)
    time = piece.when(clause, unit)
    if whom is None or owner is None or not owned or not (time.first and time.last):
        return
    name = owner.value if owner.kind == "club" else the_club(piece, None) if owner.has("same_club") else None
    if name is not None and not clause.find(*_OTHER_WORK):
        keep_stint(piece, clause, unit, whom, "player", name, (owner,), time)


def _as_a_player(clause: Clause) -> bool:
    """As a pitcher he won four games and lost eleven for the Rays, …: what the sentence goes on to tell of him."""
    head = clause.sentence.units[:5]
    first = next((one for one in head if one.has("position")), None)
    opens = first is not None and [one.low for one in head[:2]] in (["as", "a"], ["as", "an"])
    return opens and clause.opener in ("", "and", ",") and not clause.find(*_OTHER_WORK, "lead")


def _his_days(piece: Piece, clause: Clause, verb: Unit) -> None:
    """His playing days with CLUB ended in 1988: until then."""
    person, time = clause.subject or clause.owner, piece.when(clause, verb)
    near = clubs_behind(clause, verb, *_FOR, *_THERE)
    days = verb.low.endswith(" career") or not _OF_A_TERM.isdisjoint(clause.words_after(verb, 1))
    if person is None or not near or not days or not clause.find("finish") or not time.seasons:
        return
    until = When(time.units, (), None, time.seasons[-1], whole=True)
    keep_stint(piece, clause, verb, person, "player", near[0].value, (near[0],), until)


def _clubs_of(clause: Clause, verb: Unit) -> list[Unit]:
    """The clubs for and with which he played; at or in a place only where its time is told."""
    held = (*_FOR, "") if verb.low.endswith((" for", " with")) else _FOR
    other = next((one.place for one in clause.find(*_OTHER_WORK) if one.place > verb.place), verb.place + 1000)
    near = [one for one in clubs_behind(clause, verb, *held) if one.place < other]
    if near or not any(time.seasons or time.first for time in whens(clause)):
        return near
    return [one for one in clubs_behind(clause, verb, *_THERE) if one.place < other]


def plays_there(clause: Clause, club: Unit) -> bool:
    """An infielder with the Dodgers and Cubs, the former Reds catcher: a club that only tells where he played."""
    before = [one for one in clause.find("position") if one.place < club.place]
    if before and any(one is club for one in clubs_behind(clause, before[-1], *_FOR, "of")):
        return not any(one.has(*_OTHER_WORK) for one in clause.units if before[-1].place < one.place < club.place)
    after = clause.after(club)
    return after is not None and after.has("position")


def runs_a_house_there(clause: Clause, club: Unit) -> bool:
    """Managed the Marriott in Cleveland: what he runs in a major club's town has a name of its own, and is no club."""
    house, article = clause.before(club, 2), clause.before(club, 3)
    named = house is not None and article is not None and article.low == "the" and house.text.istitle()
    plain = house is not None and house.kind == "word" and not house.classes
    town = club.value.form == "place" and any(span.is_major for span in club.value.spans)
    return named and plain and town and clause.words_before(club, 1) == ["in"]


def runs_a_part_of_it(clause: Clause, club: Unit) -> bool:
    """Managed the Mets' clubhouse, their minor league operations: something of the club's, and not its team."""
    owned = clause.units[club.place - clause.first + 1 :][:5]
    if not owned or owned[0].text not in ("'s", "'"):
        return False
    named = [one for one in owned[1:] if not (one.kind in ("level", "year", "ordinal", "number") or one.low == "-")]
    team = any(one.has("affiliate", "organization_word") or one.kind in ("club", "league") for one in owned[1:])
    said = bool(named) and named[0].kind == "word" and named[0].low not in _TEAMS and not is_finite(named[0])
    return said and not team


def _of_one_kind(near: list[Unit]) -> list[Unit]:
    """Brooklyn, Boston and Pittsburgh: beside clubs of the majors a place is that of one too."""
    if not any(one.value.form != "place" or all(span.is_major for span in one.value.spans) for one in near):
        return near
    major = [tuple(span for span in one.value.spans if span.is_major) for one in near]
    if len(near) < _LISTED or not all(major):
        return near
    return [replace(one, value=replace(one.value, spans=spans)) for one, spans in zip(near, major, strict=True)]


def _who_was(clause: Clause, unit: Unit) -> Entity | None:
    """X, a catcher with the Reds; X was a shortstop for the Twins; as a pitcher for the Cubs, X."""
    before = clause.before(unit)
    if before is None or not (before.low in _AS or before.has("position") or before.kind in ("word", "punct", "level")):
        return None
    phrase = clause.units[max(0, unit.place - clause.first - _NEAR) : unit.place - clause.first]
    opens = next((one for one in reversed(phrase) if one.low in ("a", "an", "as")), None)
    if opens is None or any(one.kind == "person" and one.place > opens.place for one in phrase):
        return None
    apart, name = clause.before(opens), clause.before(opens, 2)
    if apart is not None and apart.text == "," and name is not None and name.kind == "person":
        return name.value
    told = apart is None or apart.has("be") or "as" in (opens.low, apart.low) or apart.text == ","
    return clause.subject if told and (apart is None or not clause.denied(unit)) else None


def _keep(piece: Piece, clause: Clause, verb: Unit, person: Entity, near: list[Unit]) -> None:
    near = [one for one in near if can_be_a_post(clause, one) and not one.value.as_organization]
    if not near or counts_seasons(clause) or clause.find("postseason", "draft") or args.introduces(clause, near[0]):
        return
    times = [one for one in whens(clause, piece.report.date, piece.season) if one.units[0].place > verb.place]
    own = attached(near, times, clause.units)
    if len(near) > 1 and len(times) == 1 and times[0].units[0].place > near[-1].place:
        own = {}  # of which of them, or of all, the words do not say
    for one, shown in zip(near, _of_one_kind(near), strict=True):
        time = piece.when(clause, verb) if len(near) == 1 else own.get(one.place, NEVER)
        keep_stint(piece, clause, verb, person, "player", shown.value, (one,), time)
