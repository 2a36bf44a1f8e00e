"""Whether a clause tells of a post that begins: the kind of act, and the words that say the post."""

from __future__ import annotations

from itertools import pairwise

from skipper.press.extract import arguments as args
from skipper.press.extract.begun import TITLED, moves_up, predecessor
from skipper.press.extract.clauses import Clause
from skipper.press.extract.leaving import is_on_the_field
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.succession import is_manager
from skipper.press.extract.units import Entity, Unit

OUTCOMES = {
    "hire": "appointed",
    "hand": "appointed",
    "promote": "promoted",
    "take_over": "appointed",
    "accept": "appointed",
    "interview": "interviewed",
    "finalist": "finalist",
    "pass_over": "passed_over",
    "go_to": "appointed",
    "replace": "appointed",
    "called_to": "appointed",
    "come_to": "appointed",
    "choice": "appointed",
    "talk_to": "interviewed",
    "will_run": "appointed",
    "sign": "appointed",
}
_SHORT = frozenset(
    ["last", "rest", "remaining", "remainder", "until", "final", "tonight", "meantime", "now", "interim"]
)
_NEAR = 11  # units behind a verb within which whose post it is stands
_SOON = 3  # units behind a verb within which what he came to do stands
_TITLE = 6  # units between `will be` and the title: the Cubs ' full - time
_BEFORE_A_TITLE = frozenset(
    ["the", "their", "its", "new", "next", "full", "full-time", "time", "club", "team", "first"]
)
_HAD = frozenset(["had", "got", "received", "landed", "underwent", "completed", "has", "given", "granted"])
_UP = frozenset(["brought", "called", "moved"])


def kind_of(clause: Clause, verb: Unit) -> str:
    """X was replaced by Y, they replaced X with Y: replaced; Y replaced X: Y took over."""
    if verb.has("names") and clause.passive(verb) and clause.denied(verb):
        return "pass_over"  # had not been chosen
    if verb.has("promote") and moves_up(clause, verb):
        return "promote"
    if verb.has("replace"):
        by = verb.low == "replaced" and clause.words_after(verb, 1) == ["by"]
        done = clause.passive(verb) or by or (clause.subject is None and clause.club is not None)
        return "replace" if done else "take_over"
    return next(kind for kind in OUTCOMES if verb.has(kind))


def caretaker(clause: Clause, verb: Unit) -> str | None:
    """Will run the club for its last 24 games, for the rest of the season, until they find a manager, tonight."""
    words = {unit.low for unit in clause.sentence.units[verb.place :]}
    short = words & _SHORT
    return "interim manager" if verb.has("will_run") and short else None


def post_said(piece: Piece, clause: Clause, verb: Unit, kind: str) -> list[Unit]:
    """Was handed the club; took over, with nothing but a time after it: the words that say the job."""
    after = clause.after(verb)
    times = ("in", "on", "when", "after", "for", "from", "the")  # the next day
    alone = after is None or after.kind in ("date", "punct") or after.low in times
    if kind == "will_run" and verb.low in TITLED:
        if clause.words_after(verb, 1) == ["back"]:
            return []  # will be back as manager: he has been it
        titles = [one for one in clause.find("manager", "interim") if _is_the_next(clause, verb, one)]
        if any(word.endswith("est") for word in clause.words_after(verb, 2)):
            return []  # the youngest manager in the league
        return titles[:1]
    if kind == "will_run" and verb.low.startswith("run"):  # runs the team tonight
        return [verb] if clause.subject is not None and piece.vacancy(clause.subject) is not None else []
    if verb.low.endswith((" new man", " new boss", " his place")):
        return [verb]
    if kind == "will_run":
        own = {"the club", "the team", "things", "them"} & {one.low for one in clause.units if one.place > verb.place}
        open_post = "season" in verb.low and clause.subject is not None and piece.vacancy(clause.subject) is not None
        return [verb] if own or open_post or clubs_behind(clause, verb, "") or "things" in verb.low else []
    if kind == "called_to":
        runs = [unit for unit in clause.units if unit.low == "run" and unit.place > verb.place]
        return runs if runs and clubs_behind(clause, runs[0], "") else []
    if kind == "come_to":
        return [verb] if _moved_on(piece, clause, verb) else []
    if kind == "talk_to":
        return [verb] if {"them", "the club", "the team"} & set(clause.words_after(verb, 1)) and _seeks(piece) else []
    if kind == "go_to":
        before = clause.previous
        job = clause.opener == "which" and before is not None and before.units[-2:] and before.find("assignment")
        return [verb] if job and clause.club is not None else []
    if kind == "choice":
        return [verb] if clause.find("be") and clubs_behind(clause, verb, "of") else []
    if kind == "take_over" and not clause.passive(verb):
        taken = verb.has("assume") and clubs_behind(clause, verb, "", "of", "in", "at")
        over = verb.low in ("took over", "took over for", "took over from", "taken over", "takes over")
        return [verb] if (over and alone) or taken or _instead(piece, clause, verb) else []
    whom = predecessor(piece, clause, verb) if kind == "replace" else None
    known = whom is not None and (piece.careers.last(whom) is not None or _of_a_club(clause, whom))
    return [verb] if known else []


