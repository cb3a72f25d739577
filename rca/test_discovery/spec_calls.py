"""Tests that are calls: Kotest's specs and Spek's, read off the call sites of a class.

Sources: Kotest 5.9 documentation ("Testing Styles"), Spek 2 documentation ("Specification", "Gherkin").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rca.languages.facts import NONE, CallSite, Facts

_LITERAL: Final = re.compile(r'"""(?P<raw>.*?)"""|"(?P<plain>(?:[^"\\\n]|\\.)*)"', re.DOTALL)
_LITERAL_BEFORE: Final = re.compile(r'"(?P<plain>(?:[^"\\\n]|\\.)*)"[\s.]*$')
_LONGEST: Final = 400
_ESCAPED: Final = re.compile(r"\\(.)")


class _Style(NamedTuple):
    """The functions of a style that hold tests and those that are tests; what strings alone are."""

    contexts: frozenset[str]
    tests: frozenset[str]
    strings: bool = False
    infix: frozenset[str] = frozenset()


def _both(*names: str) -> frozenset[str]:
    return frozenset((*names, *(f"x{name}" for name in names), *(f"f{name}" for name in names)))


_STYLES: Final[dict[str, _Style]] = {
    "StringSpec": _Style(frozenset(), frozenset(), strings=True),
    "FunSpec": _Style(_both("context"), _both("test")),
    "DescribeSpec": _Style(_both("describe", "context"), _both("it")),
    "BehaviorSpec": _Style(
        _both("given", "when", "and", "context") | _both("Given", "When", "And", "Context"),
        _both("then") | _both("Then"),
    ),
    "ShouldSpec": _Style(_both("context"), _both("should")),
    "FreeSpec": _Style(frozenset(), frozenset(), strings=True, infix=frozenset(("minus",))),
    "WordSpec": _Style(
        frozenset(), frozenset(), strings=True, infix=frozenset(("should", "Should", "when", "When"))
    ),
    "FeatureSpec": _Style(_both("feature"), _both("scenario")),
    "ExpectSpec": _Style(_both("context"), _both("expect")),
    "Spek": _Style(
        _both("describe", "context", "group", "given", "on") | frozenset(("Feature", "Scenario")),
        _both("it", "test") | frozenset(("Given", "When", "Then", "And")),
    ),
}


@dataclass(slots=True)
class SpecTest:
    """A test or context of a spec; `is_dynamic` where its name is made at run time, `end` its last line."""

    path: tuple[str, ...]
    line: int
    is_context: bool
    is_disabled: bool
    is_dynamic: bool
    end: int


@dataclass(slots=True)
class _Tree:
    """What lambdas stand for, by the index of their expression: a context, or None inside of a test."""

    paths: dict[int, tuple[tuple[str, ...], bool] | None] = field(default_factory=dict)


def spec_tests(facts: Facts, text: str, owner: int, style: str) -> Iterator[SpecTest]:
    """Return the tests of the spec that a class declares, contexts before what they hold.

    Args:
        facts: those of the file.
        text: the file's.
        owner: index of the class.
        style: name of its base class.
    """
    rules, tree = _STYLES[style], _Tree()
    sites = [site for site in facts.calls if _is_inside(facts, site, owner)]
    # Calls are listed from the inside out; where they begin orders contexts before what they hold.
    for site in sorted(sites, key=lambda one: (one.start, len(one.lambdas))):
        found = _named(site, text, rules)
        if found is None:
            continue
        label, is_context = found
        around = next((tree.paths[one] for one in site.lambdas if one in tree.paths), ((), False))
        if around is None:  # a call inside of a test
            continue
        path, off = around
        is_off = off or label.startswith("!") or (site.form == "call" and site.name.startswith("x"))
        own = (*path, label.removeprefix("!").removeprefix("f:"))
        for argument in site.arguments:
            if facts.expressions[argument].form == "lambda":
                tree.paths[argument] = (own, is_off) if is_context else None
        end = _end(site, facts)
        yield SpecTest(own, site.line, is_context, is_off, "$" in label, end)


def _is_inside(facts: Facts, site: CallSite, owner: int) -> bool:
    if site.owner == owner:
        return True
    if site.owner == NONE:
        return False
    row = facts.declarations[site.owner]
    return row.parent == owner and row.kind in ("initializer", "constructor")


def _named(site: CallSite, text: str, rules: _Style) -> tuple[str, bool] | None:
    """Return the name that a call gives to a test or context, and whether it is a context."""
    if (
        site.form == "call"
        and not site.has_receiver
        and (site.name in rules.tests or site.name in rules.contexts)
    ):
        opening = text.find("(", site.start, site.start + len(site.name) + 4)
        label = None if opening < 0 else _literal(text, opening + 1)
        return None if label is None else (label, site.name in rules.contexts)
    if not rules.strings:
        return None
    is_context = site.name in rules.infix
    if site.form == "operator" and (is_context or site.name == "invoke"):
        label = _literal(text, site.start)
    elif (is_context and site.form == "infix") or (site.name == "config" and site.has_receiver):
        label = _literal_before(text, site.start)
    else:
        return None
    return None if label is None else (label, is_context)


def _literal(text: str, start: int) -> str | None:
    while start < len(text) and text[start].isspace():
        start += 1
    found = _LITERAL.match(text, start, min(len(text), start + _LONGEST))
    if found is None:
        return None
    return found["raw"] if found["raw"] is not None else _ESCAPED.sub(r"\1", found["plain"])


def _literal_before(text: str, end: int) -> str | None:
    found = _LITERAL_BEFORE.search(text, max(0, end - _LONGEST), end)
    return None if found is None else _ESCAPED.sub(r"\1", found["plain"])


def _end(site: CallSite, facts: Facts) -> int:
    """Return the last line of the calls inside of a call's lambdas, its own where there is none."""
    given = set(site.arguments)
    return max((one.line for one in facts.calls if given.intersection(one.lambdas)), default=site.line)
