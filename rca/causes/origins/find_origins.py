"""Where the value of an expression at a place of the project can come from."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rca.causes.origins.origin import OriginAnswer
from rca.causes.origins.origin_search import CallLine, OriginSearch, Texts
from rca.causes.origins.syntax_file import SyntaxFile, SyntaxFiles
from rca.index.index_view import IndexView
from rca.resolve.resolver import Resolver
from rca.scheduling.deadline import Deadline

DEFAULT_DEPTH = 12
_LONGEST_EXPRESSION = 2000


def find_origins(
    view: IndexView,
    path: str,
    start: int,
    end: int,
    texts: Texts,
    deadline: Deadline,
    *,
    nulls: bool | None = None,
    max_depth: int = DEFAULT_DEPTH,
    frames: Sequence[CallLine] = (),
) -> OriginAnswer | None:
    """Return the origins of the expression at a range of a file's text; None where there is no expression.

    Paths on which the value was checked are no origins of null. `nulls` asks for those of null alone, or for
    all; None asks for null, and for all where it has no origin. Trails end after `max_depth` steps. `frames`
    are lines of a trace: a function that one of them calls is taken to have been called there.
    """
    with view.resolver(deadline) as resolver:
        file = _file(resolver, path, texts)
        node = None if file is None else file.node_at(start, end)
        if file is None or node is None:
            return None
        answer = None
        for mode in (True, False) if nulls is None else (nulls,):
            search = OriginSearch(
                view, resolver, texts, deadline, nulls=mode, max_depth=max_depth, frames=frames
            )
            answer = search.run(file, node, file.text[start:end])
            if any(one.kind != "unresolved" for one in answer.origins):
                break
        return answer


def _file(resolver: Resolver, path: str, texts: Texts) -> SyntaxFile | None:
    facts = resolver.names.facts(path)
    text = texts(path) if facts.language in ("kotlin", "java") else None
    return None if text is None else resolver.table(SyntaxFiles).of(path, text, facts)


def expression_range(
    text: str, line: int, expression: str | None, column: int | None
) -> tuple[int, int] | None:
    """Return the range of an expression that begins on a line, or of the name at a column; None without one.

    White space in the expression does not count, and it may go on below the line.
    """
    lines = text.splitlines(keepends=True)
    if not 1 <= line <= len(lines):
        return None
    start = sum(map(len, lines[: line - 1]))
    end = start + len(lines[line - 1])
    if expression is not None:
        found = _pattern(expression).search(text, start, end + _LONGEST_EXPRESSION)
        return None if found is None or found.start() >= end else found.span()
    if column is not None:
        for word in re.compile(r"\w+").finditer(text, start, end):
            if word.start() <= start + column - 1 <= word.end():
                return word.span()
    return None


def _pattern(expression: str) -> re.Pattern[str]:
    """Return a pattern of an expression's tokens, whatever white space is between them."""
    tokens = re.findall(r"\w+|[^\w\s]", expression)
    before = r"(?<![\w.])" if re.match(r"\w", expression) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", expression) else ""
    return re.compile(before + r"\s*".join(map(re.escape, tokens)) + after)
