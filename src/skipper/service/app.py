"""The web service: serve a lake's pages and JSON on demand from its last complete build, compressed and cached."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import logging
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from threading import Event
from time import monotonic
from typing import Any
from urllib.parse import quote, urlencode
from weakref import WeakSet, WeakValueDictionary

import duckdb
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from skipper.answers.answer import Answer
from skipper.answers.document import document
from skipper.answers.errors import AnswerError
from skipper.lake.location import without_credentials
from skipper.lake.reader import LakeReader
from skipper.render.flat import NOTICES, write_csv
from skipper.render.html.answer_page import answer_page
from skipper.render.html.error_page import error_page
from skipper.service.kept import Asked, KeptReplies
from skipper.service.live_lake import Build, LiveLake
from skipper.service.log import RequestLog
from skipper.service.openapi import openapi, routes_answer
from skipper.service.pages import page_address, page_file, question_page
from skipper.service.question import BadRequestError, Question
from skipper.service.reply import (
    CSV,
    HTML,
    JSON,
    LEAST_PACKED,
    MEDIA,
    TEXT,
    UNREADABLE,
    InParts,
    Reply,
    as_json,
    error_document,
    status_of,
)
from skipper.service.sql_process import SqlLimits, read_sql

LONGEST_ADDRESS = 16_384  # characters of path and query
LONGEST_BODY = 1 << 19  # bytes of a request's body
CACHED = 128 << 20  # bytes of replies kept
UNSENT = 256 << 20  # bytes of replies being sent, above which nothing new is computed
# Bounds on the replies that are made from a new build before it is used: their number, seconds, and share of CACHED.
WARMED, WARM_SECONDS, WARM_SHARE = 200, 30.0, 0.5
PATIENCE = 1.0  # seconds that a request waits for a look at the lake
SQL = "/api/sql"
WAITING, SQL_WAITING = 64, 8  # maximum number of different questions, or statements, being answered or waiting
_POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:"
_HEADERS = {
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": f"{_POLICY}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}
_log = logging.getLogger("skipper.service")


@dataclass(frozen=True)
class Limits:
    """The time limit for a question in seconds, and the limits for untrusted queries."""

    seconds: float = 30
    sql: SqlLimits = field(default_factory=SqlLimits)


class AbsentError(AnswerError):
    """Raised if there is no page at an address."""


class TooLongError(BadRequestError):
    """Raised for a request body longer than LONGEST_BODY."""


@dataclass
class _Line:
    """Threads that answer, the most requests that they answer or hold waiting, and these requests."""

    threads: ThreadPoolExecutor
    longest: int
    under_way: dict[tuple[str, str], asyncio.Task[Reply]] = field(default_factory=dict)


class Service:
    """Answer requests about a lake. `questions` maps a question's name, which is its address, to the question. `url` is
    the service's address on the web, without which it has no sitemap.

    Identical simultaneous requests share one answer, and its only copy until all clients have read it. Replies are
    cached until space is needed. Before a new build is used, the replies most asked for are made from it, because
    otherwise all of them would be asked for at once; until then the last build answers.
    """

    def __init__(
        self,
        live: LiveLake,
        questions: Mapping[str, Question],
        limits: Limits,
        readers: int = 2,
        url: str | None = None,
    ) -> None:
        self.live = live
        self.url = url
        self.questions = questions
        self.limits = limits
        self._questions = _Line(ThreadPoolExecutor(readers, "question"), WAITING)
        self._statements = _Line(ThreadPoolExecutor(readers, "sql"), SQL_WAITING)  # a slow statement delays no question
        self._looks = ThreadPoolExecutor(1, "look")
        self._kept = KeptReplies(CACHED)
        self._made_last: WeakValueDictionary[tuple[str, str], Reply] = WeakValueDictionary()
        self._sent: WeakSet[InParts] = WeakSet()  # responses that their clients have not read whole
        self._stopped = Event()
        live.warm = self._warm

    def stop(self) -> None:
        """Make no more replies ahead of their requests, so that the process can end."""
        self._stopped.set()

    async def respond(self, request: Request) -> Response:
        """Return the response to a request for a page or an answer."""
        build = await self._build()
        request.state.build = build.manifest.build
        # Not from `request.url`, which Starlette parses from the Host header and the decoded path.
        path, query = request.scope["path"], request.scope["query_string"].decode("latin-1")
        address = f"{quote(path)}?{query}"
        tag, packs = _tag(build, address), _takes_gzip(request.headers.get("accept-encoding", ""))
        if request.method == "POST":
            return self._response(await self._posted(build, address, request), None, packs)
        if tag in request.headers.get("if-none-match", ""):
            return Response(None, 304, {**_HEADERS, "ETag": tag})
        return self._response(await self._reply(build, Asked(address, path, _given(request))), tag, packs)

    def _response(self, reply: Reply, tag: str | None, packs: bool) -> InParts:
        response = _response(reply, tag, packs)
        self._sent.add(response)
        return response

    def _unsent(self) -> int:
        """Return the bytes of the replies that are being sent, each counted once."""
        return sum({id(one.reply): one.reply.size for one in self._sent}.values())

    async def _build(self) -> Build:
        """Return the build to answer from. A look at the lake does not stop the event loop; if it finds a new build,
        whose preparation may take long, the request that caused it does not wait for it either.
        """
        current = self.live.current
        if current is not None:
            return current
        look = asyncio.get_running_loop().run_in_executor(self._looks, self.live.build)
        done, _waiting = await asyncio.wait({look}, timeout=PATIENCE)
        return look.result() if done else self.live.last

    async def _posted(self, build: Build, address: str, request: Request) -> Reply:
        """Return the reply to a question whose request body is the document, or a JSON object of parameters."""
        path = request.scope["path"]
        question = self.questions.get(path.removeprefix("/api/").removesuffix(".csv"))
        if question is None or question.document is None or not path.startswith("/api/"):
            return as_json(
                405, {"error": "BadRequestError", "message": "only questions about a document accept a body"}
            )
        try:
            async with asyncio.timeout(self.limits.seconds):
                body = await _body(request)
            given = {**_given(request), **_stated(body, request.headers.get("content-type", ""), question.document)}
        except (TimeoutError, ClientDisconnect):
            return as_json(408, {"error": "BadRequestError", "message": "the body did not arrive in time"})
        except BadRequestError as error:
            return as_json(413 if isinstance(error, TooLongError) else 400, error_document(error))
        digest = hashlib.blake2b(f"{given!r}".encode(), digest_size=16).hexdigest()
        return await self._reply(build, Asked(f"{address} {digest}", path, given))

    async def _reply(self, build: Build, asked: Asked) -> Reply:
        """Return the reply from the cache, from an identical request being answered or sent, or from a new computation;
        a refusal while too much waits to be read."""
        kept = self._kept.find(build.tag, asked.address) or self._made_last.get((build.tag, asked.address))
        if kept is not None:
            return kept
        if len(asked.address) > LONGEST_ADDRESS:
            return as_json(414, {"error": "BadRequestError", "message": "the address is too long"})
        line = self._statements if asked.path == SQL else self._questions
        key = (build.tag, asked.address)
        if key not in line.under_way:
            if len(line.under_way) >= line.longest or self._unsent() > UNSENT:
                return as_json(503, {"error": "BusyError", "message": "too many questions at once; ask again later"})
            line.under_way[key] = asyncio.create_task(self._make(line, build, asked))
        return await asyncio.shield(line.under_way[key])

    async def _make(self, line: _Line, build: Build, asked: Asked) -> Reply:
        try:
            seconds = self.limits.seconds
            reply = await asyncio.get_running_loop().run_in_executor(line.threads, self._made, build, asked, seconds)
            if reply.status == 200:
                self._kept.keep(build.tag, asked, reply)
                self._made_last[build.tag, asked.address] = reply
            return reply
        finally:
            del line.under_way[build.tag, asked.address]

    def _warm(self, build: Build, last: Build) -> None:
        """Make from a new build the replies that were asked for most often in the last one. Runs in its own thread.

        Statements are left out, because each has a process of its own. A reply counts half of its earlier requests, so
        that it is made again if the next build follows soon.
        """
        ends, space = monotonic() + WARM_SECONDS, CACHED * WARM_SHARE
        for asked, times in self._kept.most_asked(last.tag, WARMED):
            seconds = ends - monotonic()
            if self._stopped.is_set() or seconds <= 0 or space <= 0:
                break
            if asked.path == SQL:
                continue
            reply = self._made(build, asked, min(seconds, self.limits.seconds))
            if reply.status == 200:
                self._kept.keep(build.tag, asked, reply, times // 2)
                space -= reply.size

    def _made(self, build: Build, asked: Asked, seconds: float) -> Reply:
        """Return the reply, whose queries have a time limit in seconds. Runs in its own thread."""
        path, given = asked.path, dict(asked.given)
        try:
            if path == SQL:
                return self._sql(build, given)
            with self.live.reader(build, seconds) as lake:
                return self._answered(lake, path, given)
        except Exception as error:
            status = status_of(error) if not isinstance(error, AbsentError) else 404
            if isinstance(error, UNREADABLE):
                reason = without_credentials(str(error)).partition("\n")[0]
                _log.error("unreadable", extra={"path": path, "reason": reason})
            elif status == 500 or not isinstance(error, AnswerError | duckdb.InterruptException):
                _log.exception("failure", extra={"path": path})
            stated = error_document(error)
            stated["message"] = self.live.hidden(stated["message"])
            if path.startswith("/api/"):
                return as_json(status, stated)
            return Reply(status, HTML, error_page(status, stated["message"], build.manifest).encode())

    def _answered(self, lake: LakeReader, path: str, given: dict[str, Any]) -> Reply:
        if given and path in ("/openapi.json", "/api/"):  # else each query would be another reply to keep
            raise BadRequestError("this address takes no parameters")
        if path == "/openapi.json":
            return as_json(200, openapi(self.questions.values()))
        if path == "/api/":
            described = answer_page(routes_answer(self.questions.values()), lake.manifest)
            return Reply(200, HTML, described.encode())
        if path.startswith("/api/"):
            name, _, format_ = path.removeprefix("/api/").partition(".")
            if format_ not in ("", "csv"):
                raise AbsentError(f"there is no {path}")
            return _data(lake, self._question(name).ask(lake, given), format_)
        name = path.removeprefix("/")
        if name in self.questions:
            answer = self._question(name).ask(lake, given)
            return Reply(200, HTML, question_page(lake, name, answer, urlencode(given, doseq=True)).encode())
        text = page_file(lake, path, self.url)
        if text is None and (address := page_address(lake, path)):
            return Reply(308, TEXT, b"", quote(address))  # without the query: no page takes parameters
        if text is None:
            raise AbsentError("There is no such page.")
        if given:
            raise BadRequestError("this page takes no parameters")
        return Reply(200, MEDIA.get(path.rpartition(".")[2], HTML), text.encode())

    def _question(self, name: str) -> Question:
        if name not in self.questions:
            raise AbsentError(f"There is no such page; the questions are {', '.join(self.questions)}.")
        return self.questions[name]

    def _sql(self, build: Build, given: dict[str, Any]) -> Reply:
        query = given.get("query")
        if set(given) != {"query"} or not isinstance(query, str):
            raise BadRequestError("query: give one query and nothing else")
        # DuckDB's own tables state the files' addresses, as its error messages do.
        answered = read_sql(self.live.lake, build.manifest, query, self.limits.sql)
        return Reply(200, JSON, self.live.hidden(answered).encode())

    async def health(self, request: Request) -> Response:
        """Return the build being served; status 503 if the lake's current manifest cannot be read, in which case an
        earlier build is served.
        """
        build = await self._build()
        request.state.build = build.manifest.build
        status = 503 if self.live.trouble else 200
        trouble = self.live.trouble and self.live.hidden(self.live.trouble)
        reply = as_json(status, {"build": build.manifest.build, "trouble": trouble})
        return Response(reply.body, reply.status, media_type=JSON, headers={"Cache-Control": "no-store"})


def application(service: Service, hosts: Sequence[str], origins: Sequence[str] = ()) -> Starlette:
    """Return the ASGI application. `hosts` has the accepted Host headers (`*` for any), and `origins` the allowed CORS
    origins.
    """
    middleware = [
        Middleware(RequestLog, longest=LONGEST_ADDRESS),  # first, so that it logs what the others refuse
        Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        Middleware(
            CORSMiddleware,
            allow_origins=list(origins),
            allow_methods=["GET", "POST"],
            expose_headers=["ETag", "Link"],
        ),
    ]
    routes = [Route("/health", service.health), Route("/{path:path}", service.respond, methods=["GET", "POST"])]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        service.stop()

    return Starlette(routes=routes, middleware=middleware, lifespan=lifespan)


def _data(lake: LakeReader, answer: Answer, format_: str) -> Reply:
    if not format_:
        return as_json(200, document(answer, lake.manifest))
    text = io.StringIO()
    write_csv(answer, text)
    return Reply(200, CSV, text.getvalue().encode())


def _given(request: Request) -> dict[str, Any]:
    """Return the parameters: a value, or a list of values if a name is repeated."""
    values = {name: request.query_params.getlist(name) for name in request.query_params}
    return {name: given if len(given) > 1 else given[0] for name, given in values.items()}


async def _body(request: Request) -> bytes:
    """Return the request's body. Raises TooLongError before more than the longest is read."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_BODY:
            raise TooLongError(f"the body is longer than {LONGEST_BODY:,} bytes")
    return body


