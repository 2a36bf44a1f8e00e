"""Times that count from another told before: a year later, the very next summer, that June."""

from __future__ import annotations

from skipper.press.extract.numbers import NUMBER_WORDS

_OF_THE_STORY = (
    "that",
    "the same",
    "later that",
    "the following",
    "the next",
    "the very next",
    "at the end of the",
    "at season",
    "after season",
)
_TENS = {word: 10 * n for n, word in enumerate(["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 3)}
_TENS["twenty-five"] = 25
_COUNTED_ON = (" later", " earlier", " after that", " before that")
_SEASON_WORDS = ("season", "year", "summer", "spring", "fall", "autumn")


def is_of_the_story(words: str) -> bool:
    """Whether the words count from what was told before, and not from the piece's date: that June, a year later."""
    return words.startswith(_OF_THE_STORY) or words.endswith((*_COUNTED_ON, "'s end", "after the season"))


def counts_on(words: str) -> bool:
    """Whether the words count seasons from a year before them: a year later, the next summer; not the next day."""
    next_one = words.startswith(("the next", "the very next", "the following")) and words.endswith(_SEASON_WORDS)
    return next_one or words.endswith(_COUNTED_ON)


def years_on(words: str) -> int:
    """How many years after the year told before the words mean."""
    if words.endswith(_COUNTED_ON):
        count = number_of(words.split()[0])
        return count if words.endswith(("later", "after that")) else -count
    return 1 if words.startswith(("the following", "the next", "the very next")) else 0


def number_of(word: str) -> int:
    """The number that a word or figures name; 1 of any other word."""
    return int(word) if word.isdigit() else {**NUMBER_WORDS, **_TENS}.get(word.lower(), 1)
