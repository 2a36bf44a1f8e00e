"""MLB Stats API: requests, the raw store of responses, and the responses as Arrow tables."""

from skipper.definitions import notices

SOURCE = "statsapi"
NOTICE = notices.STATSAPI
