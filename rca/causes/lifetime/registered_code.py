"""The registration by which the code of a trace came to run later: followed along the trace, across files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rca.causes.contracts.app_trace import TraceFunction
from rca.causes.lifetime.registrations import Registration, registration_of
from rca.causes.lifetime.teardown import Clearing, teardowns_of
from rca.causes.project_code import ProjectCode
from rca.causes.source_tokens import SourceTokens
from rca.languages.facts import CallSite
from rca.resolve.symbol import Symbol

_FURTHEST = 6
"""Functions of the trace, from the one that uses the value outward, whose registration is looked for."""
_MOST_FILES = 12
"""Files that name a listener's class and may register it."""
_LONGEST_OWNER = 6
"""Tokens of an argument that names a lifecycle."""
_RUNS_LATER = re.compile(r"\$\d|lambda\$|\$lambda|\$\$Lambda|invokeSuspend")
"""In a frame: code of a lambda or an object that is not inlined."""


@dataclass(frozen=True)
class RegisteredCode:
    """A call that lets code run later."""

    function: Symbol
    line: int
    name: str
    kind: Registration
    cancelled: bool
    """Whether a teardown cancels it, or its scope ends by itself before the value is cleared."""
    owner: str = ""
    """What it is registered on and for, as code."""


def registrations_reaching(
    one: TraceFunction,
    trace: Sequence[TraceFunction],
    texts: Sequence[str],
    clearing: Clearing,
    code: ProjectCode,
) -> list[RegisteredCode]:
    """Return the registrations that let the failing code run later, those nearest to it in the trace.

    Args:
        one: the function that uses the value.
        trace: functions of the trace, the innermost first.
        texts: the trace's frames as they were given.
        clearing: what ends the value.
        code: the project.
    """
    search = _Search(clearing, code, any(_RUNS_LATER.search(text) for text in texts))
    for traced in trace[one.depth : one.depth + _FURTHEST]:
        found = [*search.in_file(traced)] or [*search.in_other_files(traced)]
        if found:
            return found
    return []


@dataclass(frozen=True)
class _Call:
    """A call with the tokens of its name and its end."""

    function: Symbol
    site: CallSite
    tokens: SourceTokens
    first: int
    last: int

    @property
    def words(self) -> list[str]:
        """What it is given."""
        return [self.tokens.word(at) for at in range(self.first + 1, self.last + 1)]

    def holds(self, line: int) -> bool:
        """Return whether a line lies in what it is given."""
        return self.last > self.first and self.site.line <= line <= self.tokens.line_of(self.last)


