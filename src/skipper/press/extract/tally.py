"""Tallies: seasons managed, played, and with an organization."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from skipper.press.extract import arguments as args
from skipper.press.extract import posts, successes
from skipper.press.extract.clauses import Clause
from skipper.press.extract.holders import holder, understood
from skipper.press.extract.nth_seasons import read_nth
from skipper.press.extract.piece import Piece
from skipper.press.extract.season_counts import counts_seasons
from skipper.press.extract.shares import Share, is_share, shares, told_apart
from skipper.press.extract.slots import clubs_behind, preposition
from skipper.press.extract.tally_words import LEAGUERS, came_up, counted_as
from skipper.press.extract.units import ClubName, Entity, Unit

_AT = frozenset(["at", "in", "with"])
_BESIDE = 5  # units from a count to the club behind it: nine summers, at Phoenix


def read(piece: Piece, clause: Clause, sentence: list[Clause]) -> None:
    """Keep the tallies of a clause."""
    person = clause.subject or clause.owner or _had(piece, clause) or understood(piece, clause)
    for unit in clause.find("above_500", "postseason") if person is None else ():
        person = holder(piece, clause, unit, piece.when(clause, unit).year)
    read_nth(piece, clause, person)
    if person is None:
        return
    successes.read(piece, clause, person, sentence)
    _keep_those_with(piece, clause, person)
    for unit in clause.kinds("number"):
        counted = counts_seasons(clause, unit) and not (is_share(clause, unit) or _is_the_whole(clause, unit))
        counted = counted and clause.words_before(unit, 1) != ["first"]  # in his first two seasons, of more
        if not clause.kinds("record") and counted and not clause.find("above_500", "below_500"):
            _seasons(piece, clause, unit, person, _after(clause, sentence))
    for count, unit, club in _counted_next(clause):
        fields = {"what": counted_as(piece, clause, count), "value": unit.value, "clubs": [piece.show(club.value)]}
        if fields["what"] in ("seasons_managed", "seasons_played"):
            piece.add(clause, "tally", fields, person, unit, (club,), [("clubs", club.value, None)])
    for whole, count, share in shares(clause):
        _keep_share(piece, clause, share.what or counted_as(piece, whole, count), share, person)


def _counted_next(clause: Clause) -> Iterator[tuple[Unit, Unit, Unit]]:
    """Managed Erie for two seasons and Toledo for three: the count before, the bare one, and its club."""
    told = [one for one in clause.kinds("number") if counts_seasons(clause, one) and _club_for(clause, one) is not None]
    for unit in clause.kinds("number") if told else ():
        after, club = clause.after(unit), _club_for(clause, unit)
        bare = after is None or after.kind == "punct" or after.low == "and"
        if club is not None and bare and unit.place > told[0].place and unit.value > 1:
            yield told[0], unit, club


def _club_for(clause: Clause, number: Unit) -> Unit | None:
    """Erie for two."""
    club = clause.before(number, 2)
    there = club is not None and club.kind == "club" and clause.words_before(number, 1) == ["for"]
    return club if there and club is not None and not club.value.as_organization else None


def _is_the_whole(clause: Clause, unit: Unit) -> bool:
    """Managed there for 22 of his 26 seasons: the seasons of which only some were there."""
    part = clause.before(unit, 3)
    return clause.words_before(unit, 2) == ["of", "his"] and part is not None and part.kind == "number"


def _keep_share(piece: Piece, clause: Clause, what: str | None, share: Share, person: Entity) -> None:
    """Nine of them with the Mets: of what the count before it is of, and only there."""
    if what not in ("seasons_managed", "seasons_played") or clause.find("above_500", "below_500"):
        return
    names = [one.value for one in share.clubs if not one.value.as_organization]
    behind = clause.units[share.clubs[-1].place - clause.first + 1 :][:3]
    level = next((one.text for one in behind if one.kind == "level"), None)  # at Columbus, their Triple-A team
    fields = {"what": what, "value": share.number.value, "clubs": [piece.show(name) for name in names]}
    fields["level_stated"] = level
    if names:
        piece.add(clause, "tally", fields, person, share.number, share.clubs, [("clubs", name, None) for name in names])


def _keep_those_with(piece: Piece, clause: Clause, person: Entity) -> None:
    """Managed 18 seasons and had been in the Boston system for 10 of them: with the organization."""
    wholes = [one for one in clause.kinds("club") if one.value.as_organization]
    before = [one for part in clause.earlier() for one in part.kinds("number") if counts_seasons(part, one)]
    for unit in clause.kinds("number") if wholes and before else ():
        of_them = clause.words_after(unit, 2) in (["of", "them"], ["of", "those"])
        if of_them and clause.words_before(unit, 1) == ["for"] and unit.value < before[0].value:
            name = wholes[0].value
            fields = {"what": "seasons_with_organization", "value": unit.value, "organization": piece.show(name)}
            piece.add(clause, "tally", fields, person, unit, wholes[:1], [("organization", name, None)])


def _had(piece: Piece, clause: Clause) -> Entity | None:
    """The Browns had him for parts of five seasons: him."""
    for verb in clause.units:
        if verb.low in ("had", "kept", "employed") and clause.club is not None:
            found = args.object_of(piece, clause, verb)
            return found[0] if found is not None else None
    return None


def _after(clause: Clause, sentence: list[Clause]) -> Clause | None:
    """The clause that follows."""
    return next((one for one in sentence if one.previous is clause), None)


def _where_he_batted(clause: Clause | None) -> list[Unit]:
    """Played 11 seasons in the majors, batting .271 with the Reds, Cubs and Expos: his clubs there."""
    if clause is None or clause.opener != "," or not clause.find("bat", "play"):
        return []
    verb = clause.find("bat", "play")[0]
    ing = verb.low.endswith("ing") and verb.place - clause.first <= 1
    return clubs_behind(clause, verb, "with", "for") if ing and not clause.kinds("year", "years") else []


def _seasons(piece: Piece, clause: Clause, unit: Unit, person: Entity, then: Clause | None) -> None:
    what = counted_as(piece, clause, unit)
    if what is None:
        return
    near = _clubs(piece, clause, unit) or (_where_he_batted(then) if what == "seasons_played" else [])
    post = piece.careers.post(person)
    fields: dict[str, Any]
    named: list[posts.Named]
    if not near and post is not None and clause.find("fire", "let_go", "resign") and what == "seasons_managed":
        fields = {"what": what, "value": unit.value, "clubs": [piece.show(post)]}
        if not post.as_organization:
            piece.add(clause, "tally", fields, person, unit, (), [("clubs", post, None)])
        return
    wholes = [one for one in clause.kinds("club") if one.value.as_organization]
    wholes = [one for one in wholes if one.place > unit.place] or wholes  # what stands behind the count
    whole = wholes[0].value if wholes else _theirs(piece, clause)
    if whole is None and what == "seasons_managed" and _in_the_system(clause) and piece.home is not None:
        near, whole = [], replace(piece.home, as_organization=True)
    if what == "seasons_with_organization":
        name = whole or (near[0].value if near else piece.club)
        if name is None:
            return
        fields, named = {"organization": piece.show(name)}, [("organization", name, None)]
    else:
        fields, named = _where(
            piece,
            near,
            whole,
            any(_points_back(clause, one) for one in clause.units),
        )
    if not near and whole is None and what == "seasons_managed" and (own := _of_his_post(piece, clause, person)):
        fields, named = {"clubs": [piece.show(own)]}, [("clubs", own, None)]
    apart = told_apart(clause, unit)
    levels = [one.text for one in clause.kinds("level") if one.place < apart]
    stated = posts.level_near(clause, whole or (near[0].value if near else None)) or (
        levels[0] if levels and near else None
    )
    stated = stated if stated in (None, *levels, *(one.value.level for one in near)) else None  # of a part of them
    stated = stated or next((LEAGUERS[one.low] for one in clause.units if one.low in LEAGUERS), None)
    stated = stated or _level_there(clause)
    if "clubs" in fields and len(near) == len(fields["clubs"]) and _of_farms(near, stated):
        fields, named = _whose_farms(piece, near)
    if what == "seasons_played" and not (near or stated or whole or _plays(clause)):
        return
    fields |= {
        "what": what,
        "value": unit.value,
        "level_stated": None if what == "seasons_with_organization" else stated,
    }
    piece.add(clause, "tally", fields, person, unit, (*near,), named)
    alone = len(near) == 1 and not near[0].value.as_organization and piece.careers.last(person) is None
    if what == "seasons_managed" and alone:
        piece.careers.remember(person, near[0].value)  # managed the Giants for ten years: what they did next is his


def _plays(clause: Clause) -> bool:
    """Whether the words say no less than that he played: as a player, came up and lasted so long."""
    return bool(clause.find("play")) or came_up(clause) or any(one.low == "player" for one in clause.units)


def _level_there(clause: Clause) -> str | None:
    """Was years getting to the big leagues and then managed there for three seasons: the level told before."""
    told = [one for part in clause.earlier() for one in part.kinds("level")]
    return told[0].text if told and "there" in [one.low for one in clause.units] else None


def _of_farms(near: list[Unit], stated: str | None) -> bool:
    """Managed 18 seasons in the minors with the Royals and Red Sox: their farm clubs."""
    major = all(any(span.is_major for span in one.value.spans) and one.value.form != "place" for one in near)
    return stated is not None and stated.lower().startswith("minor") and major


def _whose_farms(piece: Piece, near: list[Unit]) -> tuple[dict[str, Any], list[posts.Named]]:
    """The organization; of several no claim has a place for all."""
    if len(near) > 1:
        return {}, []
    whole = replace(near[0].value, as_organization=True)
    return {"organization": piece.show(whole)}, [("organization", whole, None)]


def _of_his_post(piece: Piece, clause: Clause, person: Entity) -> ClubName | None:
    """His predecessor, X, lasted two seasons; spent seven years on the bench: of the post of whom the words are."""
    before_him = any(one.low == "predecessor" for one in clause.units)
    if before_him and clause.owner is not None and clause.owner is not person:
        return piece.careers.post(clause.owner)
    on_the_bench = any(one.low in ("bench", "dugout") for one in clause.units) and clause.find("spend")
    own = {id(one.club): one.club for one in piece.careers.tenures if one.person is person}
    return next(iter(own.values())) if on_the_bench and len(own) == 1 else None


def _in_the_system(clause: Clause) -> bool:
    """Had been a manager in the system for six years: of the club of which the piece is."""
    words = [one for one in clause.find("organization_word") if one.low != "minors"]
    return any(clause.words_before(one, 1) == ["the"] for one in words)


def _theirs(piece: Piece, clause: Clause) -> ClubName | None:
    """Six years in their farm system: of the club just named."""
    for unit in clause.find("organization_word"):
        if "their" in clause.words_before(unit, 2) and piece.club is not None:
            return replace(piece.club, as_organization=True)
    return None


def _in_a_country(clause: Clause, club: Unit) -> bool:
    """Managed in Puerto Rico for 17 winters: a place that no list has, and in which there are many clubs."""
    listed = any(span.id for span in club.value.spans)
    return not listed and club.value.form == "place" and clause.words_before(club, 1) == ["in"]


def _points_back(clause: Clause, unit: Unit) -> bool:
    """The club, them; not `most of them`, `none above them`."""
    apart = {"of", "above", "below", "among", "between"} & set(clause.words_before(unit, 1))
    return unit.low in ("the club", "the team", "them", "the franchise") and not apart


def _clubs(piece: Piece, clause: Clause, unit: Unit) -> list[Unit]:
    managed = clause.find("manage")
    verb = managed[0] if managed and managed[0].place < unit.place else unit
    named = [one for one in args.clubs_near(piece, clause, verb) if not one.value.as_organization]
    if (left := _left_behind(clause, unit)) is not None:
        return [left]
    named = [one for one in named if not _in_a_country(clause, one)]
    apart = told_apart(clause, unit)
    named = [one for one in named if one.place < apart]  # nine of them, most of them for Detroit: not all
    if clause.find("draft"):
        return []  # a catcher with 13 seasons in the majors, he was drafted by Milwaukee
    if clause.find("play") and not clause.find("manage", "manager"):
        return [one for one in named if unit.place < one.place]
    listed = [one for one in named if one.place > unit.place]
    if (titled := _managed_there(clause, unit)) is not None:
        return [titled]
    beside = [one for one in clause.kinds("club") if 0 < one.place - unit.place <= _BESIDE]
    if beside and named and not listed and preposition(clause.units, beside[0].place - clause.first) in _AT:
        return beside[:1]  # in Hawaii and, for nine summers, at Phoenix; after two years at Double-A Erie
    return [] if _names_more(clause, listed) else named


def _left_behind(clause: Clause, count: Unit) -> Unit | None:
    """Leaves the Mariners after ten seasons to manage the Devil Rays: the club where the seasons were."""
    before = [one for one in clause.kinds("club") if one.place < count.place]
    onward = clause.words_after(count, 3)[1:] in (["to", "manage"], ["to", "become"], ["to", "run"], ["to", "take"])
    return before[-1] if before and onward and clause.words_before(count, 1) == ["after"] else None


def _managed_there(clause: Clause, unit: Unit) -> Unit | None:
    """13 seasons with the Rockies, all as the manager of the Asheville Tourists: there; null where none is told so."""
    for title in clause.find("manager"):
        of = clause.after(title)
        all_ = "all" in clause.words_before(title, 4) and "as" in clause.words_before(title, 2)
        if title.place > unit.place and all_ and of is not None and of.low in ("of", "at", "in"):
            return next((one for one in clause.kinds("club") if one.place > title.place), None)
    return None


def _names_more(clause: Clause, clubs: list[Unit]) -> bool:
    """At Anderson, Durham, Macon and Greenville: a list of which not every place is known says where only in part."""
    if not clubs:
        return False
    near = clause.units[max(0, clubs[0].place - clause.first - 2) : clubs[-1].place - clause.first + 3]
    return any(one.kind == "word" and one.text.istitle() and not one.classes for one in near)


def _where(
    piece: Piece, near: list[Unit], whole: ClubName | None, anaphor: bool
) -> tuple[dict[str, Any], list[posts.Named]]:
    fields: dict[str, Any] = {}
    named: list[posts.Named] = []
    if near:
        fields["clubs"] = [piece.show(one.value) for one in near]
        named += [("clubs", one.value, None) for one in near]
    elif whole is not None:
        fields["organization"] = piece.show(whole)
        named.append(("organization", whole, None))
    elif piece.club is not None and anaphor:
        fields["clubs"] = [piece.show(piece.club)]
        named.append(("clubs", piece.club, None))
    return fields, named
