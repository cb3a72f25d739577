"""The expressions of a file that may be what failed, for each kind of condition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rca.causes.failure.condition import Target, TargetKind, simple_name
from rca.causes.failure.jvm_call_names import source_forms
from rca.causes.failure.jvm_source_file import CodeFile
from rca.causes.failure.throw_sites import throw_sites
from rca.languages.facts import CallSite

_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*$")
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


@dataclass(frozen=True)
class Candidate:
    """An expression by its first and last token. `line` is the one that the JVM gives it.

    `value` is the part whose value is at fault, `site` the index of the call site.
    """

    first: int
    last: int
    line: int
    value: tuple[int, int] | None = None
    site: int | None = None
    score: int = 0
    reason: str | None = None


def candidates(code: CodeFile, target: Target, lines: tuple[int, int]) -> list[Candidate]:
    """Return the expressions on some lines that fit what to look for, in the order of the text."""
    found = {(one.first, one.last): one for one in _FINDERS[target.kind](code, target, lines)}
    return sorted(found.values(), key=lambda one: (one.last, one.first))


def _sites(code: CodeFile, lines: tuple[int, int]) -> Iterator[tuple[int, CallSite, int]]:
    """Yield the call sites on lines with their index and the token of their name."""
    wanted = code.tokens.in_lines(*lines)
    if not wanted:
        return
    first, last = code.tokens.starts[wanted[0]], code.tokens.starts[wanted[-1]]
    for index, site in enumerate(code.facts.calls):
        if code.deadline.expired:
            return
        if first <= site.start <= last:
            token = code.tokens.at(site.start)
            if token is not None:
                yield index, site, token


def _calls(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield calls and property accesses of a name on a value that may be null."""
    for method in target.name.split():
        yield from _accesses(code, method, lines, null_receiver=target.owner is not None)


