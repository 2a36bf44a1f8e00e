"""Which club a won-lost record is of, and of how many seasons, or of a whole career."""

from __future__ import annotations

from skipper.press.extract import clubs
from skipper.press.extract.careers import same_club
from skipper.press.extract.clauses import Clause
from skipper.press.extract.club_seasons import own_club_season
from skipper.press.extract.figures import COUNTED_AS, MOST_OF_A_SEASON
from skipper.press.extract.holders import told_of
from skipper.press.extract.partial_seasons import bracketed, filled_in
from skipper.press.extract.piece import Piece
from skipper.press.extract.record_lengths import NEAR_A_COUNT, of_that_time, season_count
from skipper.press.extract.slots import is_opponent, preposition
from skipper.press.extract.units import ClubName, Entity, Unit

_OF_A_CAREER = frozenset(
    ["career", "lifetime", "overall", "all-time", "over all", "in all", "altogether", "retired", "retired with"]
)
_OF_A_POST = frozenset(["with", "for", "in", "at", "as"])
_ARE = frozenset(["is", "are"])
_ONE_GAME = frozenset(["loss", "defeat", "win", "victory", "rout", "game"])
_TIMES_OF_HIS = frozenset(["career", "tenure", "stint", "reign", "days", "term", "managerial career"])
_THAT_CLUB = frozenset(["the club", "the team", "this club", "this team", "they", "it"])


def as_told(piece: Piece, person: Entity, name: ClubName) -> ClubName:
    """The Bears, whom the piece has called the Newark Bears: by the fuller name of his post."""
    own = piece.careers.last(person)
    fuller = own is not None and own.club.form == "full" and name.form == "nickname" and same_club(own.club, name)
    return own.club if fuller and own is not None else name


def _with_it(clause: Clause, unit: Unit) -> list[Unit]:
    """The clubs of which the words say that the record is: with, at, for the club, else managed the club to it.

    Not an opponent, nor a club out of which he came.
    """
    if clause.club is not None and clause.subject is None and clause.anaphoric:
        return []  # they were 50-49, with another club in sight
    found = [one for one in clause.kinds("club") if not is_opponent(clause.units, one.place - clause.first)]
    found = [
        one for one in found if not (_is_parent(clause, one) or _lost_at(clause, one) or _is_farm_for(clause, one))
    ]
    own = [one for one in found if one.place < unit.place and _of_his_time(clause, one)]
    if own:
        return own[-1:]
    behind = {one.place: preposition(clause.units, one.place - clause.first) for one in found}
    after = [one for one in found if one.place > unit.place and behind[one.place] in _OF_A_POST]
    after = [one for one in after if "out" not in clause.words_before(one, 3) and not _parted(clause, unit, one)]
    if after:
        return told_in_parts(clause, unit) or clubs.group(clause.units, after[0].place - clause.first)
    if any(clause.passive(one) for one in clause.find("fire", "let_go")):
        by = [one for one in found if one.place < unit.place and behind[one.place] == "by"]
        if by:
            return by[-1:]  # fired by the Nationals, at 26-61
    before = [one for one in found if one.place < unit.place and behind[one.place] in _OF_A_POST]
    led = [one for one in found if one.place < unit.place and _led(clause, one)]
    led = led or [one for one in found if one.place < unit.place and _managed(clause, one)]
    return max((led[-1:], before[-1:]), key=lambda near: near[0].place if near else -1)


def _of_his_time(clause: Clause, club: Unit) -> bool:
    """Finished his Padres career with, ended his Detroit tenure at."""
    after = clause.after(club)
    return clause.words_before(club, 1) == ["his"] and after is not None and after.low in _TIMES_OF_HIS


def told_in_parts(clause: Clause, unit: Unit) -> list[Unit]:
    """Was 532-502 in six seasons, three with the Astros and three with the Angels: both clubs; none of fewer parts."""
    parts = [
        one
        for one in clause.kinds("club")
        if one.place > unit.place and _counted_with([*clause.units[: one.place - clause.first]])
    ]
    return parts if len(parts) > 1 else []


def _counted_with(before: list[Unit]) -> bool:
    near = [one for one in before[-4:] if one.low not in ("the", "seasons", "years")]
    return len(near) > 1 and near[-1].low in ("with", "for", "in", "at") and near[-2].kind == "number"


def _is_parent(clause: Clause, club: Unit) -> bool:
    """Ottawa, in its first year as a Baltimore affiliate, was 56-41: whose farm club the clause's subject is."""
    after = clause.after(club)
    return clause.club is not None and after is not None and after.low in ("affiliate", "farm", "farmhand")


