"""Stints told by a title: the club's manager, its bench coach; and how any stint is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import club_of_the_news
from skipper.press.extract.occasions import Occasion, attached
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When, whens

_TO_BE = frozenset(["will be", "will serve as", "will act as"])
_CAME_BACK = ("returned", "rejoined", "came back", "went back")
# Where one of these is said, a title beside it is part of that.
_ACTS = (
    *("hire", "promote", "fire", "resign", "take_over", "finalist", "interview", "manager_of_the_year", "pass_over"),
    "begin",
)
# So it is with these, unless he `was` manager there.
_MORE = ("let_go", "accept", "hand", "induct", "part", "win", "last_year")


def read_titled(piece: Piece, clause: Clause, unit: Unit) -> None:
    """The club's manager from 1990 to 1995; was a coach for the club in 1985; a caption's `51s manager X … 2014`."""
    if _of_a_minor_club(piece, clause, unit) or _is_to_be(clause, unit):
        return
    time = piece.when_held(clause, unit)
    spent = unit.has("coach") and clause.find("spend", "serve", "be") and not clause.passive(unit)
    formerly = bool({"formerly", "once"} & set(clause.words_before(unit, 4)))
    time = NEVER if formerly else time
    if (
        (time is NEVER and not (spent or formerly))
        or clause.find(*_ACTS)
        or (clause.find(*_MORE) and not clause.find("be"))
    ):
        return
    role = "interim manager" if unit.has("interim") else "manager"
    if unit.has("coach"):
        role = "coach" if unit.low in ("coaching", "coaches") else unit.low.replace("-base", " base")
    person, name, used = _holder(piece, clause, unit)
    if (
        person is None
        or name is None
        or _tells_a_record(clause, unit)
        or (name.as_organization and time.first is None)
        or (counts_seasons(clause) and not (spent or until_now(clause) or _is_spent(clause, unit, time)))
    ):
        return
    if _of_the_minors(clause, unit) and any(span.is_major for span in name.spans):
        name = replace(name, as_organization=True)
    listed = _listed(piece, clause, unit) if unit.has("coach") and used else []
    if len(listed) > 1:
        for club, own in listed:
            keep_stint(piece, clause, unit, person, role, club.value, (club,), own)
        return
    keep_stint(piece, clause, unit, person, role, name, used, NEVER if _of_the_next(clause, used, time) else time)


def _listed(piece: Piece, clause: Clause, unit: Unit) -> list[Occasion]:
    """A coach with the Padres (2003-05), Cubs (2006-08) and Mets: each with its own years, or none with any."""
    near = clubs_behind(clause, unit, "with", "for", "of", "in", "at")
    times = [one for one in whens(clause, piece.report.date, piece.season) if one.units[0].place > unit.place]
    own = attached(near, times, clause.units)
    if len(own) not in (0, len(near)):
        return []
    return [(club, own.get(club.place, NEVER)) for club in near if not club.value.as_organization]


def _of_the_minors(clause: Clause, unit: Unit) -> bool:
    """A minor league manager for the Braves, a Double-A coach in their system: on some farm of theirs."""
    level = clause.before(unit)
    return level is not None and level.kind == "level" and level.value != "MLB"


def _is_spent(clause: Clause, unit: Unit, time: When) -> bool:
    """Spent the 2010 season as manager at Toledo after three years at Erie: the count is of what was before."""
    counted = [one.place for one in clause.kinds("number")]
    return bool(clause.find("spend")) and bool(time.seasons) and min(counted, default=0) > unit.place


def _is_to_be(clause: Clause, unit: Unit) -> bool:
    """Will be the manager in 2014, will serve as interim manager: an appointment, and nothing held."""
    will = [one for one in clause.find("will_run") if one.low in _TO_BE and one.place < unit.place]
    return bool(will) and unit.has("manager", "interim")


def _of_the_next(clause: Clause, used: tuple[Unit, ...], time: When) -> bool:
    """Was a coach with the Rockies and, in 2014, with the Marlins: the year is of the second club."""
    if not used or not time.units or time.units[0].place < used[0].place:
        return False
    between = [one.low for one in clause.units[used[0].place - clause.first + 1 : time.units[0].place - clause.first]]
    return between[:2] == ["and", ","] and any(one.place > time.units[-1].place for one in clause.kinds("club"))


def _tells_a_record(clause: Clause, unit: Unit) -> bool:
    """A record tells more than the post with which it stands; not one that is only added: with a record of 14-8."""
    records = clause.kinds("record")
    return bool(records) and not any(
        "with" in clause.words_before(one, 4) and one.place > unit.place for one in records
    )


def _of_a_minor_club(piece: Piece, clause: Clause, unit: Unit) -> bool:
    """Keep `Glens Falls manager X`: of a minor club's manager it is news, of a major one's only his title."""
    club, whom = clause.before(unit), clause.after(unit)
    if whom is not None and whom.kind == "person" and _of_the_minors(clause, unit) and unit.low == "manager":
        return _of_a_farm(piece, clause, unit, whom)
    if club is None or club.kind != "club" or whom is None or whom.kind != "person" or not unit.has("manager"):
        return False
    if any(span.is_major for span in club.value.spans) or clause.sentence.kind != "body":
        return False
    keep_stint(piece, clause, unit, whom.value, "manager", club.value, (club, whom), NEVER)
    return True


def _of_a_farm(piece: Piece, clause: Clause, unit: Unit, whom: Unit) -> bool:
    """Keep `Triple-A manager X`: of the organization of whose major club the news is."""
    news = club_of_the_news(piece)
    if news is None or not any(span.is_major for span in news.spans) or clause.sentence.kind != "body":
        return False
    known = replace(clause, sayers=(), hedged=False, said_denied=False)
    keep_stint(piece, known, unit, whom.value, "manager", replace(news, as_organization=True), (whom,), NEVER)
    return True


Holding = tuple[Entity | None, ClubName | None, tuple[Unit, ...]]
_NOBODY: Holding = (None, None, ())


def _holder(piece: Piece, clause: Clause, unit: Unit) -> Holding:
    """Who holds the title, and where: CLUB manager X; X, the CLUB's manager; X as manager of CLUB."""
    after, before = clause.after(unit), clause.before(unit)
    person = after.value if after is not None and after.kind == "person" else clause.subject or clause.owner
    if before is not None and before.text in ("'s", "'"):
        before = clause.before(unit, 2)
    theirs = before is not None and (before.low in ("their", "its") or (before.low == "the club" and unit.has("coach")))
    if theirs and clause.find("be"):
        return person, _spoken_of(piece, clause), ()
    aide = _of_the_staff(piece, clause, unit, person, before) if unit.has("coach") else None
    if aide is not None:
        return aide
    if before is not None and before.kind == "club":
        if after is not None and after.kind == "person" and clause.sentence.kind != "caption":
            return _NOBODY
        return person, before.value, (before,)
    return _of_a_club_behind(piece, clause, unit, person)


