"""Where full names stand among a passage's tokens: known ones, and those that look like names."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.extract.units import Token
from skipper.press.lexicon import lexicon
from skipper.press.vocabulary import Vocabulary, key

_PARTICLES = frozenset(["de", "la", "del", "los", "van", "von", "der", "da", "di", "st.", "du", "le"])
_NOT_LAST = frozenset(
    [
        *(
            "league",
            "series",
            "stadium",
            "park",
            "field",
            "university",
            "times",
            "post",
            "sports",
            "street",
        ),
        *(
            "county",
            "city",
            "day",
            "news",
            "press",
            "tribune",
            "globe",
            "island",
        ),
    ]
)
NOT_FIRST = frozenset(
    [
        *(
            "the",
            "a",
            "an",
            "in",
            "on",
            "at",
            "for",
            "after",
            "before",
            "when",
            "while",
            "as",
            "his",
            "her",
        ),
        *(
            "he",
            "she",
            "but",
            "and",
            "or",
            "if",
            "under",
            "over",
            "with",
            "may",
            "june",
            "april",
            "august",
        ),
        *(
            "former",
            "new",
            "manager",
            "coach",
            "skipper",
            "president",
            "mlb",
            "july",
            "major",
            "general",
        ),
        *(
            "incoming",
            "interim",
            "also",
            "then",
            "still",
            "later",
            "two",
        ),
    ]
)
SUFFIXES = frozenset(["Jr.", "Sr.", "Jr", "Sr", "II", "III"])
LONGEST = 4  # tokens of a full name
_NICKNAMED = 5  # tokens of Octavio "Cookie" Rojas
_MARKS = frozenset(['"', "“", "”", "(", ")", "''", "``"])


def full_names(doc: list[Token], barred: set[int], vocabulary: Vocabulary) -> Iterator[tuple[int, int]]:
    """The first token of each full name, and the one after its last."""
    place = 0
    while place < len(doc):
        length = _name_length(doc, place, barred, vocabulary) if doc[place].text[:1].isupper() else 0
        if length:
            yield place, place + length
        place += length or 1


def _name_length(doc: list[Token], place: int, barred: set[int], vocabulary: Vocabulary) -> int:
    """How many tokens from here are a person's full name; 0 where none is."""
    first = doc[place]
    if _is_known_beside_a_club(doc, place, barred, vocabulary):
        return 2
    if not _capital(first) or first.text.lower() in NOT_FIRST or first.idx in barred:
        return 0
    if _has_a_nickname(doc, place):
        return _with_suffix(doc, place, _NICKNAMED)
    run = _run(doc, place, barred)
    for length in range(min(run, LONGEST), 1, -1):
        words = [token.text for token in doc[place : place + length] if token.text not in SUFFIXES]
        known = len(words) > 1 and key("".join(words)) in vocabulary.people_by_name
        if known:
            return _with_suffix(doc, place, length)
        if length == run > 2 and _ends_in_a_surname(doc, place, length, vocabulary):
            return 0 if _is_a_manager("".join(words[1:]), vocabulary) else _with_suffix(doc, place, length)
        if length == 2 and _looks_named(doc, place, vocabulary) and not _are_several(words, vocabulary):
            return _with_suffix(doc, place, length)
    return 0


def _is_a_manager(name: str, vocabulary: Vocabulary) -> bool:
    """Whether the name without its first word is a manager's: Deacon Bill McKechnie, Smiling Al Lopez."""
    return any(person.managed for person in vocabulary.people_by_name.get(key(name), ()))


def _are_several(words: list[str], vocabulary: Vocabulary) -> bool:
    """Both Joe Morgans: more than one man of a known name."""
    return words[-1].endswith("s") and key("".join(words)[:-1]) in vocabulary.people_by_name


