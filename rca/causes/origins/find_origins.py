"""Where the value of an expression at a place of the project can come from."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rca.causes.origins.origin import OriginAnswer
from rca.causes.origins.origin_search import CallLine, OriginSearch, Texts
from rca.causes.origins.syntax_file import SyntaxFile
from rca.index.index_view import IndexView
from rca.resolve.resolver import Resolver
from rca.scheduling.deadline import Deadline

DEFAULT_DEPTH = 12


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

    Args:
        nulls: whether only origins of null are wanted; None: those, or all where none can be null.
        max_depth: steps after which a trail ends.
        frames: file and line of a trace's frames: calls from there are taken to be the ones that happened.
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
            answer = search.run(file, node)
            if any(one.kind != "unresolved" for one in answer.origins):
                break
        return answer


def _file(resolver: Resolver, path: str, texts: Texts) -> SyntaxFile | None:
    facts = resolver.names.facts(path)
    text = texts(path) if facts.language in ("kotlin", "java") else None
    return None if text is None else SyntaxFile(path, text, facts)


def expression_range(text: str, line: int, expression: str | None, column: int | None) -> tuple[int, int] | None:
    """Return the range of an expression's text on a line, or of the name at a column; None where it is not there.

    An expression that goes on below the line is found by its first line; white space does not count.
    """
    lines = text.splitlines(keepends=True)
    if not 1 <= line <= len(lines):
        return None
    start = sum(map(len, lines[: line - 1]))
    content = lines[line - 1]
    if expression is not None:
        pattern = r"\s*".join(map(re.escape, re.findall(r"\w+|[^\w\s]", expression)))
        pattern = (r"(?<![\w.])" if expression[:1].isidentifier() else "") + pattern + (r"(?!\w)" if re.search(r"\w\Z", expression) else "")
        found = re.compile(pattern).search(text, start, start + len(content)) or re.compile(pattern).search(
            text, start, min(len(text), start + 2000)
        )
        return None if found is None or found.start() >= start + len(content) else found.span()
    if column is not None and 1 <= column <= len(content):
        for word in re.finditer(r"\w+", content):
            if word.start() <= column - 1 <= word.end():
                return start + word.start(), start + word.end()
    return None

