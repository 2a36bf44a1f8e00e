"""Replies kept in memory by build and address, with the number of times that each was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from threading import Lock
from typing import Any

from cachetools import LRUCache

from skipper.service.reply import Reply


@dataclass(frozen=True)
class Asked:
    """What a reply answers: its address, which includes the query, and the path and the parameters read from it."""

    address: str
    path: str
    given: Mapping[str, Any]


@dataclass
class _Kept:
    """A reply, and how often it was asked for."""

    asked: Asked
    reply: Reply
    times: int


@dataclass(frozen=True)
class KeptReplies:
    """Replies of at most `size` bytes together; the least recently asked for makes room. Several threads may use it.

    A build's replies stay until others need the space, so requests still answered from an older build take nothing from
    a newer one.
    """

    size: int
    _replies: LRUCache[tuple[str, str], _Kept] = field(init=False)
    _lock: Lock = field(init=False, default_factory=Lock)

    def __post_init__(self) -> None:
        """Count the bytes of replies and of their addresses."""
        replies: LRUCache[tuple[str, str], _Kept] = LRUCache(self.size, getsizeof=_bytes)
        object.__setattr__(self, "_replies", replies)

    def find(self, build: str, address: str) -> Reply | None:
        """Return the reply of a build at an address and count the request; None if it is not kept."""
        with self._lock:
            found = self._replies.get((build, address))
            if found is None:
                return None
            found.times += 1
            return found.reply

    def keep(self, build: str, asked: Asked, reply: Reply, times: int = 1) -> None:
        """Keep a build's reply, which was asked for `times` times, unless it needs more than an eighth of the space."""
        kept = _Kept(asked, reply, times)
        if _bytes(kept) < self.size / 8:
            with self._lock:
                self._replies[build, asked.address] = kept

    def most_asked(self, build: str, most: int) -> list[tuple[Asked, int]]:
        """Return what a build's kept replies answer and how often they were asked for, the most often first, without
        those never asked for."""
        with self._lock:
            own = [kept for (of, _address), kept in self._replies.items() if of == build and kept.times]
        return [(kept.asked, kept.times) for kept in nlargest(most, own, key=lambda kept: kept.times)]


def _bytes(kept: _Kept) -> int:
    return kept.reply.size + len(kept.asked.address)