def _is_the_next(clause: Clause, verb: Unit, title: Unit) -> bool:
    """Will be the manager, will serve as the Cubs' interim manager; not `will be a good manager`."""
    between = [one for one in clause.units if verb.place < one.place < title.place]
    if title.place < verb.place or len(between) > _TITLE:
        return False
    light = all(one.kind in ("club", "punct", "ordinal", "level") or one.low in _BEFORE_A_TITLE for one in between)
    return light or title.place <= verb.place + 3


def _of_a_club(clause: Clause, whom: Entity) -> bool:
    """The Reds replaced X with Y, X was replaced by Y in Toledo: of two men of whom the first is known to manage."""
    others = clause.find("coach", "play", "bat", "executive", "position", "pitcher_word", "left_handers")
    return is_manager(whom) and bool(clause.kinds("club")) and not (others or is_on_the_field(clause))


def _seeks(piece: Piece) -> bool:
    """Whether the piece has just told of another who was interviewed, or a finalist."""
    last = piece.claims[-1] if piece.claims else None
    sought = [one for one in piece.claims[-4:] if one.type == "appointment"]
    return last is not None and any(one.fields["outcome"] in ("interviewed", "finalist") for one in sought)


def _moved_on(piece: Piece, clause: Clause, verb: Unit) -> bool:
    """Went to Oakland in 1976: a man whose posts as a manager are told, to another club, at a time, as nothing else."""
    whom, to = clause.subject, clubs_behind(clause, verb, "to", "in", "with", "")
    else_ = clause.find(
        "play", "draft", "bat", "coach", "executive", "pitcher_word", "debut", "world_series", "postseason"
    )
    last = piece.careers.last(whom) if whom is not None else None
    times = [unit for unit in clause.kinds("date", "year") if unit.place > verb.place]
    then = [one.low for one in clause.sentence.units[clause.end :][:2]]
    instead = "replacing" in then or "succeeding" in then
    told = (bool(times) or instead) and bool(to) and to[0].place <= verb.place + 3
    majors = {span.id for span in to[0].value.spans if span.is_major and span.covers(piece.year or 0)} if to else set()
    return told and len(majors) < 2 and not else_ and last is not None and not last.is_at(to[0].value)


def _instead(piece: Piece, clause: Clause, verb: Unit) -> bool:
    """Replaced or succeeded a manager, of whose post the piece tells, or at a time that it tells."""
    whom = predecessor(piece, clause, verb)
    if whom is None or not is_manager(whom):
        return False
    told = piece.careers.last(whom) is not None or bool(clause.kinds("date", "year"))
    if not told:
        piece.wanting = True
    return told or piece.foretold.left_last(whom) is not None


def is_other(piece: Piece, clause: Clause, verb: Unit, kind: str, role: Unit | None) -> bool:
    """Words of hiring that say something else: drafted, voted an award, `the Mets name an Opening Day starter`."""
    if kind in ("take_over", "replace") and clause.find("finalist", "interview", "talk_to"):
        return True  # finalists to replace X
    if (clause.passive(verb) and _is_nobody_yet(clause, verb)) or _by_nobody(clause):
        return True
    if kind == "sign" and not _to_manage(clause, verb):
        return True  # a player's contract, an extension
    if kind == "come_to" and any(verb.place < one.place <= verb.place + _SOON for one in clause.find("manage")):
        return True  # moved on to manage: a stint
    if kind == "come_to" and role is not None and _as_a_player(clause, verb, role):
        return True  # came to the league as an infielder
    if (
        kind == "promote"
        and role is None
        and not clause.find("manage", "coach")
        and _as_one_who_plays(piece, clause, verb)
    ):
        return True
    if clause.find("manager_of_the_year", "other_award") or (clause.find("draft", "left_handers") and role is None):
        return True
    if role is not None and role.has("manager") and {"top", "best", "finest"} & set(clause.words_before(role, 2)):
        return True  # named the league's top manager
    if verb.has("names") and role is None and kind == "pass_over":
        return not _was_sought(piece, clause)
    if verb.has("names") and role is None and to_succeed(clause, verb):
        return False
    if verb.has("names") and role is None:
        return not _turned_to(piece, clause, verb)
    several = {"jobs", "openings", "positions", "vacancies"} & set(clause.words_after(verb, 4))
    told = clause.find("manager") and clubs_behind(clause, verb, "with")  # managerial openings with the Cubs and Reds
    if kind == "interview" and several and not told:
        return True  # for four jobs: which they were is not said
    if kind == "interview" and {"will", "to", "'ll"} & set(clause.words_before(verb, 2)) and not clause.passive(verb):
        return True  # has yet to
    if kind == "interview" and (_is_a_talk(clause, verb) or _of_men_unnamed(clause, verb)):
        return True
    if kind == "interview" and not clause.passive(verb):
        before = clause.units[: verb.place - clause.first]
        asks = any(unit.has("same_club") for unit in before) and clause.club is None  # asked the club to
        return asks or "permission" in clause.words_before(verb, 3)
    return False


