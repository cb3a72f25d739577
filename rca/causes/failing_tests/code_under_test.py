"""The functions of the project that a test runs, by how closely the assertion depends on each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.causes.file_functions import FileFunctions
from rca.index.index_view import IndexView
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace.build_modules import is_test

_ASSERTED, _ASSIGNED, _RUN_BEFORE, _SET_UP = 1.0, 0.85, 0.5, 0.2
_CALLEE_DECAY = 0.55
_MOST_DEPTH = 3
_LEAST = 0.06
_MOST_SITES = 400
_MOST_FILES = 30
_NAME = re.compile(r"\b[A-Za-z_]\w*\b")
_TEST_NAME = re.compile(
    r"(?:Instrumented|Integration|Unit|Ui|UI|Android|Screenshot)?(?:Tests?|TestCase|Spec|IT)$"
)
_SET_UP_MARKS = ("Before", "BeforeEach", "BeforeTest", "BeforeAll", "BeforeClass", "setUp", "setup")
_DOUBLE = re.compile(r"(?:Mock|Fake|Stub|Dummy)\w*\.|^(?:Mock|Fake|Stub|Dummy|Test)")
_OF_DOUBLE = 0.3
_SIZES = ((30, 1.25), (10, 1.15), (3, 1.0), (1, 0.75), (0, 0.55))
"""Weights by the lines of a function beside its first."""
_NOT_BEHAVIOUR = frozenset(("constructor", "property"))


@dataclass(frozen=True, slots=True)
class TestedFunction:
    """A function that a test runs.

    Args:
        weight: how closely the assertion depends on it, from 0 to 1.
        chain: the calls from the test to it, the test left out, itself last.
        how: `asserted`, `assigned` (to a variable that is asserted), `run` before, or `set_up`.
    """

    function: Symbol
    weight: float
    chain: tuple[Symbol, ...]
    how: str
    test_line: int

    __test__ = False  # for pytest, which collects classes of such names


class CodeUnderTest:
    """Follows calls from a test into the project's own code."""

    def __init__(self, index: IndexView, resolver: Resolver, deadline: Deadline) -> None:
        self._index = index
        self._resolver = resolver
        self._deadline = deadline
        self._files: dict[str, FileFunctions | None] = {}
        self._targets: dict[tuple[str, int], tuple[Symbol, ...]] = {}
        self._sites: dict[str, dict[int, list[int]]] = {}
        """The numbers of a file's call sites by their line."""

    def find(self, test: Symbol, assertion_line: int, text: str) -> list[TestedFunction]:
        """Return the functions that a test runs before an assertion, the closest first.

        At the deadline those that were found: the assertion is read first, then what stands nearest to it.

        Args:
            test: the function of the test.
            assertion_line: where it failed.
            text: the text of its file.
        """
        lines = text.split("\n")
        asserted = _statement(lines, assertion_line, test.end_line)
        lines_of = _origins(lines, test, asserted)
        found: dict[Symbol, TestedFunction] = {}
        subject = _TEST_NAME.sub("", test.class_path[0]) if test.class_path else ""
        for line, weight, how in self._lines(test, asserted, lines_of):
            if self._deadline.expired:
                break
            for target in self._called_on(test, line):
                fitted = self._fitted(target, weight, subject)
                self._add(found, TestedFunction(target, fitted, (target,), how, line))
        for other in self._set_up(test):
            for line in range(other.line, other.end_line + 1):
                if self._deadline.expired:
                    break
                for target in self._called_on(other, line):
                    fitted = self._fitted(target, _SET_UP, subject)
                    self._add(found, TestedFunction(target, fitted, (target,), "set_up", line))
        self._expand(found, subject)
        return sorted(found.values(), key=lambda one: (-one.weight, one.function.path, one.function.line))

    def _lines(
        self, test: Symbol, asserted: range, origins: dict[int, float]
    ) -> Iterator[tuple[int, float, str]]:
        """Yield the lines of a test up to the assertion, with the weight that their calls have."""
        for line in asserted:
            yield line, _ASSERTED, "asserted"
        for line, weight in origins.items():
            yield line, weight, "assigned"
        before = [line for line in range(test.line, asserted.start) if line not in origins]
        for distance, line in enumerate(reversed(before)):
            yield line, _RUN_BEFORE * (0.97**distance), "run"

    def _fitted(self, target: Symbol, weight: float, subject: str) -> float:
        """Return a weight raised for what a test is named after; accessors and constructors count less."""
        if subject and (
            subject in target.class_path or target.path.rpartition("/")[2].startswith(f"{subject}.")
        ):
            weight = min(1.0, weight * 1.25)
        elif subject:
            weight *= 0.8
        if _DOUBLE.search(target.path.rpartition("/")[2]):
            weight *= _OF_DOUBLE
        return weight * _of_size(target)

    def _add(self, found: dict[Symbol, TestedFunction], one: TestedFunction) -> bool:
        """Keep a function where nothing closer led to it before; return whether it was kept."""
        known = found.get(one.function)
        if one.weight < _LEAST or (known is not None and known.weight >= one.weight):
            return False
        found[one.function] = one
        return True

    def _expand(self, found: dict[Symbol, TestedFunction], subject: str) -> None:
        """Add what the functions call in their turn, a few steps deep."""
        waiting = sorted(found.values(), key=lambda one: -one.weight)
        for _ in range(_MOST_DEPTH):
            following: list[TestedFunction] = []
            for one in waiting:
                if self._deadline.expired:
                    return
                weight = one.weight * _CALLEE_DECAY
                if weight < _LEAST:
                    continue
                for target in self._callees(one.function):
                    if target in one.chain:
                        continue
                    fitted = self._fitted(target, weight, subject)
                    chain = (*one.chain, target)
                    deeper = TestedFunction(target, fitted, chain, one.how, one.test_line)
                    if self._add(found, deeper):
                        following.append(deeper)
            waiting = following

    def _set_up(self, test: Symbol) -> Iterator[Symbol]:
        functions = self._functions(test.path)
        for one in functions.functions if functions is not None else ():
            marks = " ".join(one.declaration.modifiers)
            if one.name in {"setUp", "setup"} or any(f"@{mark}" in marks for mark in _SET_UP_MARKS):
                yield one

    def _called_on(self, function: Symbol, line: int) -> Iterator[Symbol]:
        """Yield the project's functions that a line calls; a test's own helpers give what they call."""
        functions = self._functions(function.path)
        if functions is None:
            return
        for number in self._sites_of(function.path, functions).get(line, ()):
            for target in self._resolved(function.path, number):
                if not is_test(target.path):
                    yield target
                elif target != function:
                    yield from (one for one in self._callees(target) if not is_test(one.path))

    def _sites_of(self, path: str, functions: FileFunctions) -> dict[int, list[int]]:
        found = self._sites.get(path)
        if found is None:
            found = self._sites[path] = {}
            for number, site in enumerate(functions.facts.calls):
                found.setdefault(site.line, []).append(number)
        return found

    def _callees(self, function: Symbol) -> tuple[Symbol, ...]:
        """Return the project's functions that a function calls, implementations of abstract ones included."""
        functions = self._functions(function.path)
        if functions is None:
            return ()
        found: dict[Symbol, None] = {}
        for number, site in enumerate(functions.facts.calls[: _MOST_SITES * 10]):
            if function.line <= site.line <= function.end_line:
                if self._deadline.expired:
                    break
                found.update(dict.fromkeys(self._resolved(function.path, number)))
            if len(found) > _MOST_SITES:
                break
        found.pop(function, None)
        return tuple(found)

    def _resolved(self, path: str, number: int) -> tuple[Symbol, ...]:
        key = (path, number)
        known = self._targets.get(key)
        if known is None:
            resolution = None if self._deadline.expired else self._resolver.resolve(path, number)
            certain = resolution is not None and (resolution.certain or resolution.families == 1)
            targets = resolution.targets if resolution is not None and certain else ()
            own = tuple(
                dict.fromkeys(
                    one
                    for target in targets
                    if not target.path.startswith("library:")
                    for one in self._implementations(target)
                )
            )
            known = self._targets[key] = own
        return known

    def _implementations(self, target: Symbol) -> tuple[Symbol, ...]:
        """Return a function, or those of the project that implement it where it is abstract."""
        owner = target.owner
        if owner is None or not _is_abstract(target, owner):
            return (target,)
        found = [
            symbol
            for path in self._index.declaring(target.name, "callable")[:_MOST_FILES]
            if not is_test(path) and not self._deadline.expired
            for symbol in self._index.symbols(path)
            if symbol.name == target.name
            and symbol.declaration.kind == "function"
            and symbol.owner is not None
            and any(_names(written, owner.name) for written in symbol.owner.declaration.supertypes)
        ]
        return tuple(found) or (target,)

    def _functions(self, path: str) -> FileFunctions | None:
        if path not in self._files:
            facts = self._index.facts(path)
            known = facts is not None and facts.language in {"kotlin", "java"}
            self._files[path] = (
                FileFunctions(path, facts, self._index.symbols(path)) if known and facts is not None else None
            )
        return self._files[path]


