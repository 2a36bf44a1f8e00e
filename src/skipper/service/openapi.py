"""The description of the JSON API, as OpenAPI 3.1 and as a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.render.flat import NOTICES
from skipper.service.question import LONGEST_DOCUMENT, Parameter, Question
from skipper.service.sql_process import LONGEST, ROWS
from skipper.version import __version__

_ERROR = {
    "type": "object",
    "required": ["error", "message"],
    "properties": {"error": {"type": "string"}, "message": {"type": "string"}},
}
_TEXT = {"schema": {"type": "string"}}
# CSV has no place for the notices that a JSON answer contains.
_LICENSE = {"Link": {"description": f'The notices: </{NOTICES}>; rel="license".', **_TEXT}}
_STRINGS = {"type": "array", "items": {"type": "string"}}
_ROWS = {"type": "array", "items": {"type": "object"}}
_ANSWER = {
    "type": "object",
    "required": ["question", "title", "notes", "rows", "tables", "build", "simulated", "notices"],
    "properties": {
        "question": {"type": "string"},
        "title": {"type": "string"},
        "subject": {"type": "object"},
        "rule": {"type": ["string", "null"], "description": "The crediting rule behind the figures."},
        "coverage": {"type": ["object", "null"], "description": "The seasons present and missing."},
        "notes": _STRINGS,
        "build": {"type": ["string", "null"]},
        "simulated": {"type": "boolean"},
        "notices": {**_STRINGS, "description": "The sources' terms, to be shown with every figure."},
        "rows": {**_ROWS, "description": "The main table. Null means unknown."},
        "tables": {"type": "object", "additionalProperties": _ROWS},
    },
}
_HEALTH = {
    "type": "object",
    "required": ["build", "trouble"],
    "properties": {"build": {"type": "string"}, "trouble": {"type": ["string", "null"]}},
}
_STATUSES = {
    "304": "The answer is the one whose ETag the request names in If-None-Match.",
    "400": "The question cannot be answered as asked.",
    "404": "The lake has no such thing.",
    "408": "The body did not arrive in time.",
    "413": "The body is too long.",
    "414": "The address is too long.",
    "500": "The service failed; its log says why.",
    "503": "Too busy, the question took too long, or the lake's files cannot be read.",
}
_ASKED = frozenset({"304", "400", "404", "414", "500", "503"})
_POSTED = _ASKED - {"304"} | {"408", "413"}
_SQL = "Run one read-only DuckDB statement on the lake's tables."
_FIELDS = ("address", "parameters", "summary")


def openapi(questions: Iterable[Question]) -> dict[str, Any]:
    """Return the OpenAPI document: JSON and CSV for each question, `/api/sql`, the notices and `/health`."""
    paths: dict[str, Any] = {}
    for question in questions:
        paths[f"/api/{question.name}"] = {"get": _operation(question, "application/json", {"$ref": _at("Answer")})}
        paths[f"/api/{question.name}.csv"] = {"get": _operation(question, "text/csv", {"type": "string"})}
        if question.document is not None:
            paths[f"/api/{question.name}"]["post"] = _with_body(question)
    query = {"type": "string", "maxLength": LONGEST}
    paths["/api/sql"] = {
        "get": {
            "operationId": "sql",
            "summary": _SQL,
            "description": f"At most {ROWS:,} rows.",
            "parameters": [{"name": "query", "in": "query", "required": True, "schema": query}],
            "responses": _responses("application/json", {"$ref": _at("Answer")}, _ASKED - {"404"}),
        }
    }
    paths[f"/{NOTICES}"] = {
        "get": {
            "operationId": "notices",
            "summary": "The sources' terms, to be shown with every figure.",
            "responses": _responses("text/plain", _TEXT["schema"], _ASKED - {"404"}),
        }
    }
    health = {"content": {"application/json": {"schema": {"$ref": _at("Health")}}}}
    paths["/health"] = {
        "get": {
            "operationId": "health",
            "summary": "The build being served, and any problem with the lake.",
            "responses": {
                "200": {"description": "The lake can be read.", **health},
                "503": {
                    "description": "The lake's current manifest cannot be read; `build` is an earlier one.",
                    **health,
                },
            },
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Skipper", "version": __version__, "description": "Baseball managers' records and usage."},
        "paths": paths,
        "components": {"schemas": {"Answer": _ANSWER, "Error": _ERROR, "Health": _HEALTH}},
    }


def routes_answer(questions: Iterable[Question]) -> Answer:
    """Return the routes of the JSON API as an answer, for the API's page."""
    rows: list[Row] = [
        {
            "address": f"/api/{question.name}",
            "parameters": [_told(parameter) for parameter in question.parameters],
            "summary": question.summary,
        }
        for question in questions
    ]
    rows.append({"address": "/api/sql", "parameters": ["query (required)"], "summary": _SQL})
    columns = (shown("Address", "code"), shown("Parameters", "names"), shown("Answers", "prose", "summary"))
    return Answer(
        "api",
        "Questions for other programs: JSON, CSV and OpenAPI",
        (Table("routes", _FIELDS, rows, (View(columns, rows),)),),
        lead=(
            "Each address returns the answer as JSON or, with .csv after its name, the main table as CSV. Without "
            "/api, the same address returns a page. A plan, a file of facts or a draft is the body of a POST request. "
            "/api/sql has only JSON. /openapi.json describes all addresses.",
        ),
    )


def _told(parameter: Parameter) -> str:
    return f"{parameter.name} (required)" if parameter.option.required else parameter.name


def _operation(question: Question, media: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "operationId": question.name if media.endswith("json") else f"{question.name}_csv",
        "summary": question.summary,
        "description": question.description,
        "parameters": [_parameter(one) for one in question.parameters],
        "responses": _responses(media, schema, _ASKED),
    }


def _with_body(question: Question) -> dict[str, Any]:
    """Return the operation whose body is the question's document, or an object of all parameters."""
    body = {
        "text/plain": {"schema": {"type": "string", "maxLength": LONGEST_DOCUMENT}},
        "application/json": {"schema": question.input_schema()},
    }
    answer = {"$ref": _at("Answer")}
    return {
        **_operation(question, "application/json", answer),
        "operationId": f"{question.name}_of_document",
        "parameters": [_parameter(one) for one in question.parameters if not one.document],
        "requestBody": {"description": f"The text of {question.document}, or all parameters.", "content": body},
        "responses": _responses("application/json", answer, _POSTED),
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.option.required,
        "description": parameter.description,
        "schema": parameter.schema(),
    }


def _responses(media: str, schema: dict[str, Any], statuses: Collection[str]) -> dict[str, Any]:
    """Return the responses by status: the answer, and those of `statuses`."""
    error = {"content": {"application/json": {"schema": {"$ref": _at("Error")}}}}
    answer = {
        "description": "The answer.",
        "content": {media: {"schema": schema}},
        **({"headers": _LICENSE} if media == "text/csv" else {}),
    }
    others = {status: {"description": _STATUSES[status], **(error if status != "304" else {})} for status in statuses}
    return {"200": answer, **dict(sorted(others.items()))}


def _at(name: str) -> str:
    return f"#/components/schemas/{name}"