def _by_nobody(clause: Clause) -> bool:
    """No other club hired him, nobody would hire him."""
    first = [one.low for one in clause.units if one.kind != "punct" and one.low != clause.opener][:1]
    return first in (["no"], ["nobody"], ["none"], ["neither"], ["no one"])


def _as_one_who_plays(piece: Piece, clause: Clause, verb: Unit) -> bool:
    """Was called up, moved up to Triple-A: a player, unless the piece tells that he manages or the staffs of a year."""
    if not moves_up(clause, verb):
        return verb.low.split()[0] in _UP
    if not clubs_behind(clause, verb, "to"):
        return True  # moves up from Burlington: whither is told elsewhere
    manages = clause.subject is not None and piece.careers.last(clause.subject) is not None
    return bool(clause.find("play", "bat", "draft")) or not (manages or piece.staffs is not None)


def _is_nobody_yet(clause: Clause, verb: Unit) -> bool:
    """A manager for Watertown, a successor, will be named: nobody whom the clause names."""
    for unit in clause.units[: verb.place - clause.first]:
        before = clause.words_before(unit, 2)
        indefinite = before[-1:] in (["a"], ["no"], ["another"]) or before in (["a", "new"], ["a", "permanent"])
        sought = unit.low in ("successor", "replacement") or unit.has("manager")
        name = clause.after(unit)
        if sought and indefinite and (name is None or name.kind != "person"):
            return True
    return False


def _to_manage(clause: Clause, verb: Unit) -> bool:
    """Signed a two-year contract to manage the club, a deal as its manager; not signed manager X to one."""
    if clause.subject is None or clause.passive(verb) or clause.find("extend"):
        return False
    after = [one for one in clause.find("manage", "manager") if one.place > verb.place]
    before = clause.words_before(after[0], 4) if after else []
    return before[-1:] == ["to"] or (bool(after) and after[0].has("manager") and "as" in before)


def to_succeed(clause: Clause, verb: Unit) -> bool:
    """Named X, his first baseman, to succeed him: to his own post."""
    units = clause.sentence.units[verb.place + 1 :][:_NEAR]
    pairs = zip(units, units[1:], units[2:], strict=False)
    return any(a.low == "to" and b.low in ("succeed", "replace", "follow") and c.low == "him" for a, b, c in pairs)


def _as_a_player(clause: Clause, verb: Unit, role: Unit) -> bool:
    between = clause.units[verb.place - clause.first + 1 : max(role.place - clause.first, 0)]
    lows = [one.low for one in between]
    if role.has("coach") and lows[-2:-1] == ["as"]:
        return False  # joined the organization as a coach
    return any(pair in (("as", "a"), ("as", "an")) for pair in pairwise(lows))


def _is_a_talk(clause: Clause, verb: Unit) -> bool:
    """An interview, after the first interview, the Interview Room."""
    before, after = clause.words_before(verb, 1), clause.after(verb)
    noun = verb.low in ("interview", "interviews")
    counted = noun and bool(clause.before(verb)) and (clause.before(verb) or verb).kind == "ordinal"
    if noun and _HAD & set(clause.words_before(verb, 4)) and clubs_behind(clause, verb, "with"):
        return False  # had a second interview with the Cubs
    room = after is not None and after.low in ("room", "rooms", "area")
    return before in (["an"], ["best"]) or counted or (noun and room)


def _of_men_unnamed(clause: Clause, verb: Unit) -> bool:
    """Three men were interviewed: nobody whom the clause names."""
    own = clause.units[: verb.place - clause.first]
    counted = any(one.low in ("men", "candidates", "others", "people", "managers") for one in own)
    return clause.passive(verb) and counted and not any(one.kind in ("person", "pronoun") for one in own)


def _was_sought(piece: Piece, clause: Clause) -> bool:
    """Whether the piece has told that he was interviewed, or a finalist."""
    sought = [one.fields for one in piece.recent if one.type == "appointment"]
    whom = clause.subject.name if clause.subject is not None else None
    return any(one["person"] == whom and one["outcome"] in ("interviewed", "finalist") for one in sought)


def _turned_to(piece: Piece, clause: Clause, verb: Unit) -> bool:
    """A club turned to, tapped or brought in a man of whose posts the piece tells: as its manager."""
    whom = args.object_of(piece, clause, verb) if clause.club is not None else None
    told = verb.low not in ("named", "names", "name", "made", "selected", "picked", "designated")
    if not told or whom is None:
        return False
    is_open = clause.club is not None and piece.vacancies.are_told_of(clause.club)
    return is_open or whom[0] is piece.names.topic or piece.careers.post(whom[0]) is not None
