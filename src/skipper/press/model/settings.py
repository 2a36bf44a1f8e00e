"""Where the model is, what it is called, and what may be asked of it."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from skipper.settings import SettingError
from skipper.sources.fetch.cache import cache_folder

URL, MODEL, KEY = "SKIPPER_MODEL_URL", "SKIPPER_MODEL", "SKIPPER_MODEL_KEY"
OPTIONS, FORM = "SKIPPER_MODEL_OPTIONS", "SKIPPER_MODEL_FORM"
FORMS = ("json_schema", "json_object")
MISSING = "--reader model needs the packages of the extra `model`: pip install 'skipper-baseball[model]'"


@dataclass(frozen=True)
class ModelSettings:
    """One model on one server.

    `options` are further fields of each request (temperature, max_tokens). `budget` is the number of requests that one
    run may send, null for any number; copies in other processes count against it by `run`. `form` is how the server
    takes the schema: as OpenAI does (json_schema), or as llama-cpp-python does (json_object). `first_word` and
    `whole_answer` are the seconds that a server may take for its first word, or between two, and for all of an answer.
    `retries` are the client's own, of requests that the server did not begin to answer.
    """

    url: str
    model: str
    key: str | None = field(default=None, repr=False)
    options: Mapping[str, Any] = field(default_factory=lambda: {"temperature": 0}, hash=False)
    budget: int | None = None
    form: str = FORMS[0]
    at_once: int = 4
    retries: int = 2
    first_word: float = 120.0
    whole_answer: float = 600.0
    run: str = field(default_factory=lambda: uuid.uuid4().hex)
    cache: Path = field(default_factory=lambda: cache_folder() / "press_model")


def model_settings(budget: int | None = None) -> ModelSettings:
    """Return the settings of the environment. Raises SettingError where they, or the client library, are missing."""
    if find_spec("openai") is None or find_spec("diskcache") is None:
        raise SettingError(MISSING)
    url, model = os.environ.get(URL, ""), os.environ.get(MODEL, "")
    if not url or not model:
        raise SettingError(f"--reader model needs {URL} (such as http://localhost:8080/v1) and {MODEL}")
    address = urlsplit(url)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise SettingError(f"{URL} is {url!r}: it must be an address, such as http://localhost:8080/v1")
    try:
        options = json.loads(os.environ.get(OPTIONS, '{"temperature": 0}'))
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise SettingError(f'{OPTIONS} must be a JSON object, such as {{"temperature": 0}}')
    form = os.environ.get(FORM, FORMS[0])
    if form not in FORMS:
        raise SettingError(f"{FORM} is {form!r}: it must be {' or '.join(FORMS)}")
    return ModelSettings(url, model, os.environ.get(KEY) or None, options, budget, form)


def notice(settings: ModelSettings) -> str:
    """Return the sentence that says what is sent where, for whoever asked for this reader."""
    key = f" with the key of {KEY}" if settings.key else ""
    limit = "any number of" if settings.budget is None else f"at most {settings.budget:,}"
    return (
        f"model: titles, dates and sentences of the documents are sent to {settings.url} (model {settings.model}){key},"
        f" in {limit} requests, each sent up to {settings.retries + 1} times if the server fails;"
        f" answers are kept in {settings.cache}"
    )
