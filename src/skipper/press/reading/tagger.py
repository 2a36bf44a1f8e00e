"""From a report's tokens to sentences of units: one pass for names, one for each sentence's words and numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from skipper.press.claim import Report
from skipper.press.lexicon import lexicon
from skipper.press.numbers import TENS, number
from skipper.press.reading.clubs import club_names
from skipper.press.reading.lists import lists
from skipper.press.reading.people import People, full_names, is_surname, learn
from skipper.press.reading.times import BEGINNINGS, time_at
from skipper.press.reading.units import ClubName, Sentence, Unit, merged
from skipper.press.sentences import AT, WORDS, end_of, language, spans, tokens
from skipper.press.vocabulary import Club, Vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Doc

LONGEST = 120  # units of a sentence that is read; what is longer is a table or a list of names
_HE = {"he": "{he}", "she": "{he}", "him": "{him}", "her": "{him}", "his": "{his}"}
_POSSESSIVE = frozenset(["'s", "'"])
_BEARERS = frozenset(["{person}", "{club}", "{league}"])
_CLUBS = frozenset(["{club}", "{club's}"])
_MARKS = frozenset(",.;:()?!")  # those that a report has as tokens have them
_SCORES = frozenset(
    ["loss", "win", "victory", "defeat", "decision", "lead", "series", "shutout", "final", "game", "triumph"]
)
_JOINS = frozenset([",", "and", "&"])
_TITLED = 3  # tokens of a title that may stand before a name that no list has
Phrase = tuple[str, int]


class Tagger:
    """A reader of documents for one vocabulary. Making it takes about a second; nothing in it changes afterwards."""

    def __init__(self, vocabulary: Vocabulary, phrases: Collection[str]) -> None:
        """Read the names of a vocabulary, and as one unit each of the phrases."""
        from spacy.matcher import PhraseMatcher

        self.vocabulary = vocabulary
        self.clubs = club_names(vocabulary.clubs)
        self.leagues = {name: one.name for one in vocabulary.leagues for name in one.others}
        self.leagues |= {one.name: one.name for one in vocabulary.leagues}
        self.names = PhraseMatcher(language().vocab)
        cut = {one: tokens(one) for names in (self.clubs, self.leagues) for one in names}
        for label, names in (("club", self.clubs), ("league", self.leagues)):
            forms = {form for one in names for form in (one.upper(), _plain_case(one))} - set(names)
            self.names.add(label, [*(cut[one] for one in names), *(tokens(one) for one in sorted(forms))])
        self.words = PhraseMatcher(language().vocab, attr="LOWER")
        self.words.add("words", [tokens(phrase) for phrase in phrases])
        self.words.add("level", [tokens(level.replace("-", " ")) for level in lexicon().levels])
        self._titles = lists().words["role"] | lists().words["office"]
        self._title_ends = frozenset(title.split()[-1] for title in self._titles)
        self._named = {_joined(doc): one for one, doc in cut.items()}

    def read(self, report: Report) -> tuple[tuple[Sentence, ...], People]:
        """Return the sentences of a report, and the people whom it names."""
        parts = [(start, span) for start, span in spans(report)]
        docs = {id(span.doc): span.doc for _, span in parts}
        taken = {key: self._phrases(doc) for key, doc in docs.items()}
        words: dict[int, list[str]] = {key: doc.user_data[WORDS] for key, doc in docs.items()}
        full = {doc: self._full(words[doc], taken[doc]) for doc in words}
        finds = {doc: _with_people(taken[doc], full[doc]) for doc in words}
        people = learn((" ".join(words[doc][a:b]) for doc in words for a, b in full[doc]), self.vocabulary)
        kinds = {place: passage.kind for passage in report.passages for place in (passage.start,)}
        sentences, kind = [], "body"
        for number_, (start, span) in enumerate(parts):
            kind = kinds.get(start, kind) if start in kinds else kind
            if span.end - span.start > 2 * LONGEST:
                continue
            doc = id(span.doc)
            units = tuple(self._units(report, start, span, words[doc], finds[doc], people))
            if len(units) <= LONGEST:
                sentences.append(Sentence(number_, start, start + end_of(span), kind, units))
        return tuple(sentences), people

    def _phrases(self, doc: Doc) -> dict[int, Phrase]:
        """By its first token what each name and phrase of a list is, and where it ends; the longest where several."""
        found: dict[int, Phrase] = {}
        strings = language().vocab.strings
        every = [(first, last, strings[label]) for label, first, last in (*self.names(doc), *self.words(doc))]
        covered: set[int] = set()
        for first, last, label in sorted(every, key=lambda one: (one[0] - one[1], one[2] == "words", one[0])):
            if covered.isdisjoint(range(first, last)):
                covered.update(range(first, last))
                found[first] = (label, last)
        return found

    def _full(self, words: list[str], taken: dict[int, Phrase]) -> list[tuple[int, int]]:
        free = [True] * len(words)
        for first, (label, last) in taken.items():
            free[first:last] = [label == "words" and last - first == 1] * (last - first)
        titled = {
            place
            for place, word in enumerate(words)
            if place
            and word[:1].isupper()
            and words[place - 1].lower() in self._title_ends
            and any(" ".join(words[max(0, place - n) : place]).lower() in self._titles for n in range(1, _TITLED + 1))
        }
        return list(full_names(words, free, self.vocabulary, titled))

    def _units(
        self, report: Report, start: int, span: Any, words: list[str], finds: dict[int, Phrase], people: People
    ) -> Iterator[Unit]:
        base = start - span.doc.user_data[AT][span.start]
        at = span.doc.user_data[AT]
        units: list[Unit] = []
        place, last, quoted = span.start, span.end, False
        words = words[:last]  # no time or figure runs into the next sentence
        while place < last:
            word = words[place]
            if place not in finds and _is_plain(word):  # most words are
                first = base + at[place]
                units.append(Unit(word, word, first, first + len(word), None, quoted))
                place += 1
                continue
            unit, end = self._unit(report, base, span, words, finds, people, place)
            if unit is not None:
                if unit.key == '"':
                    quoted = not quoted
                units.append(unit._replace(quoted=quoted) if quoted else unit)
            place = end
        return iter(_with_clubs_joined(_with_possessives(units)))

    def _unit(
        self,
        report: Report,
        base: int,
        span: Any,
        words: list[str],
        finds: dict[int, Phrase],
        people: People,
        place: int,
    ) -> tuple[Unit | None, int]:
        """Return the unit that begins at a token, and where it ends; null for spaces and words that patterns leave
        out."""
        at = span.doc.user_data[AT]

        def unit(key: str, end: int, value: Any = None) -> tuple[Unit, int]:
            first, last = base + at[place], base + at[end - 1] + len(words[end - 1])
            return Unit(key, report.text[first:last], first, last, value), end

        found = finds.get(place)
        if found is not None and found[0] == "person" and found[1] <= len(words):  # no name runs into the next sentence
            return unit("{person}", found[1], people.by_name[_key(words[place : found[1]])])
        surname = is_surname(words, place, people)
        if surname is not None and (found is None or found[1] == place + 1):
            return unit("{person}", place + 1, surname)
        if found is not None and found[1] <= span.end:
            return self._named_unit(unit, words, found, place)
        low = words[place].lower()
        if low.isspace() or low in lists().words["skipped"]:
            return None, place + 1
        time = time_at(words, place, report.date)
        if time is not None:
            return unit("{time}", place + time[0], time[1])
        return _figure(unit, words, place) or unit(_HE.get(low, low), place + 1)

    def _named_unit(self, unit: Any, words: list[str], found: Phrase, place: int) -> tuple[Unit, int]:
        label, end = found
        name = " ".join(words[place:end])
        if label == "level":
            return unit("{level}", end, name)
        if label == "words":
            return unit(name.lower(), end)
        own = self._named.get(name) or self._named.get(name.title()) or name
        if label == "league" or own in self.leagues:
            return unit("{league}", end, self.leagues.get(own, own))
        form, bearers = self.clubs.get(own) or next(
            (each for one, each in self.clubs.items() if one.upper() == name.upper()), ("place", ())
        )
        return unit("{club}", end, (ClubName(own, form, bearers),))


def _plain_case(name: str) -> str:
    """Return the name with one capital a word, as papers write it: Lancaster Jethawks for JetHawks."""
    return " ".join(word[:1] + word[1:].lower() if word[1:2].islower() else word for word in name.split())


def _joined(doc: Doc) -> str:
    return " ".join(token.text for token in doc)


def _key(words: Sequence[str]) -> str:
    from skipper.press.nicknames import key

    return key(" ".join(words))


def _with_people(taken: dict[int, Phrase], full: list[tuple[int, int]]) -> dict[int, Phrase]:
    """Return the finds of a passage with its people, before what else their names may be."""
    inside = {place for first, last in full for place in range(first, last)}
    kept = {place: found for place, found in taken.items() if inside.isdisjoint(range(place, found[1]))}
    return kept | {first: ("person", last) for first, last in full}


@lru_cache(maxsize=1 << 16)
def _is_plain(word: str) -> bool:
    """Return whether a token is always a unit of its own: in lower case or a mark, and no beginning of a time or
    number."""
    special = word in BEGINNINGS or word in _HE or word in lists().words["skipped"] or number(word) is not None
    return ((word.isalpha() and word.islower()) or word in _MARKS) and not special


def _figure(unit: Any, words: list[str], place: int) -> tuple[Unit, int] | None:
    """Return a record, an ordinal or a number."""
    word = words[place]
    before = words[place - 1] if place else ""
    record = _record(words, place) if before not in ("-", "$", ".", "/") else None
    if record is not None:
        end = place + (5 if record[2] is not None else 3)
        behind = words[end].lower() if end < len(words) else ""
        return unit("{score}" if behind in _SCORES else "{record}", end, record)
    value = number(word)
    if value is None or before == "$":
        return None
    tens = TENS.get(word.lower())
    ones = number(words[place + 1]) if tens and place + 1 < len(words) and words[place + 1].isalpha() else None
    if tens and ones and ones < 10:
        return unit("{ordinal}" if _is_ordinal(words[place + 1]) else "{number}", place + 2, tens + ones)
    return unit("{ordinal}" if _is_ordinal(word) else "{number}", place + 1, value)


def _is_ordinal(word: str) -> bool:
    low = word.lower()
    return low in ("first", "second", "third") or low.endswith(("th", "st", "nd", "rd"))


def _record(words: list[str], place: int) -> tuple[int, int, int | None] | None:
    figures = words[place : place + 5 : 2]
    if words[place + 1 : place + 2] != ["-"] or len(figures) < 2 or not all(_is_count(one) for one in figures[:2]):
        return None
    tied = len(figures) == 3 and words[place + 3] == "-" and _is_count(figures[2])
    if words[place + 3 : place + 4] == ["-"] and not tied:
        return None
    wins, losses = (int(one.replace(",", "")) for one in figures[:2])
    return wins, losses, int(figures[2]) if tied else None


def _is_count(word: str) -> bool:
    digits = word.replace(",", "")
    return digits.isascii() and digits.isdigit() and len(digits) < 5


def _with_possessives(units: list[Unit]) -> list[Unit]:
    """Names with the 's behind them: {person's}, {club's}, {league's}."""
    found: list[Unit] = []
    before: Unit | None = None
    for unit in units:
        if before is None or before.key not in _BEARERS:
            found.append(unit)
        elif before.key == "{club}" and unit.key in lists().words["follower"]:
            found[-1] = before._replace(key="{club's}")
            found.append(unit)
        elif unit.key in _POSSESSIVE and unit.start == before.end:
            found[-1] = merged([before, unit], before.key.replace("}", "'s}"), before.value, before.text)
        else:
            found.append(unit)
        before = found[-1]
    return found


def _with_clubs_joined(units: list[Unit]) -> list[Unit]:
    """Return clubs with their seasons, levels and owners, and lists of clubs as one unit."""
    if not any(unit.key in _CLUBS for unit in units):
        return units
    return _lists_of_clubs(_affiliated(_owned(_with_what_stands_before(_bracketed(_with_places(_with_states(units)))))))


_LONGEST_STATE = 6  # characters of an abbreviated state's name


def _with_states(units: list[Unit]) -> list[Unit]:
    """Anderson, S.C., as one club: an abbreviated state between a club's name and what is said of it."""
    found: list[Unit] = []
    for place, unit in enumerate(units):
        before = found[-1] if found else None
        following = units[place + 1].key if place + 1 < len(units) else ""
        named = before is not None and before.key == "{club}" and before.text.endswith(".")
        if _is_state(units, place):
            found[-2:] = [merged([found[-2], unit], "{club}", found[-2].value, f"{found[-2].text}, {unit.text}")]
        elif not (named and unit.key == "," and following in ("for", "of")):
            found.append(unit)
    return found


