"""Candidates for the failing expression that access something: calls, properties, elements, loops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rca.causes.failure.condition import Target
from rca.causes.failure.expression_candidate import Candidate, may_be_null, receiver_of, sites_in
from rca.causes.failure.jvm_call_names import source_forms
from rca.causes.failure.searched_file import CodeFile
from rca.causes.source_tokens import SourceTokens

_ITERATING = frozenset(
    (
        *("forEach", "forEachIndexed", "onEach", "map", "mapIndexed", "mapNotNull", "flatMap", "filter"),
        *("filterNot", "filterIsInstance", "any", "all", "none", "count", "sumOf", "sumBy", "find", "first"),
        *("firstOrNull", "last", "lastOrNull", "single", "singleOrNull", "indexOfFirst", "indexOfLast"),
        *("associate", "associateBy", "associateWith", "groupBy", "partition", "fold", "reduce", "maxOf"),
        *("minOf", "maxByOrNull", "minByOrNull", "removeAll", "removeIf", "retainAll", "mapTo", "filterTo"),
    )
)
"""Functions of Kotlin that are inlined: the trace has a frame of the iterator right below the caller's."""


def find_calls(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield calls and property accesses of a name on a value that may be null."""
    for method in target.name.split():
        yield from _accesses(code, method, lines, null_receiver=target.owner is not None)


def find_callees(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield calls of a function by its name, whatever they are called on."""
    yield from _accesses(code, target.name, lines, null_receiver=False)


def _accesses(
    code: CodeFile, method: str, lines: tuple[int, int], *, null_receiver: bool
) -> Iterator[Candidate]:
    forms = source_forms(method)
    tokens = code.tokens
    for index, site, token in sites_in(code, lines):
        if site.form in ("operator", "delegate"):
            continue
        names = {"read": forms.reads, "write": forms.writes}.get(site.form, forms.calls)
        if site.form == "read" and forms.writes & {site.name} and tokens.word(token + 1).endswith("="):
            names = forms.writes
        if site.name not in names:
            continue
        receiver = receiver_of(code, token)
        if null_receiver and (receiver is None or not may_be_null(code, receiver)):
            continue
        first = receiver[0] if receiver else tokens.operand_start(token)
        yield Candidate(first, tokens.call_end(token), tokens.line_of(token), receiver, index)
    if forms.operator == "[]":
        for one in _elements(code, lines):
            opening = one.value[0] - 1 if one.value else one.last
            yield Candidate(one.first, one.last, one.line, (one.first, opening - 1))
    if forms.operator == "for":
        yield from find_loops(code, lines)
        yield from _inlined_loops(code, lines)


def _inlined_loops(code: CodeFile, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield calls of Kotlin's inlined functions that go over what they are called on."""
    for index, site, token in sites_in(code, lines):
        receiver = receiver_of(code, token)
        if code.kotlin and site.trailing and site.name in _ITERATING and receiver is not None:
            last = code.tokens.call_end(token)
            yield Candidate(receiver[0], last, code.tokens.line_of(token), receiver, index)


def _elements(code: CodeFile, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield accesses to elements by index; the value is the index."""
    tokens = code.tokens
    for opening in tokens.in_lines(*lines):
        if tokens.word(opening) != "[":
            continue
        closing = tokens.pair(opening)
        if closing is None or closing == opening + 1 or not _holds_elements(code, opening - 1):
            continue
        first = tokens.operand_start(opening - 1)
        if tokens.word(first) == "new":
            continue
        yield Candidate(first, closing, tokens.line_of(opening), (opening + 1, closing - 1))


def is_number(tokens: SourceTokens, value: tuple[int, int]) -> bool:
    """Return whether a value is a single number."""
    first, last = value
    return first == last and tokens.word(first)[:1].isdigit()


def _holds_elements(code: CodeFile, index: int) -> bool:
    word = code.tokens.word(index)
    if word in (")", "]", "!!"):
        return True
    return code.tokens.is_name(index) and code.tokens.word(index - 1) not in ("@", ":")


def find_element_holders(code: CodeFile, _target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield accesses to elements; the value is what holds them."""
    for one in _elements(code, lines):
        opening = one.value[0] - 1 if one.value else one.last
        holder = (one.first, opening - 1)
        if may_be_null(code, holder):
            yield Candidate(one.first, one.last, one.line, holder)


def find_elements(code: CodeFile, _target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield accesses to elements by index; the value is the index, or what holds them where that is fixed."""
    for one in _elements(code, lines):
        index = one.value
        fixed = index is not None and is_number(code.tokens, index)
        yield replace(one, value=(one.first, index[0] - 2)) if index is not None and fixed else one


def find_loops(code: CodeFile, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield what `for` loops go over."""
    tokens = code.tokens
    for index in tokens.in_lines(*lines):
        closing = tokens.pair(index + 1) if tokens.word(index) == "for" else None
        if closing is None:
            continue
        sign = "in" if code.kotlin else ":"
        for middle in range(index + 2, closing):
            if tokens.word(middle) == sign and tokens.around(middle) == index + 1:
                value = (middle + 1, closing - 1)
                yield Candidate(index, closing, tokens.line_of(index), value)
                break


def find_reads(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield reads of a field; the value is what it is read from."""
    for index, site, token in sites_in(code, lines):
        receiver = receiver_of(code, token)
        if site.name == target.name and site.form == "read" and receiver and may_be_null(code, receiver):
            yield Candidate(receiver[0], token, code.tokens.line_of(token), receiver, index)


def find_writes(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield assignments to a field; the value is what it is written to."""
    for index, site, token in sites_in(code, lines):
        receiver = receiver_of(code, token)
        if site.name != target.name or site.form not in ("write", "read") or receiver is None:
            continue
        if may_be_null(code, receiver) and code.tokens.word(token + 1).endswith("="):
            yield Candidate(receiver[0], token, code.tokens.line_of(token), receiver, index)


def find_lengths(code: CodeFile, _target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield what asks for the length of an array; the value is the array."""
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        if tokens.word(token) in ("length", "size", "indices", "lastIndex"):
            receiver = receiver_of(code, token)
            if receiver is not None and tokens.word(token + 1) != "(" and may_be_null(code, receiver):
                yield Candidate(receiver[0], token, tokens.line_of(token), receiver)
    for one in find_loops(code, lines):
        if one.value is not None and may_be_null(code, one.value):
            yield one


def find_locks(code: CodeFile, _target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield `synchronized` blocks; the value is the lock."""
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        if tokens.word(token) == "synchronized" and tokens.word(token + 1) == "(":
            argument = next(tokens.arguments(token + 1), None)
            closing = tokens.pair(token + 1)
            if argument is not None and closing is not None and may_be_null(code, argument):
                yield Candidate(token, closing, tokens.line_of(token), argument)