def _of_size(target: Symbol) -> float:
    """Return how much a function can do: accessors and constructors seldom hold what a test is about."""
    if target.declaration.kind in _NOT_BEHAVIOUR:
        return 0.5
    lines = target.end_line - target.line
    return next(factor for least, factor in _SIZES if lines >= least)


def _is_abstract(symbol: Symbol, owner: Symbol) -> bool:
    row = symbol.declaration
    if owner.declaration.kind == "interface":
        return row.end <= row.header_end + 1
    return "abstract" in row.modifiers


def _names(written: str, name: str) -> bool:
    return written.partition("<")[0].partition("(")[0].strip().rpartition(".")[2] == name


def _statement(lines: list[str], line: int, end: int) -> range:
    """Return the lines of the statement around a line: calls and chains over several lines."""
    first = last = line
    while first > 1 and lines[first - 1].strip().startswith((".", "?.", ")")):
        first -= 1
    opened = 0
    for number in range(first, min(end, len(lines)) + 1):
        text = lines[number - 1]
        opened += text.count("(") + text.count("{") - text.count(")") - text.count("}")
        last = max(last, number)
        following = lines[number].strip() if number < len(lines) else ""
        if opened <= 0 and number >= line and not following.startswith((".", "?.")):
            break
    return range(first, last + 1)


def _origins(lines: list[str], test: Symbol, asserted: range) -> dict[int, float]:
    """Return the lines that assign the names of an assertion, with weights; names of those lines in turn."""
    found: dict[int, float] = {}
    wanted = (
        {name for line in asserted for name in _NAME.findall(lines[line - 1])}
        if asserted.stop <= len(lines) + 1
        else set()
    )
    weight = _ASSIGNED
    for _ in range(3):
        names: set[str] = set()
        for number in range(test.line, asserted.start):
            match = re.match(
                r"\s*(?:(?:val|var|final)\s+|[\w<>\[\],.? ]+\s+)?(\w+)\s*(?::[^=]+)?(?:=|\+=|by)\s",
                lines[number - 1],
            )
            if match is not None and match[1] in wanted and number not in found:
                statement = _statement(lines, number, asserted.start - 1)
                for line in statement:
                    found[line] = weight
                names.update(name for line in statement for name in _NAME.findall(lines[line - 1]))
        wanted, weight = names, weight * 0.8
    return found
