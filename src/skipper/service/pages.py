"""The site's pages on demand, by address, with their data; and the pages of questions."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock

from skipper.answers.answer import Answer
from skipper.answers.catalogue import Catalogue, Page, catalogue
from skipper.answers.listing import answer_of
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.render.html.answer_charts import charts_of
from skipper.render.html.answer_page import answer_page
from skipper.render.html.frame import Frame
from skipper.render.html.site_pages import found_page, page_texts, site_texts

_ROOT = "/"
_KEPT = 2  # builds whose catalogues are kept: the last one, and the one before it while requests still read it
_catalogues: list[tuple[Manifest, Catalogue]] = []  # newest first
_making = Lock()
_ANSWERS = 2  # kept: a page's reader asks next for its CSV or JSON files, and those of a large page take megabytes
_answers: list[tuple[Manifest, str, Answer]] = []  # with the page's address, newest first
_keeping = Lock()


def page_file(lake: LakeReader, path: str, url: str | None = None) -> str | None:
    """Return the file at a path such as `/managers/collt801/` or `/clubs/nyn/2016/players.csv`, None if there is no
    such file. `url` is the service's address on the web, for the sitemap."""
    pages, path = _pages(lake), path.removeprefix("/")
    shared = site_texts(pages, lake.manifest, url)
    if path in shared:
        return shared[path]()
    found = found_page(pages, path)
    if found is None:
        return None
    page, name = found
    texts = page_texts(lake, Frame(pages, page, _ROOT, url=url), lake.manifest, _answer(lake, pages, page))
    return texts[name]() if name in texts else None


def page_address(lake: LakeReader, path: str) -> str | None:
    """Return the address of the page that a path such as `/clubs/NYN/2016` means: addresses are in lower case and end
    with a slash; None if there is no such page."""
    address = f"{path.removesuffix('/')}/".lower()
    return address if address.removeprefix("/") in _pages(lake).pages else None


def question_page(lake: LakeReader, name: str, answer: Answer, query: str) -> str:
    """Return the page for the answer to the question called `name`, with names linked to their own pages. `query` is
    the query part of the address, for the links to JSON and CSV.
    """
    data = [(kind.upper(), f"/api/{name}{end}?{query}") for kind, end in (("json", ""), ("csv", ".csv"))]
    frame = Frame(_pages(lake), Page(f"{name}?{query}", "question", (), answer.title), _ROOT)
    return answer_page(answer, lake.manifest, charts_of(lake, answer), replace(frame, data=data))


def prepare(lake: LakeReader) -> None:
    """Make the catalogue of the reader's build, which the first page would otherwise wait for."""
    _pages(lake)


def _answer(lake: LakeReader, pages: Catalogue, page: Page) -> Answer:
    """Return the answer that a page shows; one of the last pages' is kept. Raises AnswerError."""
    with _keeping:
        for manifest, address, answer in _answers:
            if manifest is lake.manifest and address == page.address:
                return answer
    answer = answer_of(lake, pages, page)
    with _keeping:
        _answers.insert(0, (lake.manifest, page.address, answer))
        del _answers[_ANSWERS:]
    return answer


def _pages(lake: LakeReader) -> Catalogue:
    """Return the catalogue of the reader's build. It is made once for all readers that share a manifest, because in a
    lake of all games it takes as long as the largest page.
    """
    with _making:
        for manifest, pages in _catalogues:
            if manifest is lake.manifest:
                return pages
        pages = catalogue(lake)
        _catalogues.insert(0, (lake.manifest, pages))
        del _catalogues[_KEPT:]
        return pages