def _callees(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    yield from _accesses(code, target.name, lines, null_receiver=False)


def _accesses(
    code: CodeFile, method: str, lines: tuple[int, int], *, null_receiver: bool
) -> Iterator[Candidate]:
    forms = source_forms(method)
    tokens = code.tokens
    for index, site, token in _sites(code, lines):
        if site.form in ("operator", "delegate"):
            continue
        names = {"read": forms.reads, "write": forms.writes}.get(site.form, forms.calls)
        if site.form == "read" and forms.writes & {site.name} and tokens.word(token + 1).endswith("="):
            names = forms.writes
        if site.name not in names:
            continue
        receiver = _receiver(code, token)
        if null_receiver and (receiver is None or not may_be_null(code, receiver)):
            continue
        first = receiver[0] if receiver else tokens.operand_start(token)
        yield Candidate(first, tokens.call_end(token), tokens.line_of(token), receiver, index)
    if forms.operator == "[]":
        for one in _elements(code, lines):
            opening = one.value[0] - 1 if one.value else one.last
            yield Candidate(one.first, one.last, one.line, (one.first, opening - 1))
    if forms.operator == "for":
        yield from _loops(code, lines)
        yield from _inlined_loops(code, lines)


def _inlined_loops(code: CodeFile, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield calls of Kotlin's inlined functions that go over what they are called on."""
    for index, site, token in _sites(code, lines):
        receiver = _receiver(code, token)
        if code.kotlin and site.trailing and site.name in _ITERATING and receiver is not None:
            last = code.tokens.call_end(token)
            yield Candidate(receiver[0], last, code.tokens.line_of(token), receiver, index)


def _receiver(code: CodeFile, token: int) -> tuple[int, int] | None:
    """Return the tokens of what a member is asked of, None where it is asked of nothing or safely."""
    if code.tokens.word(token - 1) != ".":
        return None
    return code.tokens.operand_start(token - 2), token - 2


def may_be_null(code: CodeFile, value: tuple[int, int]) -> bool:
    """Return whether a receiver can be null: not `this`, a literal, a class, a construction or `x!!`."""
    tokens = code.tokens
    first, last = value
    word = tokens.word(last)
    if word in ("this", "super", "!!", "class") or tokens.is_string(first) or word[:1].isdigit():
        return False
    if first == last:
        return not (word[:1].isupper() and not _CONSTANT.match(word))
    if tokens.word(first) == "new" and tokens.call_end(first + 1, lambdas=False) == last:
        return False
    if code.kotlin and word == ")":
        opening = tokens.pair(last)
        if opening is not None and opening - 1 == first and tokens.word(first)[:1].isupper():
            return False
    segments = tokens.words[first : last + 1]
    if all(tokens.is_name(first + place) or segment == "." for place, segment in enumerate(segments)):
        return not (word[:1].isupper() and not _CONSTANT.match(word))
    return True


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


def _holds_elements(code: CodeFile, index: int) -> bool:
    word = code.tokens.word(index)
    if word in (")", "]", "!!"):
        return True
    return code.tokens.is_name(index) and code.tokens.word(index - 1) not in ("@", ":")


def _element_holders(code: CodeFile, _target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield accesses to elements; the value is what holds them."""
    for one in _elements(code, lines):
        opening = one.value[0] - 1 if one.value else one.last
        holder = (one.first, opening - 1)
        if may_be_null(code, holder):
            yield Candidate(one.first, one.last, one.line, holder)


def _by_index(code: CodeFile, _target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    yield from _elements(code, lines)


def _loops(code: CodeFile, lines: tuple[int, int]) -> Iterator[Candidate]:
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


def _reads(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    for index, site, token in _sites(code, lines):
        receiver = _receiver(code, token)
        if site.name == target.name and site.form == "read" and receiver and may_be_null(code, receiver):
            yield Candidate(receiver[0], token, code.tokens.line_of(token), receiver, index)


def _writes(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    for index, site, token in _sites(code, lines):
        receiver = _receiver(code, token)
        if site.name != target.name or site.form not in ("write", "read") or receiver is None:
            continue
        if may_be_null(code, receiver) and code.tokens.word(token + 1).endswith("="):
            yield Candidate(receiver[0], token, code.tokens.line_of(token), receiver, index)


def _lengths(code: CodeFile, _target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        if tokens.word(token) in ("length", "size", "indices", "lastIndex"):
            receiver = _receiver(code, token)
            if receiver is not None and tokens.word(token + 1) != "(" and may_be_null(code, receiver):
                yield Candidate(receiver[0], token, tokens.line_of(token), receiver)
    for one in _loops(code, lines):
        if one.value is not None and may_be_null(code, one.value):
            yield one


def _assertions(code: CodeFile, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield `x!!`."""
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        if tokens.word(token) == "!!" and token > 0:
            first = tokens.operand_start(token - 1)
            yield Candidate(first, token, tokens.line_of(token), (first, token - 1))


def _null_checks(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    yield from _assertions(code, lines)
    tokens = code.tokens
    for index, site, token in _sites(code, lines):
        if site.name not in _CHECKS:
            continue
        receiver = _receiver(code, token)
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
    for _index, site, token in _sites(code, lines):
        forms = source_forms(path[-1])
        if site.name in forms.calls | forms.reads and site.form in ("read", "call"):
            first = tokens.operand_start(token)
            if len(path) > 1 and path[0] not in (tokens.word(first), "this"):
                continue
            last = tokens.call_end(token)
            if tokens.word(last + 1) in _ALLOWING_NULL:
                continue
            yield Candidate(first, last, tokens.line_of(token), (first, last))


def _dereferences(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield every use of a value that null does not allow."""
    if code.kotlin:
        yield from _assertions(code, lines)
    tokens = code.tokens
    for index, site, token in _sites(code, lines):
        receiver = _receiver(code, token) if site.form not in ("operator", "reference") else None
        if receiver is not None and may_be_null(code, receiver):
            yield Candidate(receiver[0], tokens.call_end(token), tokens.line_of(token), receiver, index)
    if not code.kotlin:
        yield from _element_holders(code, target, lines)
        yield from (one for one in _loops(code, lines) if one.value and may_be_null(code, one.value))
        yield from _locks(code, target, lines)


def _casts(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    explicit = list(_explicit_casts(code, target, lines))
    yield from explicit or _implicit_casts(code, target, lines)


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
    return bool(names) and names[-1] in (wanted, kotlin, f"Mutable{wanted}")


def _implicit_casts(code: CodeFile, target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield calls whose result is of the type by a type argument or by what the resolver knows."""
    tokens = code.tokens
    wanted = simple_name(target.name)
    for index, site, token in _sites(code, lines):
        if site.form != "call":
            continue
        named = any(simple_name(one.split("<")[0].rstrip("?")) == wanted for one in site.type_arguments)
        if named or wanted in (code.result_types(index) or ()):
            first = tokens.operand_start(token)
            if not tokens.word(first)[:1].isupper() or first != token:
                last = tokens.call_end(token)
                yield Candidate(first, last, tokens.line_of(token), (first, last), index)


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


def _locks(code: CodeFile, _target: Target, lines: tuple[int, int]) -> Iterator[Candidate]:
    tokens = code.tokens
    for token in tokens.in_lines(*lines):
        if tokens.word(token) == "synchronized" and tokens.word(token + 1) == "(":
            argument = next(tokens.arguments(token + 1), None)
            closing = tokens.pair(token + 1)
            if argument is not None and closing is not None and may_be_null(code, argument):
                yield Candidate(token, closing, tokens.line_of(token), argument)


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


_Finder = Callable[[CodeFile, Target, tuple[int, int]], Iterator[Candidate]]
_FINDERS: Mapping[TargetKind, _Finder] = {
    "call": _calls,
    "callee": _callees,
    "read": _reads,
    "write": _writes,
    "array": _element_holders,
    "length": _lengths,
    "index": _by_index,
    "not_null": _null_checks,
    "dereference": _dereferences,
    "cast": _casts,
    "lateinit": _names,
    "division": _divisions,
    "lock": _locks,
    "raise": _raises,
    "parameter": _parameters,
    "mention": _mentions,
}
