"""Candidates for the failing expression that check something: null checks, non-null uses, casts."""

from __future__ import annotations

from collections.abc import Iterator

from rca.causes.failure.access_candidates import find_element_holders, find_locks, find_loops
from rca.causes.failure.asserting_getters import asserting_getters
from rca.causes.failure.condition import Target, simple_name
from rca.causes.failure.expression_candidate import Candidate, may_be_null, receiver_of, sites_in
from rca.causes.failure.jvm_call_names import source_forms
from rca.causes.failure.searched_file import CodeFile

_CHECKS = frozenset(
    [
        "requireNotNull",
        "checkNotNull",
        "requireNonNull",
        "getClass",
        "javaClass",
        "requireNonNullElse",
        "notNull",
        "assertNotNull",
    ]
)


_ALLOWING_NULL = frozenset(("==", "!=", "===", "!==", "?.", "?:", "!!"))
"""What follows a value that may be null there."""


def _assertions(code: CodeFile, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield `x!!`."""
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        if tokens.word(token) == "!!" and token > 0:
            first = tokens.operand_start(token - 1)
            yield Candidate(first, token, tokens.line_of(token), (first, token - 1))


def find_null_checks(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield `x!!`, calls that check for null, and values that a message names."""
    yield from _assertions(code, lines)
    tokens = code.tokens
    for index, site, token in sites_in(code, lines):
        if site.name not in _CHECKS:
            continue
        receiver = receiver_of(code, token)
        argument = None
        if tokens.word(token + 1) == "(":
            argument = next(tokens.arguments(token + 1), None)
        value = argument or receiver
        if value is not None:
            first = receiver[0] if receiver else token
            yield Candidate(first, tokens.call_end(token), tokens.line_of(token), value, index)
    if target.value is not None:
        yield from _named_values(code, target.value, lines)


def _named_values(code: CodeFile, value: str, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield the reads of a value that a check of Kotlin names (`it.name`, `getString(...)`)."""
    tokens = code.tokens
    path = [part.partition("(")[0] for part in value.split(".")]
    for _index, site, token in sites_in(code, lines):
        forms = source_forms(path[-1])
        if site.name in forms.calls | forms.reads and site.form in ("read", "call"):
            first = tokens.operand_start(token)
            if len(path) > 1 and path[0] not in (tokens.word(first), "this"):
                continue
            last = tokens.call_end(token)
            if tokens.word(last + 1) in _ALLOWING_NULL:
                continue
            yield Candidate(first, last, tokens.line_of(token), (first, last))


def find_dereferences(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield every use of a value that null does not allow."""
    if code.kotlin:
        yield from _assertions(code, lines)
    tokens = code.tokens
    getters = asserting_getters(code.text) if code.kotlin else {}
    for index, site, token in sites_in(code, lines):
        if site.name in getters and site.form == "read" and tokens.word(token - 1) != ".":
            yield Candidate(token, token, tokens.line_of(token), (token, token), index)
        receiver = receiver_of(code, token) if site.form not in ("operator", "reference") else None
        if receiver is not None and may_be_null(code, receiver):
            yield Candidate(receiver[0], tokens.call_end(token), tokens.line_of(token), receiver, index)
    if not code.kotlin:
        yield from find_element_holders(code, target, lines)
        yield from (one for one in find_loops(code, lines) if one.value and may_be_null(code, one.value))
        yield from find_locks(code, target, lines)


def find_casts(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield casts to a type, and calls that give one where no cast is written."""
    explicit = list(_explicit_casts(code, target, lines))
    yield from explicit or (_implicit_casts(code, target, lines) if target.name else ())


def _explicit_casts(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    tokens = code.tokens
    wanted = simple_name(target.name).removesuffix("[]")
    for token in tokens.in_lines(*lines):
        if code.kotlin:
            if tokens.word(token) == "as" and tokens.word(token + 1) != "?":
                last = _type_end(code, token + 1)
                if _names_type(code, token + 1, last, wanted):
                    first = tokens.operand_start(token - 1)
                    yield Candidate(first, last, tokens.line_of(token), (first, token - 1))
        elif tokens.word(token) == "(" and tokens.word(token - 1) not in (")", "]"):
            closing = tokens.pair(token)
            if closing is None or tokens.is_name(token - 1) or not _begins_operand(code, closing + 1):
                continue
            if _names_type(code, token + 1, closing - 1, wanted):
                last = tokens.operand_end(closing + 1)
                yield Candidate(token, last, tokens.line_of(token), (closing + 1, last))


def _begins_operand(code: CodeFile, index: int) -> bool:
    word = code.tokens.word(index)
    return code.tokens.is_name(index) or word in ("(", "new", "this", "super") or word[:1] == '"'


def _type_end(code: CodeFile, first: int) -> int:
    tokens, index = code.tokens, first
    while tokens.word(index + 1) == ".":
        index += 2
    if tokens.word(index + 1) == "<":
        index = tokens.after_type_arguments(index + 1) - 1
    return index + 1 if tokens.word(index + 1) == "?" else index


def _names_type(code: CodeFile, first: int, last: int, wanted: str) -> bool:
    words = code.tokens.words[first : last + 1]
    head = words[: words.index("<")] if "<" in words else words
    names = [word for word in head if word[:1].isalpha()]
    kotlin = {"Integer": "Int", "Character": "Char", "Object": "Any"}.get(wanted, wanted)
    return bool(names) and (not wanted or names[-1] in (wanted, kotlin, f"Mutable{wanted}"))


def _implicit_casts(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield calls whose result is of the type by a type argument or by what the resolver knows."""
    tokens = code.tokens
    wanted = simple_name(target.name)
    for index, site, token in sites_in(code, lines):
        if site.form != "call":
            continue
        named = any(simple_name(one.split("<")[0].rstrip("?")) == wanted for one in site.type_arguments)
        if named or wanted in (code.result_types(index) or ()):
            first = tokens.operand_start(token)
            if not tokens.word(first)[:1].isupper() or first != token:
                last = tokens.call_end(token)
                yield Candidate(first, last, tokens.line_of(token), (first, last), index)
