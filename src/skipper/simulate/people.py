"""The fictional people, with names, hands, birth dates, and ids in the sources' formats.

Each full name occurs only once among a registrar's `names`, so `cast` can identify people by name.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta

import numpy as np

FIRST_NAMES = (
    "Abel Amadou Anselm Arlo Augustin Barnaby Bastian Beck Calloway Cedric Chidi Clement Corin Dario "
    "Desmond Eamon Edgardo Elias Emeka Enzo Ephraim Evander Fabian Farid Fermin Florian Gideon Giles "
    "Hakim Hideo Idris Ignacio Isandro Ives Jarrah Jericho Joachim Jun Kaito Kellan Kofi Lachlan "
    "Leandro Lev Linus Lorcan Luca Malachi Mateus Merrick Minh Nestor Niall Obadiah Octavio Omari Oskar "
    "Pascal Quillan Rainer Ramiro Renzo Ronan Sandor Seamus Sho Soren Tadeo Tavish Thaddeus Ulises "
    "Viggo Wendel Xavi Yusuf Zeke"
)
SURNAMES = (
    (
        "Ather Black Bram Cope Crow Dun Ether Fal Garth Hax Lin Mar Nether Pem Rother Sel Thistle Wex",
        "bourne by combe field gate ley mere ridge shaw stow thorpe wick",
    ),
    (
        "Alma Bara Cande Domi Esca Febra Gala Ibarro Lanza Monti Orta Quinta Rosa Serra Valde",
        "celo dero guez lante manza nero randa viejo zuela",
    ),
    ("Aki Haru Kuro Mina Nobu Oka Saku Tsuki Yama", "bara dera hoshi kata mizu nashi sawa toro"),
    ("Ade Bala Chuk Eke Ife Kwa Mbo Nkru Oba Tum", "bola dike gbo koye meka seri wande yinka"),
    ("Brand Engel Frost Halv Klein Lind Nord Stav Vester", "berg dal haug huis lund moor rud vik"),
)
"""Beginnings and endings of surnames, in five families that are not mixed."""
SURNAME_SHARES = (0.4, 0.25, 0.1, 0.1, 0.15)


@dataclass(frozen=True)
class Person:
    """A person. `register_key` is None for people missing from the register.

    `bats` is L, R or B (both) and `throws` L or R, as Lahman writes them. `in_lahman` is False for someone who neither
    played nor was appointed manager. `mlbam_id` is set only for people who never left the lower levels, because the
    sources for those levels use it.
    """

    first: str
    last: str
    bats: str
    throws: str
    born: date
    retro_id: str
    lahman_id: str
    register_key: str | None
    in_lahman: bool = True
    mlbam_id: str | None = None

    @property
    def name(self) -> str:
        """Return the full name, first name first."""
        return f"{self.first} {self.last}"


@dataclass(frozen=True, eq=False)
class Player:
    """A player. `positions` lists the positions the player can play, main position first (1 pitcher to 9 right field).

    `talent` is measured in standard deviations from the major-league average, for both batters and pitchers. `power`
    distinguishes batters of the same talent, also in standard deviations: those with more of it hit more home runs and
    fewer singles, and strike out more often.
    """

    person: Person
    positions: tuple[int, ...]
    talent: float
    power: float = 0.0

    @property
    def name(self) -> str:
        """Return the full name, first name first."""
        return self.person.name

    @property
    def pitches(self) -> bool:
        """Return whether the player is a pitcher."""
        return self.positions[0] == 1


@dataclass
class Registrar:
    """A registry that issues unique names, Register keys, and ids; `issued` counts the ids issued for each stem.

    `powers` draws the recruits' power; null if they have none.
    """

    rng: np.random.Generator
    people: list[Person] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    issued: Counter[str] = field(default_factory=Counter)
    powers: np.random.Generator | None = None

    def enrol(
        self,
        name: tuple[str, str],
        born: date,
        hands: tuple[str, str],
        *,
        played: bool = True,
        in_register: bool = True,
        in_lahman: bool = True,
    ) -> Person:
        """Register and return a person. `hands` are the batting and throwing hands. Whether the person `played` affects
        the ids."""
        first, last = name
        stem = _retrosheet_stem(first, last)
        retro_id = f"{stem}{self._next_number(stem, 1 if played else _FIRST_MANAGER):03d}"
        stem = _letters(last)[:5] + _letters(first)[:2]
        lahman_id = f"{stem}{self._next_number(stem, 1) if played else self._next_number(stem, 99, -1):02d}"
        key = self._register_key() if in_register else None
        person = Person(first, last, *hands, born, retro_id, lahman_id, key, in_lahman)
        self.names.add(person.name)
        self.people.append(person)
        return person

    def recruit(self, positions: tuple[int, ...], season: int, ages: tuple[int, int], average: float = 0.0) -> Player:
        """Return a new player with a random name and hands, and a random talent around the level's average.

        One in twelve is missing from the register.
        """
        talent = float(self.rng.normal(average))
        person = self.enrol(
            self._new_name(),
            self._birth_date(season, ages),
            self._hands(positions),
            in_register=bool(self.rng.random() > 1 / 12),
        )
        return Player(person, positions, talent, 0.0 if self.powers is None else float(self.powers.normal()))

    def _new_name(self) -> tuple[str, str]:
        while True:
            starts, ends = SURNAMES[self.rng.choice(len(SURNAMES), p=SURNAME_SHARES)]
            first, last = self._word(FIRST_NAMES), self._word(starts) + self._word(ends)
            is_full = self.issued[f"{_retrosheet_stem(first, last)} 1"] >= _FIRST_MANAGER - 1
            if f"{first} {last}" not in self.names and not is_full:
                return first, last

    def _word(self, words: str) -> str:
        choices = words.split()
        return choices[self.rng.integers(len(choices))]

    def _birth_date(self, season: int, ages: tuple[int, int]) -> date:
        age = int(self.rng.integers(ages[0], ages[1] + 1))
        return date(season - age, 1, 1) + timedelta(days=int(self.rng.integers(0, 365)))

    def _hands(self, positions: tuple[int, ...]) -> tuple[str, str]:
        """Return the batting and throwing hands. Catchers and infielders except first basemen throw right-handed."""
        bats = str(self.rng.choice(["R", "L", "B"], p=(0.55, 0.33, 0.12)))
        left_handed = bats == "L" and not {2, 4, 5, 6} & set(positions) and self.rng.random() < 0.6
        throws = "L" if left_handed else "R"
        return (throws, throws) if positions[0] == 1 else (bats, throws)

    def _next_number(self, stem: str, first: int, step: int = 1) -> int:
        """Return the next number for ids of the stem that count from `first`."""
        key = f"{stem} {first}"
        self.issued[key] += 1
        return first + step * (self.issued[key] - 1)

    def _register_key(self) -> str:
        """Return eight hexadecimal digits that start with 0, like all keys in the register's file `people-0`."""
        while (key := f"{int(self.rng.integers(16**7)):08x}") in self.keys:
            pass
        self.keys.add(key)
        return key


_FIRST_MANAGER = 801
"""The first number in the Retrosheet id of a manager who did not play."""


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalpha())


def _retrosheet_stem(first: str, last: str) -> str:
    """Return the letters of a Retrosheet id: four of the last name and the initial."""
    return _letters(last)[:4].ljust(4, "-") + _letters(first)[0]
