"""Which club, season and level a name in the text means."""

from __future__ import annotations

from collections.abc import Iterable

from skipper.press.claim import Link
from skipper.press.extract.units import ClubName, Sentence, Unit
from skipper.press.lexicon import lexicon
from skipper.press.vocabulary import Club

_JOINS = frozenset([",", "and", "&", "then", "or", "the", "first", "in", "with"])
_INSIDE = frozenset(["'", "'s", "-", "top", ",", "and"])
_CLASS_A = frozenset(["a", "aa", "aaa", "a+", "a-"])


def annotate(sentence: Sentence) -> None:
    """Give the clubs of a sentence the season, level and parent that stand with them."""
    units = sentence.units
    for place, unit in enumerate(units):
        if unit.kind == "club":
            _level_and_season(units, place)
            _parenthesis(units, place)
            _behind_in_brackets(units, place)
            _owner(units, place)
            _in_league(units, place)
            _of_a_leagues_club(units, place)
            _apposed(units, place)


def _level_and_season(units: list[Unit], place: int) -> None:
    name: ClubName = units[place].value
    for before in reversed(units[max(0, place - 4) : place]):
        if before.kind == "level" and before.value != "MLB":
            name.level = before.text
        elif before.kind in ("year", "years"):
            name.season = _last(before.value)
        elif not (
            before.text in ("(", "-") or before.has("world_series", "affiliate") or before.low in ("world", "champion")
        ):
            break


def _in_league(units: list[Unit], place: int) -> None:
    """Milwaukee of the Western League: where no club listed for the name is in that league, it is one not listed."""
    words = [unit.low for unit in units[place + 1 : place + 3]]
    if (
        len(words) == 2
        and words[0] in ("of", "in")
        and words[1] == "the"
        and len(units) > place + 3
        and units[place + 3].kind == "league"
    ):
        name, league = units[place].value, units[place + 3].value
        inside = tuple(span for span in name.spans if span.league == league)
        name.spans = inside or (unlisted(name.words, league),)


def _of_a_leagues_club(units: list[Unit], place: int) -> None:
    """Boston's National League club: of the clubs of the place, the one in that league."""
    after = units[place + 1 : place + 4]
    name: ClubName = units[place].value
    if name.form == "place" and len(after) == 3 and after[0].text in ("'s", "'") and after[1].kind == "league":
        inside = tuple(span for span in name.spans if span.league == after[1].value)
        name.spans = inside if after[2].low in ("club", "team", "entry", "franchise") and inside else name.spans


def unlisted(words: str, league: str | None = None) -> Club:
    """A club that the lists do not have: its name is the text's, its id empty."""
    return Club("", words, words, None, (), 0, None, league, None, None, "the text")


def _last(value: int | tuple[int, int]) -> int:
    return value if isinstance(value, int) else value[1]


def _behind_in_brackets(units: list[Unit], place: int) -> None:
    """The Orlando Sun Rays (Double-A Twins), Oneonta (Yankees): whose farm it is, where the club is no major one."""
    inside = units[place + 1 : place + 7]
    closing = next((n for n, one in enumerate(inside) if one.text == ")"), 0)
    owner = inside[closing - 1] if closing else None
    name: ClubName = units[place].value
    if owner is None or inside[0].text != "(" or owner.kind != "club" or name.parent is not None:
        return
    levels = [one.text for one in inside[1 : closing - 1] if one.kind == "level" or one.low in _CLASS_A]
    plain = len(levels) == len([one for one in inside[1 : closing - 1] if one.text not in ("-", ",")])
    minor = tuple(span for span in name.spans if not span.is_major)
    if plain and minor and any(span.is_major for span in owner.value.spans) and owner.value.form == "nickname":
        owner.value.as_organization, name.parent, name.spans = True, owner.value, minor
        name.level = levels[0] if levels else name.level