def _is_state(units: list[Unit], place: int) -> bool:
    """Return whether an abbreviation with a capital stands there, behind a club's name and a comma."""
    word = units[place].text
    if not (word[:1].isupper() and word.endswith(".") and len(word) <= _LONGEST_STATE):
        return False
    before = [unit.key for unit in units[max(0, place - 2) : place]]
    behind = units[place + 1].key if place + 1 < len(units) else ""
    return before == ["{club}", ","] and behind in (",", ")", "for", "in")


def _with_places(units: list[Unit]) -> list[Unit]:
    """Join a place and a nickname into one club, listed or not. Example: the Ogden Dodgers, the Oakland A's."""
    found: list[Unit] = []
    for unit in units:
        name = unit.value[0] if unit.key in ("{club}", "{club's}") else None
        while name is not None and name.form != "place" and found and _is_place_of(found[-1], name, len(found) == 1):
            before = found.pop()
            own = before.value[0].spans if before.key == "{club}" else ()
            shared = tuple(span for span in name.spans if span.id in {one.id for one in own})
            words = f"{before.text} {unit.text}"
            spans = shared or (Club("", words, words, None, (), 0, None, None, None, None, "the text"),)
            name = replace(name, words=words, form="full" if shared else "unlisted", spans=spans)
            unit = merged([before, unit], unit.key, (name,), words)
        found.append(unit)
    return found


