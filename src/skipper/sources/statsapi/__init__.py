"""MLB Stats API: which responses to ask for, the raw store that holds them, and its responses as Arrow tables."""

SOURCE = "statsapi"
NOTICE = "MLB Stats API: © MLB Advanced Media, L.P.; for individual, non-commercial use."