def _stated(body: bytes, media: str, document: str) -> dict[str, Any]:
    """Return the parameters in a body: an object as JSON, or else the document's text. Raises BadRequestError."""
    try:
        text = body.decode()
        given = json.loads(text) if media.partition(";")[0].strip().lower() == JSON else {document: text}
    except (ValueError, RecursionError) as error:
        raise BadRequestError("the body is neither UTF-8 text nor the JSON that its media type states") from error
    if not isinstance(given, dict):
        raise BadRequestError("the body is not an object of parameters")
    return given


def _takes_gzip(accepted: str) -> bool:
    """Return whether an Accept-Encoding header names gzip, and not with weight 0."""
    weights = {name.strip(): weight.strip() for name, _, weight in (one.partition(";") for one in accepted.split(","))}
    return "gzip" in weights and re.fullmatch(r"q=0(\.0*)?", weights["gzip"]) is None


def _tag(build: Build, address: str) -> str:
    """Return the ETag, which is unique to the build and the address."""
    return f'W/"{build.tag}-{hashlib.blake2b(address.encode(), digest_size=6).hexdigest()}"'


def _response(reply: Reply, tag: str | None, packs: bool) -> InParts:
    headers = dict(_HEADERS)
    if reply.status == 200 and tag is not None:
        headers["ETag"] = tag
    if reply.media == CSV:
        headers["Link"] = f'</{NOTICES}>; rel="license"'
    if reply.location:
        headers["Location"] = reply.location
    if reply.status == 405:
        headers["Allow"] = "GET"
    if reply.status == 503:
        headers["Retry-After"] = "2"
    if packs and len(reply.body) >= LEAST_PACKED:
        return InParts(reply, reply.packed, {**headers, "Content-Encoding": "gzip"})
    return InParts(reply, reply.body, headers)
