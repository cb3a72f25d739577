"""Which argument of a project's call was null, where a function of a library failed on null inside."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from models.error_report import Frame
from rca.causes.failure.condition import Target
from rca.causes.failure.expression_candidate import may_be_null
from rca.causes.failure.expression_search import FoundExpression
from rca.causes.failure.searched_file import CodeFile, fits_type
from rca.languages.facts import CallSite

_OF_ANY: Final = frozenset(("Object", "Any", "Class"))
_NUMBERS: Final = frozenset(("Int", "Long", "Boolean", "Float", "Double", "Char", "Byte", "Short"))
_PRIMITIVE: Final = frozenset(name.lower() for name in _NUMBERS)
"""Types of Java that are never null, in lower case as Java writes them."""


def with_null_argument(found: FoundExpression, used: Target | None, callee: Frame | None) -> FoundExpression:
    """Take the argument that was null for the value, where just one can have been.

    The receiver is none: a call on null fails in the caller's own frame. Literals, constructions and values
    of types without null are left out, and so is what cannot be of the class whose member was asked for.

    Args:
        found: the call of the library.
        used: what the message says was asked of null, with its class.
        callee: the library's frame that the project called.
    """
    if (used is None or used.owner is None) and found.best.site is not None:
        return replace(found, candidates=(replace(found.best, value=None), *found.candidates[1:]))
    best, tokens = found.best, found.code.tokens
    name = best.first if best.site is None else tokens.at(found.code.facts.calls[best.site].start)
    site = None if best.site is None else found.code.facts.calls[best.site]
    if name is None:
        return found
    if site is None:
        name, site = _construction(found.code, best.first, best.last)
    opening = name + 1
    if tokens.word(opening) == "<":
        opening = tokens.after_type_arguments(opening)
    arguments = [*tokens.arguments(opening)] if tokens.word(opening) == "(" else []
    left = []
    for place, argument in enumerate(arguments):
        if _is_value(found.code, argument) and may_be_null(found.code, argument):
            types = _types(found.code, site, place, len(arguments))
            if _is_foreign(used, callee) if types is None else _fits(types, used):
                left.append(argument)
    value = left[0] if len(left) == 1 else None
    return replace(found, candidates=(replace(best, value=value), *found.candidates[1:]))


def _is_foreign(used: Target | None, callee: Frame | None) -> bool:
    """Return whether what was null is of another package than what was called.

    What is of the same is mostly a part of an object that the library holds, and no argument.
    """
    if used is None or used.owner is None or callee is None or callee.class_name is None:
        return True
    return used.owner.split(".")[:2] != callee.class_name.split(".")[:2]


def _fits(types: tuple[str, ...], used: Target | None) -> bool:
    """Return whether a value of a type can be null, and of the class whose member was asked for."""
    if types[0] in _NUMBERS or types[0] in _PRIMITIVE:
        return False
    if used is None or used.owner is None or types[0] in _OF_ANY:
        return True
    return fits_type(types, used.owner) is not False


def _is_value(code: CodeFile, argument: tuple[int, int]) -> bool:
    """Return whether an argument is one operand: no lambda, no sum, no comparison."""
    tokens = code.tokens
    first, last = argument
    if tokens.word(first) in ("{", "true", "false", "!", "-", "(") or "->" in tokens.words[first : last + 1]:
        return False
    return tokens.operand_end(first) == last


def _construction(code: CodeFile, first: int, last: int) -> tuple[int, CallSite | None]:
    """Return the token of a constructed class's name, and its call site where the index has one."""
    tokens = code.tokens
    name = first + 1 if tokens.word(first) == "new" else first
    while tokens.word(name + 1) == "." and name < last:
        name += 2
    start = tokens.starts[name]
    return name, next((site for site in code.facts.calls if site.start == start), None)


def _types(code: CodeFile, site: CallSite | None, place: int, count: int) -> tuple[str, ...] | None:
    """Return the types of an argument, None where they are not known."""
    if site is None or len(site.arguments) < count or any(label is not None for label in site.labels):
        return None
    return code.type_names(site.arguments[place])
