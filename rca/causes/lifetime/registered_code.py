"""The registrations of a class whose callback leads to a failing line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rca.causes.contracts.app_trace import TraceFunction
from rca.causes.lifetime.registrations import Registration, registrations
from rca.causes.lifetime.teardown import Clearing, teardowns_of
from rca.causes.project_code import ProjectCode
from rca.causes.source_tokens import SourceTokens
from rca.languages.facts import CallSite
from rca.resolve.symbol import Symbol


@dataclass(frozen=True)
class RegisteredCode:
    """A call that lets code run later."""

    function: Symbol
    line: int
    kind: Registration
    cancelled: bool
    """Whether a teardown cancels it, or its scope ends by itself before the value is cleared."""


def registrations_reaching(one: TraceFunction, clearing: Clearing, code: ProjectCode) -> list[RegisteredCode]:
    """Return the registrations of the class whose callback holds the failing line, or calls its function."""
    functions, tokens = code.functions(one.function.path), code.tokens(one.function.path)
    if functions is None or tokens is None:
        return []
    outer = one.function.class_path[:1]
    teardowns = [
        teardown
        for depth in range(len(one.function.class_path), 0, -1)
        for teardown in teardowns_of(functions.functions, one.function.class_path[:depth])
    ]
    words = {word for teardown in teardowns for word in re.findall(r"\w+", code.body(teardown))}
    found: list[RegisteredCode] = []
    for function, sites in functions.sites.items():
        if function.class_path[:1] != outer:
            continue
        for site in sites:
            kind = registrations().get(site.name)
            if kind is not None and _reaches(function, site, sites, one, tokens):
                ends = kind.ends_before(receiver_text(tokens.text, site.start), clearing.teardown.name)
                cancelled = ends or bool(kind.cancelled_by & words)
                found.append(RegisteredCode(function, site.line, kind, cancelled))
    return found


def _reaches(
    function: Symbol, site: CallSite, sites: list[CallSite], one: TraceFunction, tokens: SourceTokens
) -> bool:
    """Return whether a registration's callback holds the failing line, or calls its function."""
    start = tokens.at(site.start)
    if start is None:
        return False
    last = tokens.call_end(start)
    if function == one.function:
        return site.line <= one.line <= tokens.line_of(last)
    return any(
        inner.name == one.function.name and site.start < inner.start < tokens.ends[last] for inner in sites
    )


def receiver_text(text: str, start: int) -> str:
    """Return what stands before a call's name, back to the start of the expression."""
    begin = start
    while begin > 0 and (text[begin - 1].isalnum() or text[begin - 1] in "_.?!()"):
        begin -= 1
    return text[begin:start]
