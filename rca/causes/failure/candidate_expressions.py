"""Candidates for the failing expression in a file, for each kind of condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rca.causes.failure.access_candidates import (
    find_callees,
    find_calls,
    find_element_holders,
    find_elements,
    find_lengths,
    find_locks,
    find_reads,
    find_writes,
)
from rca.causes.failure.check_candidates import find_casts, find_dereferences, find_null_checks
from rca.causes.failure.condition import Target, TargetKind
from rca.causes.failure.expression_candidate import Candidate
from rca.causes.failure.searched_file import CodeFile
from rca.causes.failure.throw_sites import throw_sites


def candidates(code: CodeFile, target: Target, lines: tuple[int, int]) -> list[Candidate]:
    """Return the expressions on some lines that fit what to look for, in the order of the text."""
    count = len(code.tokens.words)
    found = {
        (one.first, one.last): one
        for one in _FINDERS[target.kind](code, target, lines)
        if one.is_inside(count)  # code that is cut off in the middle of an expression has no end of it
    }
    return sorted(found.values(), key=lambda one: (one.last, one.first))


def _names(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield reads of a property by its name."""
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        if tokens.word(token) == target.name and tokens.word(token - 1) not in ("var", "val", "::"):
            if tokens.word(token + 1) == "=" and tokens.word(token - 1) != "(":
                continue
            first = tokens.operand_start(token)
            yield Candidate(first, token, tokens.line_of(token), (first, token))


def _divisions(code: CodeFile, _target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        word = tokens.word(token)
        if word in ("/", "%", "/=", "%=") and token > 0:
            first, last = tokens.operand_start(token - 1), tokens.operand_end(token + 1)
            divisor = tokens.word(token + 1)
            if last == token + 1 and divisor[:1].isdigit() and divisor != "0":
                continue
            yield Candidate(first, last, tokens.line_of(token), (token + 1, last))
        elif word in ("div", "rem", "mod", "floorDiv", "floorMod") and tokens.word(token + 1) == "(":
            argument = [*tokens.arguments(token + 1)][-1:]
            if argument:
                end = tokens.call_end(token)
                yield Candidate(tokens.operand_start(token), end, tokens.line_of(token), argument[0])


def _raises(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    for one in throw_sites(code.tokens, code.tokens.in_lines(*lines), target.name, target.value):
        yield Candidate(one.first, one.last, one.line, one.guard, None, one.score, one.reason)


def _parameters(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield the declaration of a parameter."""
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        if tokens.word(token) == target.name and tokens.around(token) >= 0:
            opening = tokens.around(token)
            if tokens.word(opening) == "(" and _declares(code, token):
                yield Candidate(token, token, tokens.line_of(token), None)


def _declares(code: CodeFile, token: int) -> bool:
    tokens = code.tokens
    return (
        tokens.word(token + 1) == ":"
        if code.kotlin
        else tokens.word(token + 1) in (",", ")")
        and (tokens.is_name(token - 1) or tokens.word(token - 1) == ">")
    )


def _mentions(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        if tokens.word(token) == target.name:
            last = token
            while tokens.word(last + 1) == "." and tokens.is_name(last + 2):
                last += 2
            yield Candidate(tokens.operand_start(token), tokens.call_end(last), tokens.line_of(token))


def _constructions(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield constructions of a class; a type that is only named is none."""
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        if tokens.word(token) != target.name:
            continue
        end = tokens.call_end(token)
        first = tokens.operand_start(token)
        is_made = code.kotlin or tokens.word(first) == "new"
        if end > token and is_made and tokens.word(token - 1) not in ("class", "fun", "::", "interface"):
            yield Candidate(first, end, tokens.line_of(token))


_Finder = Callable[[CodeFile, Target, tuple[int, int]], Iterator[Candidate]]


_FINDERS: Mapping[TargetKind, _Finder] = {
    "call": find_calls,
    "callee": find_callees,
    "read": find_reads,
    "write": find_writes,
    "array": find_element_holders,
    "length": find_lengths,
    "index": find_elements,
    "not_null": find_null_checks,
    "dereference": find_dereferences,
    "cast": find_casts,
    "lateinit": _names,
    "division": _divisions,
    "lock": find_locks,
    "raise": _raises,
    "parameter": _parameters,
    "mention": _mentions,
    "construct": _constructions,
}
