"""A `catch` around a frame's line that does not catch what is thrown: an `Error`, or another exception."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from models.error_report import ErrorReport
from rca.causes.platform_facts.fact import PlatformFact
from rca.causes.project_code import ProjectCode
from rca.causes.source_tokens import SourceTokens
from rca.causes.trace_candidates import AppFrame
from rca.resolve.resolver import Resolver
from rca.resolve.types import read_type
from rca.scheduling.deadline import Deadline

_FRAMES: Final = 6
_RUN_LATER_LISTED: Final = """
launch async post postDelayed execute submit schedule subscribe enqueue thread Thread Runnable
observe setOnClickListener addOnCompleteListener invokeLater runOnUiThread collect flow callbackFlow
"""
_RUN_LATER: Final = frozenset(_RUN_LATER_LISTED.split())
"""Calls whose lambda runs when the `try` around the call is over, or on another stack."""
_DEEPEST: Final = 12


def find_uncaught_types(
    report: ErrorReport, app: Sequence[AppFrame], code: ProjectCode, deadline: Deadline
) -> Iterator[PlatformFact]:
    """Yield the `try` blocks around frames of the trace that catch only other types than the thrown one.

    An exception with a cause was caught on the way, so nothing is stated then.
    """
    thrown = [exception for exception in report.exceptions if exception.relation != "suppressed"]
    if len(thrown) != 1 or not app:
        return
    with code.index.resolver(deadline) as resolver:
        kinds = _kinds_of(thrown[0].type.replace("$", "."), resolver)
        if "java.lang.Throwable" not in kinds and "kotlin.Throwable" not in kinds:
            return  # what the type is kind of is not known
        for frame in app[:_FRAMES]:
            tokens = code.tokens(frame.function.path)
            if tokens is None or deadline.expired:
                continue
            for line, caught in _tries(tokens, frame):
                if not any(_catches(text, frame, kinds, resolver) for text in caught):
                    yield _fact(frame, thrown[0].type, line, caught, kinds)


def _fact(frame: AppFrame, thrown: str, line: int, caught: Sequence[str], kinds: set[str]) -> PlatformFact:
    name = thrown.rpartition(".")[2]
    listed = " and ".join(f"`{one}`" for one in caught)
    is_error = "java.lang.Error" in kinds and any(one.endswith("Exception") for one in caught)
    why = f"`{name}` is an `Error` and no `Exception`" if is_error else f"`{name}` is neither"
    if len(caught) == 1 and not is_error:
        why = f"`{name}` is none"
    return PlatformFact(
        kind="uncaught_type",
        function=frame.function,
        line=line,
        role="missing_guard",
        statement=f"The `catch` in line {line} of `{frame.function.display_name}` is for {listed}; {why}, so "
        "it passes.",
        check=f"See whether the code after line {line} is meant to go on after `{name}`.",
    )


def _catches(caught: str, frame: AppFrame, kinds: set[str], resolver: Resolver) -> bool:
    """Return whether a written type is, or may be, one that the thrown exception is a kind of."""
    written = read_type(caught)
    names = resolver.names
    found = None if written is None else names.resolve(frame.function.path, frame.function.index, written)
    if found is None or not names.all_classes(found.name):
        return True  # not known, so nothing is stated
    return found.name in kinds


def _kinds_of(name: str, resolver: Resolver) -> set[str]:
    """Return the full names of a class and all its supertypes."""
    kinds, waiting = {name}, [name]
    for _ in range(_DEEPEST):
        waiting = [
            parent.name
            for one in waiting
            for parent in resolver.names.supertypes(one)
            if parent.name not in kinds
        ]
        kinds.update(waiting)
    return kinds


def _tries(tokens: SourceTokens, frame: AppFrame) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the `try` blocks around a frame's line, inner ones first: line of the `catch`, and types."""
    on_line = tokens.in_lines(frame.line, frame.line)
    if not on_line:
        return
    opening = max((tokens.around(index) for index in on_line), key=lambda one: _depth(tokens, one))
    first = tokens.in_lines(frame.function.line, frame.function.line)
    while opening >= 0 and first and opening >= first[0]:
        if tokens.word(opening) == "{":
            if _head(tokens, opening) in _RUN_LATER:
                return
            caught = _caught(tokens, opening)
            if caught is not None:
                yield caught
        opening = tokens.around(opening)


def _depth(tokens: SourceTokens, opening: int) -> int:
    depth = 0
    while opening >= 0:
        depth, opening = depth + 1, tokens.around(opening)
    return depth


def _head(tokens: SourceTokens, opening: int) -> str:
    """Return the name of the call whose lambda a brace opens, or the word of its statement."""
    before = opening - 1
    if tokens.word(before) == ")":
        paired = tokens.pair(before)
        before = paired - 1 if paired is not None else before
    return tokens.word(before)


def _caught(tokens: SourceTokens, opening: int) -> tuple[int, tuple[str, ...]] | None:
    """Return the first line and the types of the catches of a `try` block; None for other braces."""
    if _head(tokens, opening) != "try":
        return None
    closing = tokens.pair(opening)
    types: list[str] = []
    line = 0
    while closing is not None and tokens.word(closing + 1) == "catch" and tokens.word(closing + 2) == "(":
        last = tokens.pair(closing + 2)
        if last is None:
            break
        line = line or tokens.line_of(closing + 1)
        types.extend(_types(tokens, closing + 3, last - 1))
        closing = tokens.pair(last + 1)
    return (line, tuple(types)) if types else None


def _types(tokens: SourceTokens, first: int, last: int) -> Iterator[str]:
    """Yield the types of a catch's parameter: `e: A` in Kotlin, `final A | B e` in Java."""
    words = [tokens.word(index) for index in range(first, last + 1)]
    if tokens.kotlin:
        if ":" in words:
            yield "".join(words[words.index(":") + 1 :])
        return
    yield from "".join(word for word in words[:-1] if word != "final").split("|")