@dataclass(frozen=True)
class _Search:
    """Searches files for the registration of a traced function.

    Args:
        clearing: what ends the value.
        code: the project.
        runs_later: whether a frame of the trace is code of a lambda or an object.
    """

    clearing: Clearing
    code: ProjectCode
    runs_later: bool

    def in_file(self, traced: TraceFunction) -> Iterator[RegisteredCode]:
        """Yield the registrations of a file whose callback holds a function's line, or calls or names it."""
        around: list[RegisteredCode] = []
        sites = self._sites(traced.function.path)
        for call in self._calls(traced.function.path):
            if call.function.class_path[:1] != traced.function.class_path[:1]:
                continue
            holds = call.holds(traced.line)
            takes_code = holds and self.runs_later and "{" in call.words
            kind = registration_of(call.site.name, takes_code=takes_code)
            if kind is None or not (holds or _is_given(call, traced, sites[call.function])):
                continue
            if holds:
                around.append(self._registered(call, kind))
            else:
                yield self._registered(call, kind)
        if around:
            # Of calls inside each other the innermost is given the code that ran, and runs last.
            yield max(around, key=lambda registered: registered.line)

    def in_other_files(self, traced: TraceFunction) -> Iterator[RegisteredCode]:
        """Yield the registrations elsewhere that are given an object of a traced function's class."""
        if not traced.function.class_path:
            return
        name = traced.function.class_path[-1]
        for path in self.code.index.declaring(name, "mentioned")[:_MOST_FILES]:
            tokens = self.code.tokens(path)
            held = _names_holding(name, tokens.text) if tokens is not None else set()
            for call in self._calls(path):
                kind = registration_of(call.site.name)
                if kind is not None and held & set(call.words):
                    yield self._registered(call, kind)

    def _sites(self, path: str) -> dict[Symbol, list[CallSite]]:
        functions = self.code.functions(path)
        return functions.sites if functions is not None else {}

    def _calls(self, path: str) -> Iterator[_Call]:
        tokens = self.code.tokens(path)
        if tokens is None:
            return
        for function, sites in self._sites(path).items():
            for site in sites:
                first = tokens.at(site.start)
                if first is not None:
                    yield _Call(function, site, tokens, first, tokens.call_end(first))

    def _registered(self, call: _Call, kind: Registration) -> RegisteredCode:
        owner = _owner(call)
        ends = kind.ends_before(owner, self.clearing.teardown.name)
        cancelled = ends or bool(kind.cancelled_by & self._teardown_words(call.function))
        return RegisteredCode(call.function, call.site.line, call.site.name, kind, cancelled, owner)

    def _teardown_words(self, function: Symbol) -> set[str]:
        """Return the words of the teardowns of the class that registers, and of the one that clears."""
        words: set[str] = set(re.findall(r"\w+", self.code.body(self.clearing.teardown)))
        for symbol in (function, self.clearing.teardown):
            functions = self.code.functions(symbol.path)
            if functions is None:
                continue
            for depth in range(len(symbol.class_path), 0, -1):
                for teardown in teardowns_of(functions.functions, symbol.class_path[:depth]):
                    words.update(re.findall(r"\w+", self.code.body(teardown)))
        return words


def _names_holding(class_name: str, text: str) -> set[str]:
    """Return a class's name and the names that are declared with it as their type or value."""
    declared = re.findall(
        rf"(?:va[lr]\s+(\w+)\s*(?::\s*{class_name}\b|=\s*{class_name}\s*\()|\b{class_name}\s+(\w+)\s*[=;])",
        text,
    )
    return {class_name, *(name for pair in declared for name in pair if name)}


def _is_given(call: _Call, traced: TraceFunction, sites: Sequence[CallSite]) -> bool:
    """Return whether a call is given code that calls a function, a reference to it, or its own object."""
    name, words = traced.function.name, call.words
    end = call.tokens.ends[call.last]
    if any(one.name == name and call.site.start < one.start < end for one in sites):
        return True
    if any(before == "::" and word == name for before, word in pairwise(words)):
        return True
    is_listener = name.startswith("on") and traced.function.class_path == call.function.class_path
    return is_listener and "this" in words


def _owner(call: _Call) -> str:
    """Return the receiver of a registration and its lifecycle, names followed to their values."""
    tokens = call.tokens
    receiver = receiver_text(tokens.text, call.site.start)
    given = ""
    if tokens.word(call.first + 1) == "(":
        argument = next(iter(tokens.arguments(call.first + 1)), None)
        if argument is not None and argument[1] - argument[0] <= _LONGEST_OWNER:
            given = tokens.range_text(*argument)
    return " ".join((_value_of(receiver.rstrip(".?"), tokens.text), _value_of(given, tokens.text)))


def _value_of(text: str, source: str) -> str:
    """Return a name with what it was declared to be, other code unchanged."""
    if re.fullmatch(r"\w+", text) is None or text == "this":
        return text
    declared = re.search(rf"\bva[lr]\s+{text}\b[^=\n]*=\s*(?P<value>[^\n]+)", source)
    return text if declared is None else f"{text} {declared['value']}"


def receiver_text(text: str, start: int) -> str:
    """Return what stands before a call's name, back to the start of the expression."""
    begin = start
    while begin > 0 and (text[begin - 1].isalnum() or text[begin - 1] in "_.?!()"):
        begin -= 1
    return text[begin:start]