def _parenthesis(units: list[Unit], place: int) -> None:
    """(Double-A White Sox) Birmingham Barons, (A-Diamondbacks) Lancaster JetHawks."""
    if place < 4 or units[place - 1].text != ")" or units[place - 2].kind != "club":
        return
    opening = next((n for n in range(place - 3, max(-1, place - 7), -1) if units[n].text == "("), None)
    if opening is None:
        return
    parent, name = units[place - 2].value, units[place].value
    parent.as_organization, name.parent = True, parent
    for unit in units[opening + 1 : place - 2]:
        if unit.kind == "level" or unit.low in _CLASS_A:
            name.level = unit.text


def _owner(units: list[Unit], place: int) -> None:
    """The Mets' Triple-A affiliate in Buffalo, then Las Vegas; the Mets organization."""
    name: ClubName = units[place].value
    level, end = None, place + 1
    while end < min(len(units), place + 8):
        unit = units[end]
        if unit.kind == "level" or unit.low == "rookie":
            level = unit.text
        elif unit.has("organization_word") and not (unit.low in ("minors",) and level is None):
            name.as_organization = True
            name.level = level or name.level
            name.farm = name.farm or "minor" in unit.low or "farm" in unit.low
            end += 1
            _owned(units, end, name, level)
            return
        elif unit.low.startswith("farm") and not any(span.is_major for span in name.spans):
            return  # their Hawaii farm: the club itself
        elif unit.has("affiliate", "manager") and _farm_behind(units, end + 1):
            name.as_organization = any(span.is_major for span in name.spans)
            _owned(units, end + 1, name, level)
            return
        elif unit.has("affiliate") and (level is not None or unit.low.startswith(("affiliate", "farm"))):
            name.as_organization, name.level = True, level
            _owned(units, end + 1, name, level)
            return
        elif _owns_another(units, end) or (unit.text not in _INSIDE and unit.kind != "club"):
            return
        end += 1


def _farm_behind(units: list[Unit], place: int) -> bool:
    """The Phillies' club in Reading, their manager at (Triple-A) Iowa: a place with no club but a minor one."""
    at = units[place].low if place < len(units) else ""
    behind = [unit for unit in units[place + 1 : place + 5] if unit.text not in ("(", ")", "Class")]
    level = bool(behind) and behind[0].kind == "level"
    club = behind[level] if len(behind) > level else None
    farm = club is not None and club.kind == "club" and not any(span.is_major for span in club.value.spans)
    return farm and (at == "at" or (at == "in" and (level or units[place - 1].has("affiliate"))))


def _owns_another(units: list[Unit], place: int) -> bool:
    """The Buffalo Bisons, Pittsburgh's affiliate: Pittsburgh is another's owner."""
    after = units[place + 1 : place + 2]
    return units[place].kind == "club" and units[place - 1].text == "," and bool(after) and after[0].text == "'s"


def _apposed(units: list[Unit], place: int) -> None:
    """The Buffalo Bisons, Pittsburgh's Triple-A affiliate: Pittsburgh owns them, and they are of that level."""
    after = units[place + 1 : place + 8]
    if not after or after[0].text != ",":
        return
    if _is_affiliate_of(units, place):
        return
    parent = next((unit for unit in after[1:3] if unit.kind == "club"), None)
    rest = after[after.index(parent) + 1 :] if parent is not None else []
    told = next((n for n, unit in enumerate(rest) if unit.has("affiliate")), None)
    if parent is None or told is None or not rest or rest[0].text not in ("'", "'s"):
        return
    level = next((unit.text for unit in rest[:told] if unit.kind == "level"), None)
    units[place].value.parent, units[place].value.level = parent.value, units[place].value.level or level


def _is_affiliate_of(units: list[Unit], place: int) -> bool:
    """The Mud Hens, the Triple-A club of the Twins: gives them their owner and level."""
    after = units[place + 2 : place + 9]
    of = next((n for n, unit in enumerate(after) if unit.low == "of"), None)
    if of is None or not any(unit.has("affiliate") for unit in after[:of]) or after[0].low not in ("the", "a"):
        return False
    parent = next((unit for unit in after[of + 1 : of + 3] if unit.kind == "club"), None)
    if parent is None:
        return False
    level = next((unit.text for unit in after[:of] if unit.kind == "level"), None)
    units[place].value.parent, units[place].value.level = parent.value, units[place].value.level or level
    return True


