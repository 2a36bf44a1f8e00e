"""MLB Stats API: requests, the raw store of responses, and the responses as Arrow tables."""

SOURCE = "statsapi"
NOTICE = "MLB Stats API: © MLB Advanced Media, L.P.; for individual, non-commercial use."