def _is_farm_for(clause: Clause, club: Unit) -> bool:
    """His Iowa team went 74-69 for the Cubs: for whom the farm club, which is the subject, played."""
    major = any(span.is_major for span in club.value.spans)
    minor = clause.club is not None and not any(span.is_major for span in clause.club.spans)
    return major and minor and preposition(clause.units, club.place - clause.first) == "for"


def _lost_at(clause: Clause, club: Unit) -> bool:
    """A 62-82 season that ended with a loss at Charlotte: where it was played."""
    return not _ONE_GAME.isdisjoint(clause.words_before(club, 2)[:1])


def _parted(clause: Clause, unit: Unit, club: Unit) -> bool:
    """Was 66-76, and in 2009 managed the Flyers: the club goes with something else."""
    between = [one.low for one in _between(clause, unit, club)]
    return clause.opener == "where" and between[:2] == [",", "and"]


def _led(clause: Clause, club: Unit) -> bool:
    """Managed Toronto to an 88-74 record."""
    near = clause.units[max(0, club.place - clause.first - 3) : club.place - clause.first]
    return any(one.has("manage", "lead") for one in near)


def _managed(clause: Clause, club: Unit) -> bool:
    """Was the interim manager of the Rangers for 22 games, with a record of 14-8."""
    near = clause.units[max(0, club.place - clause.first - 3) : club.place - clause.first]
    return any(one.low == "of" for one in near) and any(one.has("manager") for one in near)


def clubs_named(clause: Clause, unit: Unit) -> list[Unit]:
    """The clubs of which the words say that the record is; else the clause's subject, where that is a named club."""
    own = own_club_season(clause, unit)
    if own is not None:
        return [own.club] if own.club is not None else []
    beside = bracketed(clause, unit)
    near = [beside] if beside is not None else _with_it(clause, unit)
    if near or clause.club is None:
        return near
    return [one for one in clause.kinds("club") if one.value is clause.club]


def clubs_own(
    piece: Piece, clause: Clause, unit: Unit, person: Entity, year: int | None, decisions: int
) -> ClubName | None:
    """The club of a record that names none: the clause's subject, the one that the words point to, or the man's own."""
    if own_club_season(clause, unit) is not None:
        return None  # his 1986 team, beside his 1985 Cardinals: which the words do not say
    if clause.club is not None and clause.subject is None:
        return clause.club
    there = _hung_on(clause)
    if there is not None:
        return there
    if of_a_career(clause, unit):
        return None
    ends = _where_it_ended(clause)
    if ends is not None:
        return ends
    if (begun := _begun_there(clause, person)) is not None:
        return begun
    own = _held_then(piece, person, year) or _at_home(piece, person) or _held_later(piece, person, year)
    own = own or (_just_vacated(piece) if filled_in(clause) else None)
    if any(one.low in _THAT_CLUB for one in clause.units):
        fresh = piece.club if piece.club_passage == piece.passage else None
        return _held_then(piece, person, year) or fresh or own or piece.club
    if clause.units and {"here", "there"} & {one.low for one in clause.units[1:]}:
        away = "there" in {one.low for one in clause.units[1:]}
        return _held_then(piece, person, year) if away else own
    count = season_count(clause)
    if (count or 0) > 10:
        return None
    if clause.opener == "and" and clause.previous is not None and clause.previous.find("take_over"):
        return own if clause.previous.subject is person else None  # took over from X and was 534-625
    if told_of(clause) or (continues := _continued(clause, unit)) is not None:
        several = decisions > MOST_OF_A_SEASON and len(_posts(piece, person)) > 1  # the sum of them all
        return (None if several else own) if told_of(clause) else continues
    one_season = decisions <= MOST_OF_A_SEASON and (year or COUNTED_AS & set(clause.words_after(unit, 1)))
    since = [one.low for one in clause.sentence.units[unit.place + 1 : unit.place + 2]] == ["since"]
    return own if one_season or count or since or _is_left_behind(piece, clause, unit, person) else None


def _begun_there(clause: Clause, person: Entity) -> ClubName | None:
    """Broke in as a manager at Burlington and was 26-40: there."""
    before = clause.previous
    if clause.opener != "and" or before is None or before.subject is not person:
        return None
    near = [one for one in before.kinds("club") if preposition(before.units, one.place - before.first) in _OF_A_POST]
    began = before.find("begin", "serve", "take_over") and before.find("manager", "manage", "interim")
    return near[0].value if began and len(near) == 1 and not near[0].value.as_organization else None


def _just_vacated(piece: Piece) -> ClubName | None:
    """The post that somebody is told last to have left: whose few games another ran."""
    return next((one.club for one in reversed(piece.careers.tenures) if one.ended), None)


