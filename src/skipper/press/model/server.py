"""One server and its model: requests within a budget, retries, a bound on each answer, and the answers kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock
from time import monotonic
from typing import Any

from diskcache import Cache, JSONDisk
from openai import APIConnectionError, APIStatusError, APITimeoutError, DefaultHttpxClient, OpenAI, OpenAIError, Timeout

from skipper.press.model.schema import AnswerError, answer_schema
from skipper.press.model.settings import ModelSettings

LONGEST = 200_000  # characters of an answer: five times that of a part with a claim in every sentence
FAILURES = 5  # requests in a row that failed: no further one is sent
_WEEK = 7 * 24 * 3600  # seconds that a run's count of requests is kept
Message = dict[str, str]


class NotAskedError(Exception):
    """A part of a report was not read; the message says why."""


class ModelServer:
    """Ask one server, `at_once` requests at a time at most."""

    def __init__(self, settings: ModelSettings) -> None:
        self.settings = settings
        self.pool = ThreadPoolExecutor(settings.at_once, thread_name_prefix="press-model")
        self._answers = Cache(str(settings.cache / "answers"), disk=JSONDisk)
        self._requests = Cache(str(settings.cache / "requests"))
        self._failed, self._lock = 0, Lock()
        # Redirects are not followed: the text goes to the address that was named and to no other.
        self._client = OpenAI(
            base_url=settings.url,
            api_key=settings.key or "none",
            organization="",
            project="",
            max_retries=settings.retries,
            http_client=DefaultHttpxClient(timeout=Timeout(settings.first_word, connect=10.0), follow_redirects=False),
        )

    def claims(self, messages: Sequence[Message]) -> list[Any]:
        """Return what an answer states as claims, unchecked, from the cache or the server. Raises NotAskedError."""
        key = _key(messages, self.settings)
        kept = self._answers.get(key)
        if isinstance(kept, list):
            return kept
        self._spend()
        try:
            claims = _stated(self._answer(messages))
        except (OpenAIError, ValueError, TypeError, AttributeError) as error:
            # The client passes on what it cannot parse, and builds its objects of a stream without checking them.
            with self._lock:
                self._failed += 1
            raise NotAskedError(_reason(error)) from error
        self._failed = 0
        self._answers.set(key, claims)
        return claims

    def _spend(self) -> None:
        """Count a request. The count is on disk, for the workers of a run to share."""
        if self._failed >= FAILURES:
            raise NotAskedError(f"{FAILURES} requests in a row had failed")
        budget = self.settings.budget
        if budget is None:
            return
        self._requests.add(self.settings.run, 0, expire=_WEEK)
        if self._requests.incr(self.settings.run) > budget:
            raise NotAskedError(f"the budget of {budget:,} requests is used up")

    def _answer(self, messages: Sequence[Message]) -> str:
        """Return the words of an answer. It is streamed, so that one without end can be left."""
        words: list[str] = []
        length, finish, until = 0, None, monotonic() + self.settings.whole_answer
        asked: Any = {"messages": messages, "response_format": _form(self.settings.form)}
        with self._client.chat.completions.create(
            model=self.settings.model, stream=True, extra_body=dict(self.settings.options), **asked
        ) as stream:
            for chunk in stream:
                for choice in chunk.choices[:1]:
                    piece = choice.delta.content or ""
                    finish = choice.finish_reason or finish
                    words.append(piece)
                    length += len(piece)
                if length > LONGEST:
                    raise AnswerError(f"the answer was longer than {LONGEST:,} characters")
                if monotonic() > until:
                    raise AnswerError(f"the answer took longer than {self.settings.whole_answer:g} seconds")
        if finish != "stop":
            raise AnswerError("the answer was cut off")
        return "".join(words)


@cache
def server_of(settings: ModelSettings) -> ModelServer:
    """Return the process's one server of a run: in Spark, one client a worker."""
    return ModelServer(settings)


def _key(messages: Sequence[Message], settings: ModelSettings) -> str:
    asked = [messages, answer_schema(), settings.url, settings.model, settings.options]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _form(form: str) -> dict[str, Any]:
    if form == "json_object":
        return {"type": form, "schema": answer_schema()}
    return {"type": form, form: {"name": "claims", "strict": True, "schema": answer_schema()}}


def _stated(answer: str) -> list[Any]:
    try:
        given = json.loads(answer)
    except (ValueError, RecursionError) as error:
        raise AnswerError("the answer was no JSON") from error
    if not isinstance(given, dict) or not isinstance(given.get("claims"), list):
        raise AnswerError("the answer was no list of claims")
    return list(given["claims"])


def _reason(error: Exception) -> str:
    """Say what went wrong without the server's own words, which may be of any kind."""
    match error:
        case APITimeoutError():
            return "the server did not answer in time"
        case APIStatusError():
            return f"the server answered {error.status_code}"
        case APIConnectionError():
            return "the connection to the server failed"
        case AnswerError():
            return str(error)
    return "the server's answer was not of the protocol"
