"""Fetch settings. Each environment variable is read once, in this module."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from skipper.settings import SettingError
from skipper.sources.source import sources

URL_VARIABLES = {  # by site, the environment variable and what holds without it
    source.fetched.site.name: (source.fetched.site.variable, source.fetched.site.base)
    for source in sources().values()
    if source.fetched is not None
}
INTERVAL_VARIABLE = "SKIPPER_FETCH_INTERVAL"
HOSTS_VARIABLE = "SKIPPER_FETCH_HOSTS"


# API responses are small: a response that is not complete within minutes will never complete.
RESPONSES: dict[str, Any] = {"deadline": 180.0, "max_bytes": 64 * 1024**2}


@dataclass(frozen=True)
class FetchSettings:
    """The settings of a fetch.

    `base_urls` maps each site to the base URL of its files, without a trailing slash; Lahman's is empty unless one is
    set, because its tables come from the package index (`lahman_package`). Times are in seconds, sizes in
    bytes. `redirect_hosts` are hosts (`name` or `name:port`), other than the original host, to which a redirect may
    lead. `deadline` applies to a whole response, and `file_deadline` to a file, with all attempts and the waits between
    them; a response that delivers fewer than `min_rate` bytes per second is abandoned after `rate_grace`.
    """

    base_urls: Mapping[str, str] = field(
        default_factory=lambda: {source: default for source, (_name, default) in URL_VARIABLES.items()}
    )
    min_interval: float = 1.0
    redirect_hosts: frozenset[str] = frozenset()
    attempts: int = 5
    max_backoff: float = 30.0
    max_retry_after: float = 120.0
    connect_timeout: float = 10.0
    read_timeout: float = 60.0
    deadline: float = 1800.0
    file_deadline: float = 3600.0
    min_rate: float = 200.0
    rate_grace: float = 30.0
    max_bytes: int = 512 * 1024**2

    @classmethod
    def from_environment(cls) -> FetchSettings:
        """Return the settings from the environment. Raises SettingError for an unusable value."""
        urls = {source: _url(name, default) for source, (name, default) in URL_VARIABLES.items()}
        hosts = os.environ.get(HOSTS_VARIABLE, "").lower().split(",")
        return cls(
            base_urls=urls,
            min_interval=_seconds(INTERVAL_VARIABLE, cls.min_interval),
            redirect_hosts=frozenset(host.strip() for host in hosts if host.strip()),
        )


def _url(name: str, default: str) -> str:
    value = os.environ.get(name) or default
    if not value:
        return ""
    try:
        url = httpx.URL(value)
    except httpx.InvalidURL as error:
        raise SettingError(f"${name} is {value!r}, which is not a web address: {error}") from error
    if url.scheme not in {"http", "https"} or not url.host or url.userinfo or url.query or url.fragment:
        raise SettingError(f"${name} is {value!r}, which is not a plain http:// or https:// address")
    return value.rstrip("/")


def _seconds(name: str, default: float) -> float:
    value = os.environ.get(name)
    if not value:
        return default
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 3600:
        raise SettingError(f"${name} is {value!r}, which is not a number of seconds from 0 to 3600")
    return seconds