def _owned(units: list[Unit], place: int, parent: ClubName, level: str | None) -> None:
    """Clubs named after `affiliate in`."""
    while place < len(units) and (
        units[place].kind in ("club", "level") or units[place].low in (*_JOINS, "at", "(", ")")
    ):
        level = units[place].text if units[place].kind == "level" else level
        if units[place].kind == "club":
            name: ClubName = units[place].value
            if any(span.is_major for span in name.spans) and name.form != "place":
                return
            name.parent, name.level = parent, name.level or level
        place += 1


def group(units: list[Unit], place: int) -> list[Unit]:
    """The clubs of a list that begins here: Buffalo, then Las Vegas; the Giants, the A's (twice) and the Padres."""
    found = [units[place]]
    gap, inside = 0, False
    for unit in units[place + 1 :]:
        if inside or unit.text == "(":
            inside = unit.text != ")"
        elif unit.kind == "club" and gap:
            found.append(unit)
            gap = 0
        elif unit.low in _JOINS or (unit.kind == "year" and found):
            gap += 1
        else:
            break
        if gap > 3:
            break
    return [one for one in found if one.value.as_organization == found[0].value.as_organization]


def fitting(
    name: ClubName,
    season: int | None,
    known: Iterable[str],
    farm: Iterable[str] = (),
    now: int | None = None,
    career: tuple[int, int] | None = None,
) -> tuple[Club, ...]:
    """The spans that the name can mean, at most one per club, the likeliest first.

    `season` is the act's, `known` the ids that the piece names in full, `farm` the organizations of whose minor leagues
    it speaks, `now` its own year, `career` the person's first and last season. Of several clubs those remain that fit
    each of these, as far as any does. A nickname of no known season means its latest bearer; the others stay
    candidates.
    """
    season = name.season or season
    spans = list(name.spans)
    if name.level and name.level.lower() not in ("major league", "major-league"):
        spans = [span for span in spans if not span.is_major] or spans
    code = lexicon().levels.get((name.level or "").lower())
    if name.form == "place" and season is not None and not any(span.covers(season) for span in spans):
        return (unlisted(name.words),)
    for keep in (
        lambda span: season is not None and span.covers(season),
        lambda span: bool(code) and span.level == code,
        lambda span: name.parent is not None and span.organization in {one.name for one in name.parent.spans},
        lambda span: span.id in known,
        lambda span: name.form == "place" and span.organization in farm and not span.is_major,
        lambda span: (
            career is not None and season is None and span.first <= career[1] and (span.last or 9999) >= career[0]
        ),
        lambda span: now is not None and season is None and span.is_major and span.covers(now),
        lambda span: span.is_major and (season is not None or span.last is None),
        lambda span: now is not None and season is None and span.covers(now),
    ):
        if len(spans) == 1:
            break
        spans = [span for span in spans if keep(span)] or spans
    spans.sort(key=lambda span: (span.last or 9999, span.first), reverse=True)
    return tuple({span.id: span for span in reversed(spans)}.values())[::-1]


def shown(name: ClubName, club: Club) -> str:
    """A major club's full name; a minor one's as the text gives it, its town where it gives only a part."""
    if club.is_major:
        return club.name
    return name.words if name.form == "full" else club.place.partition(",")[0]


def link(field: str, name: ClubName, spans: tuple[Club, ...]) -> Link:
    """The link of a club's name; no id where several clubs fit that the words do not tell apart."""
    best = spans[0]
    ids = tuple(span.id for span in spans if span.id)
    if not ids:
        return Link(field, name.words, shown(name, best))
    apart = len(ids) == 1 or name.form != "place" or not all(span.is_major for span in spans)
    return Link(field, name.words, shown(name, best), best.id if apart else None, ids if len(ids) > 1 else ())