def _of_the_staff(
    piece: Piece, clause: Clause, unit: Unit, person: Entity | None, before: Unit | None
) -> Holding | None:
    """A coach told by whose he is: X's bench coach, his pitching coach in Detroit; null where nobody is named so."""
    if before is None:
        return None
    after = clause.after(unit)
    boss = before.value if before.kind == "person" else None
    if before.low == "his" and clause.find("be"):
        boss = piece.before
    if boss is not None:
        there = clubs_behind(clause, unit, "in", "with", "at", "for")
        club = there[0].value if there else piece.careers.post(boss, piece.when(clause, unit).year)
        return (person, club, ()) if after is not None and after.kind != "person" else None
    owned = clause.words_before(unit, 1) == ["'s"] and before.text.istitle() and before.kind == "word"
    there = clubs_behind(clause, unit, "in", "with") if owned else []
    return (person, there[0].value, (there[0],)) if there else None  # Sparky's pitching coach in Detroit


def _of_a_club_behind(piece: Piece, clause: Clause, unit: Unit, person: Entity | None) -> Holding:
    """X was manager of CLUB, served as its coach; the manager at its ballpark from 1995 to 1997."""
    following = clause.units[unit.place - clause.first + 1 :][:4]
    if following and following[0].low == "on" and any(one.low == "staff" for one in following):
        return _on_his_staff(piece, clause, unit, person)
    if clause.opener == "where" and unit.has("coach") and clause.find("be") and clause.previous is not None:
        there = clause.previous.kinds("club")
        return (person, there[-1].value, ()) if there and not clause.kinds("club") else _NOBODY
    of = next((n for n, one in enumerate(following) if one.low in ("of", "for", "in", "with", "at")), None)
    club = next((one for one in following[of or 0 :] if one.kind == "club"), None) if of is not None else None
    if club is None and unit.has("coach") and (served := _served(clause, unit)) is not None:
        return person, served.value, (served,) if served in clause.units else ()
    time = piece.when(clause, unit)
    the = clause.words_before(unit, 1) == ["the"] and unit.has("coach") and unit.low not in ("coach", "coaches")
    if club is None and the and clause.find("be") and time is not NEVER and not clause.kinds("club"):
        news = club_of_the_news(piece)  # he was the bench coach in July 2009
        return (person, news, ()) if news is not None else _NOBODY
    if club is None and of is not None and person is not None and time.first and time.last and clause.find("be"):
        return person, piece.careers.post(person), ()
    before = set(" ".join(clause.words_before(unit, 2)).split())
    as_title = "as" in before and "season" not in clause.words_before(unit, 4)
    serves = as_title and bool({"serve", "serves"} & before) and unit.has("coach")
    if club is None and serves and not clause.kinds("club"):
        return person, piece.club, ()  # will serve as first-base coach
    held = clause.find("be", "spend", "serve") or as_title
    return (person, club.value, (club,)) if club is not None and held else _NOBODY


