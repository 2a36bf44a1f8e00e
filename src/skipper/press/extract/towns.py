"""Towns with a club that no list has: Sarasota of the Florida State League; managed Anderson, S.C."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skipper.press.extract.clubs import unlisted
from skipper.press.extract.units import ClubName, Token
from skipper.press.lexicon import lexicon
from skipper.press.vocabulary import Vocabulary, key

Find = tuple[int, int, str, object]
_LONGEST = 3  # words of a town's name
_MANAGING = frozenset(["managed", "manages", "managing", "manage", "ran", "running", "piloted", "skippered"])
_POSTS = frozenset(
    ["manager", "skipper", "coach", "managerial", "coaching", "coached", "managers", *_MANAGING]
)  # what is told of a club's town before it
_REACH = 9  # tokens before a town within which a post is told
_IN_ITS_LEAGUE = frozenset(["of", "in"])


def towns(doc: list[Token], taken: list[Find], known: set[int], vocabulary: Vocabulary) -> Iterator[Find]:
    """The towns of a passage that a league or a state behind them, and a word for managing, show to be clubs."""
    leagues = {start: str(words) for start, _, kind, words in taken if kind == "league"}
    levels = {start: end for start, end, kind, _ in taken if kind == "level"}
    place = 0
    while place < len(doc):
        words = _run(doc, place, known)
        if not words:
            place += 1
            continue
        place += len(words)
        name = " ".join(word.text for word in words)
        league = _league_behind(doc, place, leagues, levels)
        if league is not None and not _is_a_name(words, vocabulary):
            yield words[0].idx, words[-1].end, "club", ClubName(name, "place", (unlisted(name, league),))
        elif (own := vocabulary.towns.get(name.lower())) is not None and _is_a_post(doc, words[0].place, place):
            yield words[0].idx, words[-1].end, "club", ClubName(name, "place", own)
        elif _is_managed(doc, words[0].place) and (_in_a_state(doc, place) or not _is_a_name(words, vocabulary)):
            yield words[0].idx, words[-1].end, "club", ClubName(name, "place", (unlisted(name),))


def _run(doc: list[Token], place: int, known: set[int]) -> list[Token]:
    """The words with a capital from here that are not known to be something else."""
    words: list[Token] = []
    for token in doc[place : place + _LONGEST]:
        if not (token.text[:1].isupper() and token.text.isalpha() and len(token.text) > 2) or token.idx in known:
            break
        words.append(token)
        if not token.spaced:
            break
    begins = place == 0 or not doc[place - 1].text[:1].isupper() or doc[place - 1].idx in known
    plain = words and words[0].text.lower() not in lexicon().classes and words[0].text.lower() not in ("the", "class")
    return words if begins and plain else []


def _league_behind(doc: list[Token], place: int, leagues: dict[int, str], levels: dict[int, int]) -> str | None:
    """Of the (Class A) Midwest League, in the Florida State League."""
    if place + 2 >= len(doc) or doc[place].text.lower() not in _IN_ITS_LEAGUE or doc[place + 1].text.lower() != "the":
        return None
    start = doc[place + 2].idx
    end = levels.get(start)
    if end is not None:
        start = next((token.idx for token in doc[place + 3 : place + 7] if token.idx > end - 1), start)
    return leagues.get(start)


def _is_managed(doc: list[Token], place: int) -> bool:
    """Managed Anderson, started managing in Princeton."""
    before = [token.text.lower() for token in doc[max(0, place - 2) : place]]
    return bool(before) and (before[-1] in _MANAGING or (before[-1] in ("in", "at") and before[0] in _MANAGING))


def _is_a_post(doc: list[Token], place: int, end: int) -> bool:
    """As pitching coach at Lakeland, his first managing job with Dunedin, Clearwater's manager: a club's town."""
    before = [token.text.lower() for token in doc[max(0, place - _REACH) : place]]
    if before[-1:] and before[-1] in ("at", "with", "to", "in", "and", ","):
        return not _POSTS.isdisjoint(before)
    owned = [token.text.lower() for token in doc[end : end + 4]]
    return owned[:1] == ["'s"] and not _POSTS.isdisjoint(owned)


def _is_a_name(words: Iterable[Token], vocabulary: Vocabulary) -> bool:
    """Whether the words can be a man's name: his first name, or a known surname alone."""
    parts = [word.text for word in words]
    return parts[0].lower() in vocabulary.first_names or key(parts[-1]) in vocabulary.people_by_surname


def _in_a_state(doc: list[Token], place: int) -> bool:
    """Anderson, S.C.; Princeton, W.Va."""
    if place + 1 >= len(doc) or doc[place].text != ",":
        return False
    return "".join(token.text for token in doc[place + 1 : place + 3]).startswith(lexicon().states)
