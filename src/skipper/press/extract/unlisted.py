"""Clubs that the lists do not have, by the way they are written: the Newark Bears, then the Bears."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from skipper.press.extract.clubs import unlisted
from skipper.press.extract.other_places import of_other_places
from skipper.press.extract.towns import towns
from skipper.press.extract.units import ClubName, Token
from skipper.press.lexicon import lexicon
from skipper.press.vocabulary import Club, Vocabulary, key

_FARM = frozenset(["AAA", "AA", "A+", "A", "A-", "Rk", ""])
_LONGEST = 4  # words of a name
_MANAGING = frozenset(["manage", "managed", "managing", "manages", "skippered", "piloted"])
_REACH = 12  # tokens after a word of managing within which its places stand
# Plurals with capitals that are no club: outlets, meetings, countries, honours.
_NOT_CLUBS = frozenset(
    [
        *(
            "times",
            "news",
            "sports",
            "press",
            "meetings",
            "states",
            "games",
            "leagues",
            "islands",
            "olympics",
        ),
        *(
            "nations",
            "falls",
            "heights",
            "series",
            "athletics",
            "playoffs",
            "awards",
            "finals",
            "brothers",
        ),
    ]
)
Find = tuple[int, int, str, object]
Known = Mapping[str, tuple[str, tuple[Club, ...]]]


def unlisted_clubs(
    docs: list[list[Token]], taken: list[list[Find]], clubs: Known, vocabulary: Vocabulary
) -> list[list[Find]]:
    """For each passage the clubs named in full after `the`, and their nicknames alone where no listed club has one.

    A name is two to four words with capitals, the last of them a plural, that are nobody's name. A listed club whose
    nickname the lists leave out, for it is an ordinary word (the West Virginia Power), has it once it is named in full.
    """
    names: dict[str, ClubName] = {}
    found = [list(_full(doc, finds, clubs, vocabulary, names)) for doc, finds in zip(docs, taken, strict=True)]
    nicknames = {
        " ".join(name.split()[place:]).lower(): club
        for name, club in names.items()
        for place in range(1, len(name.split()))
    }
    nicknames |= _of_listed(taken, clubs)
    places = {
        club.words: club for finds in found for *_, club in finds if isinstance(club, ClubName) and club.form == "place"
    }
    namesakes = of_other_places(docs, taken, clubs, vocabulary)
    for doc, finds, others in zip(docs, found, namesakes, strict=True):
        finds[:0] = others  # before a find of the same words
        finds += _again(doc, places, {start for start, *_ in finds})
        finds += _alone(doc, nicknames, clubs, {start for start, *_ in finds})
    return found


def _of_listed(taken: list[list[Find]], clubs: Known) -> dict[str, ClubName]:
    """The nicknames in the full names of listed minor clubs that no list has as names of their own."""
    nicknames: dict[str, ClubName] = {}
    for name in {str(words) for finds in taken for _, _, kind, words in finds if kind == "club"}:
        form, spans = clubs[name.lower()]
        nickname = _nickname(name, spans[0].place.partition(",")[0]).lower()
        if form == "full" and nickname and nickname not in clubs and not any(span.is_major for span in spans):
            nicknames[nickname] = ClubName(name, "full", spans)
    return nicknames


def _nickname(name: str, place: str) -> str:
    """What follows the place; where the name begins with another (the Chicago Dogs of Rosemont), its last word."""
    if name.lower().startswith(f"{place.lower()} "):
        return name[len(place) + 1 :]
    last = name.rpartition(" ")[2]
    return last if last not in place and all(word[:1].isupper() for word in name.split()) else ""


def _full(
    doc: list[Token], taken: list[Find], clubs: Known, vocabulary: Vocabulary, names: dict[str, ClubName]
) -> Iterator[Find]:
    barred = _barred(taken, clubs)
    yield from _of_a_level(doc, taken, barred, vocabulary)
    yield from _managed_at(doc, taken, barred, vocabulary)
    known = {place for start, end, kind, _ in taken if kind in ("club", "league") for place in range(start, end)}
    yield from towns(doc, taken, known | barred, vocabulary)
    for token in doc[:-2]:
        if token.text.lower() != "the":
            continue
        words = list(_capitals(doc, token.place + 1, barred))
        last = words[-1].text if words else ""
        if len(words) < 2 or not _plural(last) or _is_a_mans(words[:-1], clubs, vocabulary):
            continue
        name = " ".join(one.text for one in words)
        if name.lower() in clubs or name.lower() in lexicon().classes:
            continue
        club = names.setdefault(name, ClubName(name, "full", (unlisted(name),)))
        yield words[0].idx, words[-1].end, "club", club


def _is_a_mans(words: list[Token], clubs: Known, vocabulary: Vocabulary) -> bool:
    """Whether the words have a surname, and are not together a place with a club."""
    place = " ".join(one.text for one in words).lower() in clubs
    return not place and any(key(one.text) in vocabulary.people_by_surname for one in words)


def _of_a_level(doc: list[Token], taken: list[Find], barred: set[int], vocabulary: Vocabulary) -> Iterator[Find]:
    """Class A Dunedin: a place after a level is a club's."""
    ends = {end for _, end, kind, words in taken if kind == "level" and lexicon().levels[str(words).lower()] in _FARM}
    if not ends:
        return
    known = {place for start, end, kind, _ in taken if kind in ("club", "league") for place in range(start, end)}
    for token in doc[1:]:
        place = token.text[:1].isupper() and token.text.isalpha() and token.text.lower() not in vocabulary.first_names
        joined = not token.spaced and token.place + 1 < len(doc) and doc[token.place + 1].text == "-"
        if doc[token.place - 1].end in ends and place and not joined and token.idx not in known | barred:
            last = doc[token.place + 1] if token.place + 1 < len(doc) else token
            whole = token.spaced and last.text[:1].isupper() and _plural(last.text)
            words = f"{token.text} {last.text}" if whole else token.text
            name = ClubName(words, "full" if whole else "place", (unlisted(words),))
            yield token.idx, (last if whole else token).end, "club", name


