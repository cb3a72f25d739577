"""How the tests ask: a search with settings that point to the loopback server."""

from __future__ import annotations

from rca.scheduling.deadline import Deadline
from rca.web.consent import ask_nobody
from rca.web.private_names import PrivateNames
from rca.web.source_query import SourceAnswer
from rca.web.web_query import WebQuery, query_of_text
from rca.web.web_search import WebSearch

QUERY = "IllegalStateException: Fragment not attached to a context"
SE = "/se/search/advanced"
GH = "/gh/search/issues"


def question(text: str = QUERY) -> WebQuery:
    return query_of_text(text, PrivateNames())


def only(text: str = QUERY) -> WebQuery:
    """Return a question without a shorter form, so that it is asked once."""
    return WebQuery((text,))


def search(web, folder, *allowed, asker=ask_nobody, seconds=None, **settings):
    network = web.settings(*allowed).model_copy(update=settings)
    return WebSearch(network, folder, asker, Deadline(seconds))


def ask(web, folder, *sources, query=None, seconds=None, **settings) -> tuple[SourceAnswer, ...]:
    """Ask sources that are all allowed."""
    return search(web, folder, *sources, seconds=seconds, **settings).run(query or only(), sources)


def one(web, folder, source="stackoverflow", **more) -> SourceAnswer:
    (answer,) = ask(web, folder, source, **more)
    return answer
