"""Finds the `throw` whose text matches a message, for errors without a frame that leads to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.failure.candidate_expressions import candidates
from rca.causes.failure.condition import Target
from rca.causes.failure.expression_search import FoundExpression
from rca.causes.failure.searched_file import open_code
from rca.languages.registry import JVM_SUFFIXES
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import is_test
from rca.workspace.word_filter import files_possibly_containing

_RAISING = ("error", "check", "require", "checkNotNull", "requireNotNull", "TODO", "fail")
_WORD = re.compile(r"[A-Za-z]{4,}")
_MOST_FILES = 60
_MOST_WORDS = 3
_LEAST_LETTERS = 12
_LEAST_SHARE = 0.5
"""How much of a message its place must give: shorter texts fit by chance."""


def find_throw_by_message(
    snapshot: Snapshot, exception: str, message: str | None, deadline: Deadline
) -> FoundExpression | None:
    """Return the one place in the project whose text fits a message best; None without such a place.

    Args:
        snapshot: the workspace.
        exception: simple name of the exception's type.
        message: its message.
        deadline: ends the search; then there is no answer.
    """
    line = (message or "").strip()
    words = sorted(set(_WORD.findall(line)), key=len, reverse=True)[:_MOST_WORDS]
    if len(line) < _LEAST_LETTERS or not words:
        return None
    found: list[tuple[int, FoundExpression]] = []
    for path in _files(snapshot, exception, words, deadline):
        if deadline.expired:
            return None
        found.extend(_in_file(snapshot, path, exception, line, deadline))
    best = max((score for score, _place in found), default=0)
    likeliest = [place for score, place in found if score == best]
    return likeliest[0] if len(likeliest) == 1 else None


def _files(snapshot: Snapshot, exception: str, words: list[str], deadline: Deadline) -> list[str]:
    calling = {path for name in (exception, *_RAISING) for path in snapshot.index.declaring(name, "called")}
    paths = sorted(path for path in calling if path.endswith(tuple(JVM_SUFFIXES)) and not is_test(path))
    for word in words:
        paths = files_possibly_containing(snapshot, paths, (word.encode(),), deadline)
    return paths[:_MOST_FILES]


def _in_file(
    snapshot: Snapshot, path: str, exception: str, message: str, deadline: Deadline
) -> Iterator[tuple[int, FoundExpression]]:
    code = open_code(snapshot, path, deadline)
    if code is None:
        return
    for one in candidates(code, Target("raise", exception, value=message), (1, code.tokens.lines.count)):
        if one.score >= max(_LEAST_LETTERS, _LEAST_SHARE * len(message)):
            note = "no frame leads here: this is the one place whose text fits the message"
            yield one.score, FoundExpression(code, (one,), note)
