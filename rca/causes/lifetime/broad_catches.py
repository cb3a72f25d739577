"""`catch` clauses that take a coroutine's cancellation for an error, and go on."""

from __future__ import annotations

from rca.causes.source_tokens import SourceTokens

_TAKES_CANCELLATION = frozenset(
    ("Exception", "Throwable", "RuntimeException", "IllegalStateException", "CancellationException")
)
_THROWS_AGAIN = frozenset(("throw", "ensureActive"))


def broad_catch_around(tokens: SourceTokens, line: int) -> int | None:
    """Return the line of the `catch` around a line that takes cancellation as well; None without one."""
    for index in range(len(tokens.words)):
        if tokens.word(index) != "catch" or tokens.word(index + 1) != "(":
            continue
        closing = tokens.pair(index + 1)
        end = tokens.pair(closing + 1) if closing is not None and tokens.word(closing + 1) == "{" else None
        if closing is None or end is None:
            continue
        if not tokens.line_of(closing + 1) <= line <= tokens.line_of(end):
            continue
        caught = _TAKES_CANCELLATION & set(tokens.words[index + 2 : closing])
        before = [at for at in range(closing + 1, end) if tokens.line_of(at) < line]
        if caught and not _THROWS_AGAIN & {tokens.word(at) for at in before}:
            return tokens.line_of(index)
    return None
