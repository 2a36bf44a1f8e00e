"""The major-league clubs by which sources identify organizations.

Each source has its own codes, and names that do not change with the seasons: Minor League Splits calls the Oakland
Athletics the A's, and does not list the Devil Rays.
"""

from __future__ import annotations

# The club's id in the Stats API (and in milb-history, which takes its ids from there), its code in Minor League
# Splits, and the Retrosheet codes that the club has had since the divisions of 1969.
_MAJOR_CLUBS = """
108 Laa CAL ANA
109 Ari ARI
110 Bal BAL
111 Bos BOS
112 Chc CHN
113 Cin CIN
114 Cle CLE
115 Col COL
116 Det DET
117 Hou HOU
118 Kan KCA
119 Lad LAN
120 Was MON WAS
121 Nym NYN
133 Oak OAK ATH
134 Pit PIT
135 Sdp SDN
136 Sea SEA
137 Sfg SFN
138 St. SLN
139 Tam TBA
140 Tex WS2 TEX
141 Tor TOR
142 Min MIN
143 Phi PHI
144 Atl ATL
145 Chw CHA
146 Flo FLO MIA
147 Nyy NYA
158 Mil SE1 MIL
"""


def major_clubs() -> str:
    """Return SQL for DuckDB: a SELECT that returns source, organization (its code in that source), parent (one per
    club) and club.

    `club` is a Retrosheet code, with one row for each code that the club has had.
    """
    rows = []
    for line in _MAJOR_CLUBS.strip().splitlines():
        parent, splits, *clubs = line.split()
        for source, code in (("statsapi", parent), ("milb_history", parent), ("minor_league_splits", splits)):
            rows += [f"('{source}', '{code}', '{parent}', '{club}')" for club in clubs]
    return f"SELECT * FROM (VALUES {', '.join(rows)}) AS m (source, organization, parent, club)"