def _bracketed(units: list[Unit]) -> list[Unit]:
    """Join a club and the level and organization in brackets before it: the (Double-A White Sox) Birmingham Barons."""
    found: list[Unit] = []
    for unit in units:
        found.append(unit)
        before = [one.key for one in found[-5:-1]]
        if unit.key != "{club}" or before[:1] != ["("] or before[2:] != ["{club}", ")"]:
            continue
        level, owner = found[-4], found[-3].value[0]
        stated = level.text if level.key == "{level}" else level.text.rstrip("-")
        if owner.is_major and (level.key == "{level}" or stated in _CLASSES):
            name = replace(unit.value[0], level=stated, parent=replace(owner, organization=True))
            found[-5:] = [merged(found[-5:], "{club}", (name,), unit.text)]
    return found


_CLASSES = frozenset(["A", "AA", "AAA"])


def _is_place_of(before: Unit, name: ClubName, opens: bool) -> bool:
    """Return whether a word before a nickname is a place, as part of another club's name."""
    if before.key == "{club}":
        return before.value[0].form == "place" and name.form == "nickname"
    word = before.key == before.text.lower() and before.text[:1].isupper() and before.text.isalpha()
    known = opens or before.key in lexicon().epithets_of_clubs or before.key in lists().every
    return word and name.form in ("nickname", "unlisted") and not known


