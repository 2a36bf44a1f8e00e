"""A Model Context Protocol server: the questions are tools, and the tables' descriptions are resources."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import sys
from collections.abc import Mapping
from typing import Any

import anyio
import duckdb
from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    PARSE_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)

from skipper.answers.document import document, jsonable
from skipper.answers.errors import AnswerError
from skipper.answers.tables import table
from skipper.lake.reader import NoLakeError
from skipper.render.terminal import plain_text
from skipper.service.live_lake import LiveLake
from skipper.service.question import BadRequestError, Question
from skipper.service.reply import error_document
from skipper.service.sql_process import AT_ONCE, LONGEST, ROWS, SqlLimits, Stop, read_sql, remove_spilled
from skipper.version import __version__

TABLES = "skipper://tables/"
_INSTRUCTIONS = (
    "Skipper answers questions about baseball managers from game data. Quote each figure with its crediting rule, the "
    "seasons that it covers and the source's notice, which the answer states; `check` states the rule with each claim, "
    "and rows of `sql` have no rule but that in their columns. A dash or null means unknown, not "
    "zero. If a name is ambiguous, ask again with an id from the error. Starts against left-handers or right-handers: "
    "`player` or `usage`. Whether the games followed a plan's directives: `directives_check` with a plan's YAML. "
    "Whether the claims of a text are true: `check`. Read a table's resource before querying it with `sql`."
)
_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_SQL_SCHEMA = {
    "type": "object",
    "properties": {"query": {"type": "string", "maxLength": LONGEST, "description": "One SELECT in DuckDB's SQL."}},
    "required": ["query"],
    "additionalProperties": False,
}
_SQL_SAID = f"Run one read-only DuckDB statement on the lake's tables; at most {ROWS:,} rows are returned."

_HALVES = re.compile("[\ud800-\udfff]")

Context = ServerRequestContext[Any]


class Protocol:
    """The handlers of the protocol's requests. `questions` maps each tool's name to its question."""

    def __init__(self, live: LiveLake, questions: Mapping[str, Question], seconds: float = 30) -> None:
        self.live = live
        self.questions = questions
        self.seconds = seconds
        self.limits = SqlLimits()
        self._queries = CapacityLimiter(AT_ONCE)

    def server(self) -> Server[Any]:
        """Return the server, which can run on any of the protocol's transports."""
        return Server(
            "skipper",
            version=__version__,
            title="Skipper: baseball managers",
            instructions=_INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_read_resource=self.read_resource,
        )

    async def list_tools(self, context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        """Return a tool for each question, and `sql`."""
        tools = [
            Tool(
                name=question.name,
                title=question.summary,
                description=question.description,
                input_schema=question.input_schema(),
                annotations=_READS,
            )
            for question in self.questions.values()
        ]
        sql = Tool(name="sql", title=_SQL_SAID, description=_SQL_SAID, input_schema=_SQL_SCHEMA, annotations=_READS)
        return ListToolsResult(tools=[*tools, sql])

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        """Return the answer as terminal text and as the JSON object of `--format json`; of `sql`, both are this JSON.

        A question that cannot be answered as asked gives a result marked `is_error`, so that the model can rephrase
        it."""
        if params.name != "sql" and params.name not in self.questions:
            raise MCPError(INVALID_PARAMS, f"there is no tool {params.name!r}")
        try:
            if params.name == "sql":
                return await self._call_sql(params.arguments or {})
            return await run_sync(self._ask, self.questions[params.name], params.arguments or {})
        except (AnswerError, duckdb.Error, NoLakeError, OSError) as error:
            stated = jsonable(error_document(error))
            said = [TextContent(text=stated["message"])]
            return CallToolResult(content=list(said), structured_content=stated, is_error=True)

    async def list_resources(self, context: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """Return a resource for each table of the current build."""
        contracts = (await run_sync(self.live.build)).manifest.tables_promised().values()
        listed = [
            Resource(uri=f"{TABLES}{one.name}", name=one.name, description=one.grain, mime_type="text/plain")
            for one in contracts
        ]
        return ListResourcesResult(resources=listed)

    async def read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """Return a table's columns with their meanings, its key, sources and number of rows."""
        try:
            text = await run_sync(self._table, str(params.uri))
        except AnswerError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from error
        return ReadResourceResult(contents=[TextResourceContents(uri=params.uri, mime_type="text/plain", text=text)])

    def _ask(self, question: Question, given: Mapping[str, Any]) -> CallToolResult:
        build = self.live.build()
        with self.live.reader(build, self.seconds) as lake:
            answer = question.ask(lake, given)
        text = plain_text(answer, build.manifest)
        stated = jsonable(document(answer, build.manifest))
        return CallToolResult(content=[TextContent(text=text)], structured_content=stated)

    async def _call_sql(self, given: Mapping[str, Any]) -> CallToolResult:
        """Answer a query; the query of a call that is cancelled is ended."""
        stop = Stop()
        try:
            return await run_sync(self._sql, given, stop, limiter=self._queries, abandon_on_cancel=True)
        except anyio.get_cancelled_exc_class():
            stop()
            raise

    def _sql(self, given: Mapping[str, Any], stop: Stop) -> CallToolResult:
        query = given.get("query")
        if set(given) != {"query"} or not isinstance(query, str):
            raise BadRequestError("query: give one query and nothing else")
        text = read_sql(self.live.lake, self.live.build().manifest, query, self.limits, stop)
        return CallToolResult(content=[TextContent(text=text)], structured_content=json.loads(text))

    def _table(self, uri: str) -> str:
        build = self.live.build()
        if not uri.startswith(TABLES):
            raise BadRequestError(f"there is no resource {uri!r}")
        with self.live.reader(build, self.seconds) as lake:
            made_of = build.manifest.made_of
            return plain_text(table(lake.contracts.values(), uri.removeprefix(TABLES), lake, made_of), build.manifest)


def run_on_stdio(protocol: Protocol) -> None:
    """Serve the protocol on standard input and output until the client closes them. SIGTERM and SIGINT end the process
    at once, because the threads that read the input and run a query cannot be interrupted."""

    async def run() -> None:
        server = protocol.server()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_end_on_signal)
            lines = _Paired(io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"))
            async with stdio_server(lines) as (reading, writing):
                forward, readable = anyio.create_memory_object_stream[SessionMessage | Exception]()
                tasks.start_soon(_refuse_malformed, reading, forward, writing)
                await server.run(readable, writing, server.create_initialization_options())
            tasks.cancel_scope.cancel()

    remove_spilled()
    anyio.run(run)


class _Paired(anyio.AsyncFile[str]):
    """Lines of JSON in which U+FFFD stands for half of a surrogate pair, which no name has and no answer can quote."""

    async def readline(self) -> str:
        line = await super().readline()
        if "\\ud" not in line.lower():
            return line
        try:
            return _HALVES.sub("\ufffd", json.dumps(json.loads(line), ensure_ascii=False)) + "\n"
        except ValueError:
            return line


async def _refuse_malformed(reading: Any, forward: Any, writing: Any) -> None:
    """Pass messages on; a line that is none gets an error without id, as JSON-RPC 2.0 has it (section 5)."""
    async with forward:
        async for message in reading:
            if isinstance(message, Exception):
                said = ErrorData(code=PARSE_ERROR, message="not a JSON-RPC message")
                await writing.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=None, error=said)))
            else:
                await forward.send(message)


async def _end_on_signal() -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as received:
        async for number in received:
            sys.stderr.write(f"Error: stopped by {number.name}\n")
            sys.stderr.flush()
            os._exit(128 + number)  # a query's process ends with its parent
