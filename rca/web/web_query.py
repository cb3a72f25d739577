"""The web query of an error: exception, fixed part of the message, library of origin."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.error_report import Frame, ReportedException
from rca.knowledge.problem.message_template import first_line, mask, without_preamble
from rca.web.html_to_text import terms
from rca.web.private_names import PrivateNames, without_secrets

LONGEST = 200
_ENOUGH_WORDS = 4
"""A message of so many words says what happened; a shorter one needs the library's function beside it."""

_SHORTEST = 3
_FEW_WORDS = 5
_MOST_FRAMES = 2
_MASKED = re.compile(r"<[a-z]+>")
_PLACE = re.compile(r"^[\w$.-]+\.(?:kts?|java|xml|gradle):\d+(?::\d+)?:\s*")
_EXCEPTION = re.compile(r"(?<![\w$])(?:[a-z_][\w$]*\.)*([A-Z][\w$]*(?:Exception|Error|Throwable|Failure))\b")
_WORD = re.compile(r"[^\s'\"`,;()\[\]{}<>]+")
_LONE_MARKS = re.compile(r"(?<!\S)[^\w\s]+(?!\S)")
_LAMBDA = re.compile(r"\$(?:lambda|\d)|^(?:access|lambda)\$|^<|-")
_SYNTHETIC = frozenset({"invoke", "invokeSuspend", "run", "call", "resumeWith", "handleMessage"})


@dataclass(frozen=True, slots=True)
class WebQuery:
    """A web query without private data.

    `texts` are the texts that may be sent, best first: the whole, and fewer words for a search that requires
    every word in a page. `exception` is the simple name of the exception that it is about.
    """

    texts: tuple[str, ...]
    exception: str | None = None

    @property
    def text(self) -> str:
        """The whole query, "" if nothing is left to ask."""
        return self.texts[0] if self.texts else ""

    @property
    def words(self) -> frozenset[str]:
        """The significant words, in lower case."""
        return terms(self.text)


def query_of_text(text: str, private: PrivateNames) -> WebQuery:
    """Return the query of a caller's own words."""
    plain = private.without(text)
    found = _EXCEPTION.search(plain)
    return _query(plain, found[1].rpartition("$")[2] if found else None)


def query_of_error(root: ReportedException | None, headline: str, private: PrivateNames) -> WebQuery:
    """Return the query of an error.

    Args:
        root: the deepest cause, None if the error is no exception.
        headline: the error in one line, for the other kinds.
        private: what must not be sent.
    """
    if root is None:
        return _query(_template(_PLACE.sub("", headline), private), None)
    name = private.without(root.type).rpartition(".")[2].rpartition("$")[2]
    message = _template(root.message or "", private)
    if len(terms(message)) < _ENOUGH_WORDS:
        message = " ".join((message, *_library_calls(root.frames, private)))
    return _query(f"{name} {message}", name or None)


def _template(message: str, private: PrivateNames) -> str:
    """Return the fixed part of a message: its first meaningful line without variable and private parts."""
    # Secrets are known by what stands around them, so they go before anything else is cut away.
    line = first_line(without_preamble(without_secrets(message)))
    return _MASKED.sub(" ", mask(private.without(line)))


def _library_calls(frames: tuple[Frame, ...], private: PrivateNames) -> list[str]:
    """Return the public library functions in which the error occurred, each as `Class.function`.

    They are those above the first frame of the app; if the app itself is on top, the one that called it.
    """
    calls: dict[str, None] = {}
    for frame in frames:
        if frame.origin in {"app", "generated"}:
            if calls:
                break
            continue
        name, method = frame.class_name, frame.method
        if not name or not method or not private.is_public(name):
            continue
        if _LAMBDA.search(method) or method in _SYNTHETIC:
            continue
        calls[f"{name.rpartition('.')[2].partition('$')[0]}.{method}"] = None
        if len(calls) == _MOST_FRAMES or frames[0].origin == "app":
            break
    return list(calls)


def _query(text: str, exception: str | None) -> WebQuery:
    whole = _cut(" ".join(_LONE_MARKS.sub(" ", text).split()))
    if len(whole) < _SHORTEST:
        return WebQuery(())
    fewer = _fewer(whole, exception)
    return WebQuery((whole, fewer) if fewer and fewer != whole else (whole,), exception)


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return (text[: LONGEST + 1].rpartition(" ")[0] or text[:LONGEST]).strip()


def _fewer(text: str, exception: str | None) -> str:
    """Return the exception and the first significant words, as a message begins with its kind."""
    said = dict.fromkeys(word for word in (_plain(one) for one in _WORD.findall(text)) if terms(word))
    rest = [word for word in said if word.rpartition(".")[2] != exception]
    return " ".join(([exception] if exception else []) + rest[:_FEW_WORDS])


def _plain(word: str) -> str:
    return word.strip(".:!?=*#-")