def _with_what_stands_before(units: list[Unit]) -> list[Unit]:
    """Join a club and the season or level before it. Example: the 1983 Orioles, Triple-A Iowa."""
    found: list[Unit] = []
    for unit in units:
        while unit.key in ("{club}", "{club's}") and found:
            before, name = found[-1], unit.value[0]
            if before.key == "{time}" and before.value.shape == "in" and len(before.value.seasons) == 1:
                if not before.text[:1].isdigit() and not before.text.startswith("'"):
                    break
                name = replace(name, season=before.value.seasons[0])
            elif before.key == "{level}" and not (name.form == "nickname" and name.is_major):
                name = replace(name, level=before.text)
            else:
                break
            unit = merged([found.pop(), unit], unit.key, (name,), unit.text)
        found.append(unit)
    return found


_AFFILIATE = frozenset(["affiliate", "club", "team", "farm club", "farm team", "affiliates", "clubs", "teams"])
_ORGANIZATION = frozenset(["organization", "system", "farm system", "minor league system", "chain"])


def _owned(units: list[Unit]) -> list[Unit]:
    """Join an affiliate with its owner, and make an organization {organization}. Example: the Mets' Triple-A affiliate
    in Buffalo, the Cubs organization."""
    found: list[Unit] = []
    place = 0
    while place < len(units):
        unit, rest = units[place], units[place + 1 : place + 5]
        if unit.key not in ("{club}", "{club's}") or not rest or not unit.value[0].is_major:
            found.append(unit)
            place += 1
            continue
        keys = [one.key for one in rest]
        level = 1 if keys[0] == "{level}" else 0
        owner: ClubName = unit.value[0]
        if level < len(keys) and keys[level] in _ORGANIZATION:
            whole = [unit, *rest[: level + 1]]
            found.append(merged(whole, "{organization}", (replace(owner, organization=True),), unit.text))
            place += len(whole)
        elif level and len(keys) > 1 and keys[1] in _AFFILIATE:
            named = len(keys) > 3 and keys[2] in ("in", "at") and keys[3] == "{club}"
            at = 4 if named else 2
            name = replace(rest[3].value[0], parent=owner) if named else replace(owner, organization=True)
            found.append(merged([unit, *rest[:at]], "{club}", (replace(name, level=rest[0].text),), name.words))
            place += 1 + at
        elif unit.key == "{club's}" and level and len(keys) > 1 and keys[1] == "{club}":
            found.append(
                merged(
                    [unit, *rest[:2]],
                    "{club}",
                    (replace(rest[1].value[0], parent=owner, level=rest[0].text),),
                    rest[1].text,
                )
            )
            place += 3
        else:
            found.append(unit)
            place += 1
    return found