def _has_a_nickname(doc: list[Token], place: int) -> bool:
    """Octavio "Cookie" Rojas, Harold (Pee) Reese."""
    five = doc[place : place + _NICKNAMED]
    if len(five) < _NICKNAMED or five[1].text not in _MARKS or five[3].text not in _MARKS:
        return False
    named = all(token.text.isalpha() and token.text.istitle() for token in five[::2])
    return named and five[0].spaced and not five[1].spaced and five[3].spaced


def called_by_nickname(name: str) -> list[str]:
    """Of `Octavio "Cookie" Rojas` the names Cookie Rojas and Octavio Rojas; of any other name none."""
    words = [word.strip("\"“”()'`") for word in name.split()]
    marked = [n for n, word in enumerate(name.split()) if word[0] in _MARKS]
    if len(words) < 3 or marked != [1]:
        return []
    return [" ".join(words[1:]), " ".join([words[0], *words[2:]])]


def _is_known_beside_a_club(doc: list[Token], place: int, barred: set[int], vocabulary: Vocabulary) -> bool:
    """Reggie Jackson, Tyler Saladino, of whose names one is a club's place too: a name that is known in full."""
    if place + 1 >= len(doc) or not doc[place].spaced or not {doc[place].idx, doc[place + 1].idx} & barred:
        return False
    two = _capital(doc[place]) and _capital(doc[place + 1])  # `WASHINGTON —` is no man of one name
    return two and key(doc[place].text + doc[place + 1].text) in vocabulary.people_by_name


def _ends_in_a_surname(doc: list[Token], place: int, length: int, vocabulary: Vocabulary) -> bool:
    """Dorrel Norman Elvert Herzog: a first name, and at last a surname."""
    known = vocabulary.people_by_surname.get(key(doc[place + length - 1].text), ())
    if any(person.name[:3].lower() == doc[place].text[:3].lower() for person in known):
        return True  # Gilbert Ray Hodges
    named = all(doc[n].text.lower() in vocabulary.first_names for n in (place, place + 1))
    return named and key(doc[place + length - 1].text) in vocabulary.people_by_surname


def _with_suffix(doc: list[Token], place: int, length: int) -> int:
    """The name's length with its Jr. or III."""
    suffix = place + length < len(doc) and doc[place + length].text in SUFFIXES
    cut = suffix and place + length + 1 < len(doc) and doc[place + length].text in ("Jr", "Sr")
    return length + suffix + (cut and doc[place + length + 1].text == ".")


def _looks_named(doc: list[Token], place: int, vocabulary: Vocabulary) -> bool:
    first, last = doc[place], doc[place + 1]
    if last.text.lower() in _NOT_LAST or len(last.text) < 3 or last.text.isupper():
        return False
    titled = place > 0 and bool(
        lexicon().classes.get(doc[place - 1].text.lower(), frozenset()) & {"executive", "manager", "coach"}
    )
    cited = place > 1 and doc[place - 1].text.lower() == "to" and doc[place - 2].text.lower() == "according"
    known = vocabulary.people_by_surname.get(key(last.text), ())
    alike = any(person.managed and person.name[:2].lower() == first.text[:2].lower() for person in known)
    return titled or cited or alike or first.text.lower() in vocabulary.first_names


def _run(doc: list[Token], place: int, barred: set[int]) -> int:
    """How many tokens from here can be one name."""
    end = place
    while end < len(doc) and end - place < LONGEST:
        token = doc[end]
        particle = token.text.lower() in _PARTICLES and end > place
        if not (_capital(token) or particle) or token.idx in barred or (end > place and not doc[end - 1].spaced):
            break
        end += 1
    while end > place and doc[end - 1].text.lower() in _PARTICLES:
        end -= 1
    return end - place


def _capital(token: Token) -> bool:
    return token.text[:1].isupper() and (len(token.text) > 1 or token.text == "O") and not token.text.endswith("'s")


def text_of(doc: list[Token], first: int, last: int) -> str:
    """The tokens' words as written."""
    return "".join(token.text + " " * token.spaced for token in doc[first:last]).strip()
