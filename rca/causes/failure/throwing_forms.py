"""Which expressions of a class can throw an error, by the kind of the error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from models.failure import FailureFamily
from rca.causes.failure.access_candidates import find_loops
from rca.causes.failure.candidate_expressions import candidates
from rca.causes.failure.condition import Condition, Target
from rca.causes.failure.expression_candidate import Candidate, sites_in
from rca.causes.failure.searched_file import CodeFile
from rca.causes.platform_facts.value_checks import ASKS_HOST, NOT_ATTACHED

_CHARACTERS: Final = "charAt substring subSequence deleteCharAt"
_BY_POSITION: Final = f"get removeAt set {_CHARACTERS} subList elementAt"
_PARSES: Final = (
    *("parseInt", "parseLong", "parseDouble", "parseFloat", "parseShort", "parseByte", "decode"),
    *("toInt", "toLong", "toDouble", "toFloat", "toShort", "toByte", "toBigDecimal", "toBigInteger"),
)
_BOXES: Final = frozenset(("Integer", "Long", "Double", "Float", "Short", "Byte"))
_FIRST_OF: Final = "first last single next nextElement removeFirst removeLast element reduce getValue"
_KEYED: Final = frozenset(("Map", "Bundle", "SparseArray", "JSONObject", "ContentValues", "AtomicReference"))
"""Types whose `get` asks for a key: a missing one gives null."""
_CHANGES: Final = frozenset(("add", "addAll", "remove", "removeAll", "clear", "put", "putAll", "removeAt"))


def throwing_expressions(
    code: CodeFile, condition: Condition, exception: str, lines: tuple[int, int]
) -> list[Candidate]:
    """Return the expressions on some lines that can throw an error of a kind, in the order of the text.

    Args:
        code: the file.
        condition: what is known of the failure.
        exception: simple name of the exception's type.
        lines: the first and the last line.
    """
    family = condition.family
    if family == "index":
        return _positions(code, exception, lines)
    if family == "missing_element":
        return [
            one
            for one in candidates(code, Target("call", _FIRST_OF), lines)
            if _is_called(code, one, _FIRST_OF)
        ]
    if family == "number_format":
        return [*_parsed(code, lines)]
    if family == "concurrent_modification":
        return [*_changed_loops(code, lines)]
    if family in ("lifecycle", "precondition"):
        return [*_asked_hosts(code, lines)] if NOT_ATTACHED.search(condition.sentence or "") else []
    target = _targets(code, condition).get(family)
    return candidates(code, target, lines) if target is not None else []


def _targets(code: CodeFile, condition: Condition) -> dict[FailureFamily, Target]:
    null = Target("not_null" if code.kotlin else "dereference")
    return {
        "arithmetic": Target("division"),
        "cast": Target("cast", condition.expected or ""),
        "uninitialized": Target("lateinit", condition.name or ""),
        "null_check": null,
        "null_dereference": null,
    }


def _positions(code: CodeFile, exception: str, lines: tuple[int, int]) -> list[Candidate]:
    """Return accesses by position; of an array's error those by brackets alone, if there are any."""
    if exception.startswith("StringIndex"):
        return candidates(code, Target("call", _CHARACTERS), lines)
    elements = [one for one in candidates(code, Target("index"), lines) if not _has_key(code, one)]
    if exception.startswith("ArrayIndex") and elements:
        return elements
    calls = [
        one for one in candidates(code, Target("call", _BY_POSITION), lines) if not _asks_for_key(code, one)
    ]
    return sorted({(one.first, one.last): one for one in (*elements, *calls)}.values(), key=_order)


def _order(one: Candidate) -> tuple[int, int]:
    return one.last, one.first


def _has_key(code: CodeFile, one: Candidate) -> bool:
    """Return whether an access by brackets gives a text: a map's key."""
    return one.value is not None and code.tokens.is_string(one.value[0])


def _asks_for_key(code: CodeFile, one: Candidate) -> bool:
    if one.site is None:
        return _has_key(code, one)
    site = code.facts.calls[one.site]
    if site.name not in ("get", "set"):
        return False
    types = code.receiver_types(site)
    return types is None or any(name.endswith(tuple(_KEYED)) for name in types)


def _is_called(code: CodeFile, one: Candidate, names: str) -> bool:
    """Return whether an expression is a written call of one of some names; a loop calls `next` unwritten."""
    return one.site is not None and code.facts.calls[one.site].name in names.split()


def _parsed(code: CodeFile, lines: tuple[int, int]) -> Iterator[Candidate]:
    for name in _PARSES:
        yield from candidates(code, Target("callee", name), lines)
    for one in candidates(code, Target("callee", "valueOf"), lines):
        if code.tokens.word(one.first) in _BOXES:
            yield one


def _changed_loops(code: CodeFile, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield loops over a collection whose body changes that collection."""
    tokens = code.tokens
    for loop in find_loops(code, lines):
        if loop.value is None or tokens.word(loop.last + 1) != "{":
            continue
        over = "".join(tokens.words[loop.value[0] : loop.value[1] + 1])
        end = tokens.pair(loop.last + 1) or loop.last
        for token in range(loop.last + 2, end):
            if tokens.word(token) in _CHANGES and tokens.word(token - 1) == "." and token > 2:
                first = tokens.operand_start(token - 2)
                if "".join(tokens.words[first : token - 1]) == over:
                    yield Candidate(first, tokens.call_end(token), tokens.line_of(token), (first, token - 2))


def _asked_hosts(code: CodeFile, lines: tuple[int, int]) -> Iterator[Candidate]:
    """Yield what a fragment asks of the activity that it is attached to."""
    tokens = code.tokens
    for index, site, token in sites_in(code, lines):
        is_own = not site.has_receiver or tokens.word(token - 2) == "this"
        if site.name in ASKS_HOST and is_own and site.form in ("call", "read"):
            yield Candidate(token, tokens.call_end(token), tokens.line_of(token), None, index)
