"""Finds the expression that a check of Kotlin names in its message, where no frame leads to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rca.causes.failure.expression_candidate import Candidate
from rca.causes.failure.expression_search import FoundExpression
from rca.causes.failure.searched_file import CodeFile, open_code
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import is_test
from rca.workspace.word_filter import files_possibly_containing

_TOKEN: Final = re.compile(r"\w+|…|\.\.\.|[^\w\s]")
_CUT: Final = frozenset(("…", "..."))
"""Marks of a part that the compiler left out of a long expression."""
_NAME: Final = re.compile(r"[^\W\d]\w*")
_MEMBER: Final = re.compile(r"\.\s*([^\W\d]\w*)")
_LEAST_NAMES: Final = 2
"""Names of an expression: one alone stands in many places."""
_NOTE: Final = "no frame leads here: this is the expression that the message names"
_MOST_FILES: Final = 60
_MOST: Final = 4


def find_named_value(snapshot: Snapshot, value: str, deadline: Deadline) -> FoundExpression | None:
    """Return the places of the project that hold an expression to the letter; None where it has none.

    White space does not count. Places in tests come last, and nothing is returned where the expression stands
    in several files, as nothing then tells which is meant.
    """
    names = list(dict.fromkeys(_NAME.findall(value)))
    if len(names) < _LEAST_NAMES:
        return None
    pattern = _pattern(value)
    found: list[FoundExpression] = []
    for path in _files(snapshot, names, _MEMBER.findall(value), deadline):
        if deadline.expired:
            return None
        code = open_code(snapshot, path, deadline)
        candidates = () if code is None else tuple(_candidates(code, pattern))[:_MOST]
        if code is not None and candidates:
            found.append(FoundExpression(code, candidates, _NOTE))
    found.sort(key=lambda one: is_test(one.code.path))
    outside = [one for one in found if not is_test(one.code.path)] or found
    return outside[0] if len(outside) == 1 else None


def _pattern(value: str) -> re.Pattern[str]:
    parts = [r"[^\n]{0,300}?" if token in _CUT else re.escape(token) for token in _TOKEN.findall(value)]
    return re.compile(r"(?<![\w.])" + r"\s*".join(parts) + r"(?!\w)")


def _candidates(code: CodeFile, pattern: re.Pattern[str]) -> Iterator[Candidate]:
    tokens = code.tokens
    for held in pattern.finditer(code.text):
        first, last = tokens.at(held.start()), tokens.ending_at(held.end())
        if first is not None and last is not None:
            yield Candidate(first, last, tokens.line_of(first), (first, last))


def _files(
    snapshot: Snapshot, names: Sequence[str], members: Sequence[str], deadline: Deadline
) -> Sequence[str]:
    using = [set(snapshot.index.declaring(name, "called")) for name in members]
    shared = set.intersection(*using) if using else set()
    paths: Sequence[str] = sorted(path for path in shared if path.endswith((".kt", ".kts")))
    for name in names:
        paths = files_possibly_containing(snapshot, paths, (name.encode(),), deadline)
    return paths[:_MOST_FILES]
