"""The levels of the Stats API's sports and leagues, by season.

A season's `teams` response gives each club's sport and league in that season, so a league that changed levels has its
level for that season: the California League is sport 13 (A+) in 2019 and sport 14 (A) in 2022. Sources: the API's
`teams` for 2022 and standings for 2019; the levels of Minor League Splits, which calls the Appalachian and Pioneer
leagues RK.
"""

from __future__ import annotations

MAJORS = "1"  # the sport whose clubs are the organizations
_SPORTS = {
    MAJORS: "MLB",
    "11": "AAA",
    "12": "AA",
    "13": "A+",
    "14": "A",
    "15": "A-",  # short season, retired after 2020
    "16": "Rk",
    "5442": "Rk+",  # rookie advanced, retired after 2020
    "17": "Win",
    "22": "Col",
    "23": "Ind",
}
# The Mexican League, AAA by classification until 2020; Appalachian and Pioneer leagues, if listed with other rookie
# leagues (since 2021 they are sports 22 and 23).
_LEAGUES = {("125", "11"): "Mex", ("125", "23"): "Mex", ("120", "16"): "Rk+", ("128", "16"): "Rk+"}
# The winter leagues' season goes on after New Year, to the Caribbean Series in February.
MONTHS_AFTER_NEW_YEAR = {"17": (1, 2)}
# The sports that list a level's leagues, depending on the season. College leagues have no professional clubs.
FETCHED: dict[str, tuple[str, ...]] = {
    **{level: (sport,) for sport, level in _SPORTS.items() if level != "Col"},
    "Rk+": ("5442", "16"),
    "Mex": ("11", "23"),
}


def level_of(sport_id: str | None, league_id: str | None) -> str | None:
    """Return the level of a league in a season's response; null for a sport that is not a level of baseball."""
    if sport_id is None:
        return None
    return _LEAGUES.get((league_id or "", sport_id), _SPORTS.get(sport_id))