def _managed_at(doc: list[Token], taken: list[Find], barred: set[int], vocabulary: Vocabulary) -> Iterator[Find]:
    """Managed at Visalia, Orlando and Toledo; stops, among them Visalia: places that no list has are clubs' too."""
    if _MANAGING.isdisjoint(token.text.lower() for token in doc):
        return
    known = {place for start, end, kind, _ in taken if kind in ("club", "league") for place in range(start, end)}
    place, left = 0, 0
    while place < len(doc):
        token = doc[place]
        if token.text.lower() in _MANAGING:
            left = _REACH
        opens = left > 0 and token.text.lower() in ("at", "them", "including")
        place, left = place + 1, left - 1
        if not opens:
            continue
        for words in _places(doc, place, known | barred, vocabulary):
            name = " ".join(one.text for one in words)
            yield words[0].idx, words[-1].end, "club", ClubName(name, "place", (unlisted(name),))
            left = _REACH


def _places(doc: list[Token], place: int, known: set[int], vocabulary: Vocabulary) -> Iterator[list[Token]]:
    """The unknown places of the list that begins here, known clubs between them."""
    while place < len(doc):
        token = doc[place]
        if token.idx in known or token.text.lower() in (",", "and", "then") or _tells_a_time(doc, place):
            place += 1
            continue
        words = list(_capitals(doc, place, known))[:2]
        if not words or words[0].text.lower() in vocabulary.first_names:
            return
        yield words
        place += len(words)


def _tells_a_time(doc: list[Token], place: int) -> bool:
    """Erie (2003-05), Visalia in 2006: the years beside a place, with their brackets and the word before them."""
    text = doc[place].text
    then = doc[place + 1].text if place + 1 < len(doc) else ""
    return text in ("(", ")", "-", "–") or text[:1].isdigit() or (text.lower() in ("in", "from") and then.isdigit())


def _plural(word: str) -> bool:
    return word.endswith("s") and len(word) > 3 and not word.isupper() and word.lower() not in _NOT_CLUBS


def _capitals(doc: list[Token], place: int, barred: set[int]) -> Iterator[Token]:
    for token in doc[place : place + _LONGEST]:
        if not (token.text[:1].isupper() and token.text.isalpha()) or token.idx in barred:
            return
        yield token
        if not token.spaced:
            return


def _alone(doc: list[Token], nicknames: Mapping[str, ClubName], clubs: Known, begun: set[int]) -> Iterator[Find]:
    if not nicknames:
        return
    for token in doc:
        for length in (2, 1):
            words = doc[token.place : token.place + length]
            low = " ".join(one.text for one in words).lower()
            shared = any(span.is_major for span in clubs.get(low, ("", ()))[1])
            if low in nicknames and token.text[:1].isupper() and not shared and token.idx not in begun:
                known = nicknames[low]
                yield token.idx, words[-1].end, "club", ClubName(known.words, "full", known.spans)
                break


def _again(doc: list[Token], places: Mapping[str, ClubName], begun: set[int]) -> Iterator[Find]:
    """Stockton was 68-72, of which he is told to have been manager: the place as the club that won and lost."""
    for token, verb in pairwise(doc):
        if token.text in places and token.idx not in begun and verb.text in ("was", "went", "finished", "won"):
            known = places[token.text]
            yield token.idx, token.end, "club", ClubName(known.words, "place", known.spans)


def _barred(taken: Iterable[Find], clubs: Known) -> set[int]:
    """Where what is known begins or goes on; a place may begin an unlisted club's name."""
    return {
        place
        for start, end, kind, words in taken
        if kind != "club" or clubs[str(words).lower()][0] == "full"
        if kind in ("club", "league", "level") or " " in str(words)
        for place in range(start, end)
    }
