"""The fictional leagues and clubs. Their three-letter codes do not occur in real sources."""

from dataclasses import dataclass

SEASONS = (2041, 2042, 2043)
"""Future years, so that simulated seasons cannot be mistaken for real ones."""


@dataclass(frozen=True)
class League:
    """A league. `designated_hitter` is true if the designated-hitter rule applies. `crowd` is the mean attendance."""

    code: str
    name: str
    level: str
    designated_hitter: bool
    crowd: int


@dataclass(frozen=True)
class Club:
    """A club. Clubs with the same `organization` are affiliates, and players are promoted from one to the other."""

    code: str
    city: str
    nickname: str
    league: League
    organization: str
    park: str
    lahman_code: str

    @property
    def name(self) -> str:
        """Return the full name of the club."""
        return f"{self.city} {self.nickname}"

    @property
    def park_id(self) -> str:
        """Return the park id in Retrosheet's form."""
        return f"{self.code}01"


LANTERN_COAST = League("LCL", "Lantern Coast League", "AAA", designated_hitter=True, crowd=7400)
HIGH_SADDLE = League("HSL", "High Saddle League", "AA", designated_hitter=False, crowd=4100)
LEAGUES = (LANTERN_COAST, HIGH_SADDLE)
MOSSBACK = League("MBL", "Mossback League", "A", designated_hitter=True, crowd=2300)
THIMBLE = League("THL", "Thimble League", "Rk", designated_hitter=True, crowd=600)
LOWER_LEAGUES = (MOSSBACK, THIMBLE)

CLUBS = (
    Club("HBR", "Harrow Bay", "Ferrymen", LANTERN_COAST, "Ironmoor", "Slipway Grounds", "HBR"),
    Club("TLN", "Tallowmere", "Lamplighters", LANTERN_COAST, "Port Ember", "Wick Street Park", "TLN"),
    Club("QUO", "Quoin Harbor", "Riggers", LANTERN_COAST, "Saltmarch", "Capstan Field", "QUO"),
    # As for some real clubs, Lahman's code differs from Retrosheet's.
    Club("SVR", "Silver Reach", "Pilots", LANTERN_COAST, "Great Orme", "Estuary Park", "SLR"),
    Club("OXB", "Oxbow Landing", "Herons", LANTERN_COAST, "Candlewood", "Levee Stadium", "OXB"),
    Club("DRW", "Drumwick", "Coopers", LANTERN_COAST, "Mount Vesper", "Stave Yard", "DRW"),
    Club("VLM", "Vellum Creek", "Printers", HIGH_SADDLE, "Ironmoor", "Folio Field", "VLM"),
    Club("PKS", "Pike Saddle", "Muleteers", HIGH_SADDLE, "Port Ember", "Packtrain Park", "PKS"),
    Club("WNT", "Winterfold", "Sledgers", HIGH_SADDLE, "Saltmarch", "Thaw Meadow", "WNT"),
    Club("CND", "Cinderbluff", "Kilnmen", HIGH_SADDLE, "Great Orme", "Clinker Field", "CND"),
    Club("ASK", "Ashlock", "Bellringers", HIGH_SADDLE, "Candlewood", "Steeple Grounds", "ASK"),
    Club("MRG", "Marrow Gap", "Surveyors", HIGH_SADDLE, "Mount Vesper", "Benchmark Park", "MRG"),
)

LOWER_CLUBS = (
    # As in Minor League Splits, a code is a place and a league.
    Club("FenMBL", "Fennock Wharf", "Eelers", MOSSBACK, "Ironmoor", "Sluice Park", ""),
    Club("GosMBL", "Gosling Heath", "Drovers", MOSSBACK, "Port Ember", "Drove Field", ""),
    Club("HayMBL", "Hayrick Junction", "Switchmen", MOSSBACK, "Saltmarch", "Signal Grounds", ""),
    Club("LarMBL", "Larkspur Falls", "Millers", MOSSBACK, "Great Orme", "Millrace Park", ""),
    Club("BriTHL", "Brindle Cross", "Tanners", THIMBLE, "Ironmoor", "Tanyard Complex", ""),
    Club("CobTHL", "Cobbleton", "Wheelwrights", THIMBLE, "Port Ember", "Axle Complex", ""),
    Club("DovTHL", "Dovecote Lane", "Fletchers", THIMBLE, "Saltmarch", "Quiver Complex", ""),
    Club("EmbTHL", "Emberley", "Potters", THIMBLE, "Great Orme", "Kickwheel Complex", ""),
)
ORGANIZATIONS = {
    "Ironmoor": "Anvils",
    "Port Ember": "Stokers",
    "Saltmarch": "Gulls",
    "Great Orme": "Copperheads",
    "Candlewood": "Chandlers",
    "Mount Vesper": "Vergers",
}
"""Parent clubs, without simulated games: place and nickname."""


def clubs_of(league: League) -> tuple[Club, ...]:
    """Return the clubs of one league, in the order of `CLUBS` and `LOWER_CLUBS`."""
    return tuple(club for club in CLUBS + LOWER_CLUBS if club.league == league)


def affiliate_below(club: Club) -> Club | None:
    """Return the organization's club one level down, or None for a club in the lower league."""
    if club.league == HIGH_SADDLE:
        return None
    return next(c for c in CLUBS if c.organization == club.organization and c.league == HIGH_SADDLE)