def _posts(piece: Piece, person: Entity) -> list[ClubName]:
    """The clubs that the piece has told to be his posts, each once."""
    found: list[ClubName] = []
    for one in piece.careers.tenures:
        if one.person is person and not any(one.is_at(other) for other in found):
            found.append(one.club)
    return found


def _is_left_behind(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> bool:
    """X stepped down. His 551-583 record …; fired him. He had gone 254-232: there, where he had no other post."""
    last = piece.careers.last(person)
    his = clause.words_before(unit, 1) == ["his"] and clause.words_after(unit, 1) == ["record"]
    if not his and clause.words_before(unit, 2) != ["had", "gone"]:
        return False
    return last is not None and last.ended and len(_posts(piece, person)) == 1


def _hung_on(clause: Clause) -> ClubName | None:
    """Managed Erie, where he was 66-76; the Peanuts, whom he led to a 59-28 record: the club before the clause."""
    if clause.previous is None:
        return None
    if clause.opener == "where":
        return next((one.value for one in clause.previous.kinds("club") if not one.value.as_organization), None)
    last = next((one for one in reversed(clause.previous.units) if one.text != ","), None)
    relative = clause.opener in ("whom", "which")
    return last.value if relative and last is not None and last.kind == "club" else None


def _where_it_ended(clause: Clause) -> ClubName | None:
    """Was 595-417 when the Mets fired him; the Mets fired X, who was 595-417: the record there."""
    before = clause.previous
    if clause.opener == "who" and before is not None and before.find("fire", "let_go", "replace"):
        return before.club
    rest = clause.sentence.units[clause.end :][:6]
    end = next((n for n, one in enumerate(rest) if one.has("fire", "let_go")), 0)
    him = end and [one.low for one in rest[end + 1 : end + 2]] == ["him"]
    told = him and rest[0].low == "when"
    return next((one.value for one in rest[:end] if one.kind == "club"), None) if told else None


def _held_then(piece: Piece, person: Entity, year: int | None) -> ClubName | None:
    """His post as told last; of a year the one that nothing told of it rules out."""
    own = (one for one in reversed(piece.careers.tenures) if one.person is person)
    return next((one.club for one in own if year is None or one.may_cover(year)), None)


def _held_later(piece: Piece, person: Entity, year: int | None) -> ClubName | None:
    """Is in first place at 38-24, in a piece that tells only later on where: the one post of that year."""
    if year is None or piece.report.date is None or piece.report.date.year != year:
        return None
    piece.wanting = True
    own = [one for one in piece.foretold.tenures if one.person.name == person.name]
    then = [one.club for one in own if one.since is not None and one.covers(year)]
    return then[0] if then and all(same_club(one, then[0]) for one in then) else None


def _at_home(piece: Piece, person: Entity) -> ClubName | None:
    """The club of which the piece speaks most, for a man of whom it tells no post, where nobody else is there."""
    if piece.home is None or piece.careers.last(person) is not None:
        return None
    return piece.home if piece.careers.in_charge(piece.home) is None else None


def _continued(clause: Clause, unit: Unit) -> ClubName | None:
    """Managed the Twins until 2014, compiling a record of …; the Braves let him go with a record of …"""
    before = clause.previous
    opens = clause.opener in (",", "who") and any(one.low.endswith("ing") for one in clause.units[:3])
    if opens and before is not None and before.subject is clause.subject and before.find("manage", "lead", "had_club"):
        return _the_one_post(before)
    if clause.opener == "and" and (told := of_that_time(clause, clause.subject)) is not None:
        return _the_one_post(told)
    left = clause.find("fire", "let_go", "resign")
    return clause.club if left and clause.words_before(unit, 3) == ["a", "record", "of"] else None


def _the_one_post(clause: Clause) -> ClubName | None:
    """The one club that the clause tells that he managed; of several the words do not say which."""
    posts = [one for one in clause.kinds("club") if not is_opponent(clause.units, one.place - clause.first)]
    return posts[0].value if len(posts) == 1 else None


def of_a_career(clause: Clause, unit: Unit) -> bool:
    """His career record, 145-129 as a big-league manager; not `3-15, the earliest firing in the majors`."""
    words = {one.low for one in clause.units}
    if _OF_A_CAREER & words and not (clause.club is not None and clause.subject is None and words & _ARE):
        return True  # the club is 52-38 overall: this season
    near = clause.units[max(0, unit.place - clause.first - NEAR_A_COUNT) :][: 2 * NEAR_A_COUNT + 1]
    levels = [one for one in near if one.kind == "level"]
    return any(not any(one.text == "," for one in _between(clause, unit, level)) for level in levels)


def _between(clause: Clause, one: Unit, other: Unit) -> list[Unit]:
    first, last = sorted((one.place, other.place))
    return [unit for unit in clause.units if first < unit.place < last]