def _affiliated(units: list[Unit]) -> list[Unit]:
    """Kenosha of the Class A Midwest League; Buffalo, the Mets' Triple-A affiliate, whichever stands first."""
    found: list[Unit] = []
    place = 0
    while place < len(units):
        unit, taken = units[place], 1
        if unit.key == "{club}" and len(unit.value) == 1:
            more = _affiliation(unit.value[0], units[place + 1 : place + 8])
            while more is not None:
                name, length = more
                unit = merged([unit, *units[place + taken : place + taken + length]], "{club}", (name,), unit.text)
                taken += length
                more = _affiliation(name, units[place + taken : place + taken + 7])
        found.append(unit)
        place += taken
    return found


def _affiliation(name: ClubName, rest: list[Unit]) -> tuple[ClubName, int] | None:
    """Return the name with what the next words say of it, and how many they are."""
    keys = [unit.key for unit in rest]
    at = 1 if keys[:1] == [","] else 0
    if keys[at : at + 1] in (["of"], ["in"]) and name.league is None:
        level = keys[at + 1 : at + 2] == ["{level}"]
        if keys[at + 1 + level : at + 2 + level] == ["{league}"]:
            stated = rest[at + 1].text if level else name.level
            return replace(name, league=rest[at + 1 + level].value, level=stated), at + 2 + level
    owner = rest[at].value[0] if keys[at : at + 1] == ["{club}"] and len(rest[at].value) == 1 else None
    if at and owner is not None and name.parent is None:
        if owner.organization and owner.level and not name.organization:
            return replace(name, parent=replace(owner, level=None), level=owner.level), 2
        if name.organization and name.level and not owner.is_major:
            return replace(owner, parent=replace(name, level=None), level=name.level), 2
        if owner.is_major and keys[2:3] in (["farm"], ["farm club"], ["affiliate"]):
            return replace(name, parent=replace(owner, organization=True)), 3
    if at and keys[1:2] == ["{level}"] and keys[3:5] == ["of", "{club}"] and keys[2] in _AFFILIATE and not name.parent:
        return replace(name, parent=replace(rest[4].value[0], organization=True), level=rest[1].text), 5
    if keys[:2] == ["for", "{club}"] and not name.is_major and not name.parent and rest[1].value[0].is_major:
        return replace(name, parent=replace(rest[1].value[0], organization=True)), 2
    return None


def _of_one_kind(names: list[ClubName]) -> tuple[ClubName, ...]:
    """Return the clubs of a list: beside a farm club a bare place is no major league's club, where it can be
    another."""
    if all(name.is_major for name in names):
        return tuple(names)
    minor = {name.words: tuple(span for span in name.spans if not span.is_major) for name in names}
    return tuple(
        replace(name, spans=minor[name.words]) if name.form == "place" and minor[name.words] else name for name in names
    )


def _lists_of_clubs(units: list[Unit]) -> list[Unit]:
    """Join a list of clubs whose last two a conjunction joins; a club with a season of its own (the 1955 Yankees and
    1962 Mets) stays a unit of its own."""
    found: list[Unit] = []
    place = 0
    while place < len(units):
        listed, end = [units[place]], place + 1
        while units[place].key == "{club}":
            at = end
            while at < len(units) and units[at].key in _JOINS:
                at += 1
            if at == end or at >= len(units) or units[at].key != "{club}" or units[at].value[0].season is not None:
                break
            listed, end = [*listed, units[at]], at + 1
        joined = len(listed) > 1 and units[end - 2].key in ("and", "&")
        if joined:
            names = _of_one_kind([name for unit in listed for name in unit.value])
            found.append(merged(units[place:end], "{club}", names, units[place].text))
            place = end
        else:
            found.append(units[place])
            place += 1
    return found