def _served(clause: Clause, unit: Unit) -> Unit | None:
    """Served the Twins as third-base coach, returned to them as a coach; the Cubs, for whom he was bench coach."""
    before = clause.previous.kinds("club") if clause.opener == "whom" and clause.previous is not None else []
    verbs = [one for one in clause.units if one.place < unit.place and _serves(one)]
    near = clubs_behind(clause, verbs[0], "", "to") if verbs else []
    return near[0] if near and near[0].place < unit.place else before[-1] if before else None


def _serves(unit: Unit) -> bool:
    return unit.has("serve") or unit.low.startswith(_CAME_BACK)


def _on_his_staff(piece: Piece, clause: Clause, unit: Unit, person: Entity | None) -> Holding:
    """A coach on X's staff with the Tigers: there, or where X has his post."""
    there = clubs_behind(clause, unit, "with", "in", "at", "for", "on")
    boss = next((one for one in clause.kinds("person") if one.place > unit.place), None)
    club = there[0].value if there else piece.careers.post(boss.value) if boss is not None else None
    return (person, club, (there[0],)) if there else (person, club, ()) if club is not None else _NOBODY


def _spoken_of(piece: Piece, clause: Clause) -> ClubName | None:
    """Their, its: of the club that the sentence named before, or that the piece spoke of last."""
    for earlier in clause.earlier():
        named = [unit.value for unit in earlier.kinds("club") if any(span.is_major for span in unit.value.spans)]
        if named:
            return named[-1]
    return piece.club


def counts_seasons(clause: Clause) -> bool:
    """For five seasons: a tally."""
    return any(
        clause.words_after(unit, 1)[:1] and clause.words_after(unit, 1)[0] in ("seasons", "years", "summers", "winters")
        for unit in clause.kinds("number")
    )


def until_now(clause: Clause) -> bool:
    """For the past three seasons: a post rather than a tally, though its seasons are counted."""
    return any(
        clause.words_before(unit, 3)[:2] == ["for", "the"] and clause.words_before(unit, 1) in (["past"], ["last"])
        for unit in clause.kinds("number")
    )


def keep_stint(
    piece: Piece, clause: Clause, verb: Unit, person: Entity, role: str, name: Any, used: tuple[Unit, ...], time: When
) -> None:
    """Keep a stint, and as a manager's post remember it."""
    season = time.first or time.year
    fields, named = posts.place_fields(piece, clause, name, season)
    fields |= {
        "role": role,
        "seasons": list(time.seasons),
        "from": time.first,
        "to": time.last,
        **posts.scale(piece, clause, name, season),
    }
    if time.act is not None and time.act.season and not time.first:
        fields["seasons"] = [time.act.season]
    inside = [unit for unit in (*used, *time.units) if unit in clause.units]
    piece.add(clause, "stint", fields, person, verb, inside, named)
    if "manager" in role:
        farm = bool(time.seasons) and not any(span.is_major for span in name.spans)
        piece.careers.remember(person, name, season, max(time.seasons) if farm else time.last)
