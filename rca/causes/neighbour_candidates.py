"""Candidates beside the trace: callees, writers of what failed, siblings and callers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rca.causes.candidate import ReasonKind
from rca.causes.candidate_set import CandidateSet
from rca.causes.lifetime.lifecycle_names import is_setup, is_teardown
from rca.causes.trace_candidates import AppFrame
from rca.languages.facts import CallSite
from rca.resolve.symbol import Symbol
from rca.workspace.build_modules import is_test

_SAID_BY_TRACE: frozenset[ReasonKind] = frozenset(
    {"called_on_line", "value_of_call", "called_beside", "calls_traced", "teardown", "setup", "same_file"}
)


def add_neighbour_candidates(space: CandidateSet, app: Sequence[AppFrame]) -> None:
    """Add what the trace calls, what writes its values, what stands beside it, and who calls it."""
    for frame in app[:4]:
        _note_callees(space, frame)
        _note_fields(space, frame)
    for frame in app[:3]:
        _note_siblings(space, frame)
    for frame in app[:2]:
        _note_body_callees(space, frame)
    _note_tested(space, app)
    _note_callers(space, app)
    for frame in app:
        # The trace itself says how its functions take part; that one calls the other says nothing new.
        space.found[frame.function].reasons = [
            reason for reason in space.found[frame.function].reasons if reason.kind not in _SAID_BY_TRACE
        ]


def _note_callees(space: CandidateSet, frame: AppFrame) -> None:
    """Note the functions that the failing line calls, and those that its names were assigned from."""
    functions = space.code.functions(frame.function.path)
    if functions is None:
        return
    inner = {site.name for site in functions.sites_on(frame.line)}
    for site in functions.sites_on(frame.line):
        for target in _targets(space, site, frame.function):
            candidate = space.candidate(target, target.line)
            candidate.note("callee", 1 / (1 + frame.depth))
            said = f"Line {frame.line} of `{frame.function.display_name}` calls {space.name_of(target)}."
            candidate.explain("called_on_line", 4.0 - frame.depth, "value_origin", said, candidate.line)
    words = set(re.findall(r"[A-Za-z_]\w*", space.code.line(frame.function.path, frame.line)))
    for number in range(frame.function.line, frame.line):
        code = space.code.line(frame.function.path, number)
        match = re.search(r"\b(\w+)\s*=[^=]", code)
        if match and match[1] in words:
            for site in functions.sites_on(number):
                if site.name in inner:
                    continue
                for target in _targets(space, site, frame.function):
                    candidate = space.candidate(target, target.line)
                    candidate.note("value_callee", 1 / (1 + frame.depth))
                    near = frame.function.display_name
                    origin = space.name_of(target)
                    said = f"Line {frame.line} of `{near}` uses `{match[1]}`, which comes from {origin}."
                    candidate.explain(
                        "value_of_call", 4.0 - frame.depth, "value_origin", said, candidate.line
                    )


def _note_body_callees(space: CandidateSet, frame: AppFrame) -> None:
    """Note what the whole function calls: a test's subject, a callback's setup."""
    functions = space.code.functions(frame.function.path)
    for site in functions.sites.get(frame.function, ())[:60] if functions else ():
        for target in _targets(space, site, frame.function):
            key = "test_calls" if is_test(frame.function.path) else "body_callee"
            candidate = space.candidate(target, target.line)
            candidate.note(key, 1 / (1 + frame.depth))
            said = f"`{frame.function.display_name}` also calls {space.name_of(target)}."
            candidate.explain("called_beside", 1.0, "value_origin", said, target.line)


def _note_tested(space: CandidateSet, app: Sequence[AppFrame]) -> None:
    """Note the functions of the class that a failing test is named after."""
    for frame in app[:3]:
        if not is_test(frame.function.path) or not frame.function.class_path:
            continue
        name = re.sub(r"(?:Tests?|IT|Spec|TestCase)$", "", frame.function.class_path[0])
        if name == frame.function.class_path[0]:
            continue
        for path in space.code.index.declaring(name, "class")[:3]:
            functions = space.code.functions(path)
            for symbol in functions.functions if functions else ():
                candidate = space.candidate(symbol, symbol.line)
                candidate.note("of_tested_class")
                said = f"`{symbol.display_name}` belongs to the class that the failing test is named after."
                candidate.explain("tested_class", 0.8, "failure_site", said, symbol.line)


def _targets(space: CandidateSet, site: CallSite, around: Symbol) -> Iterable[Symbol]:
    """Return the project's declarations of a name that a site calls, the nearest ones where many."""
    if site.form in ("read", "write") or len(site.name) < 3:
        return ()
    paths = space.code.index.declaring(site.name, "callable")
    if len(paths) > 8:
        paths = tuple(path for path in paths if path == around.path)
    found = [
        symbol
        for path in paths
        if (functions := space.code.functions(path)) is not None
        for symbol in functions.functions
        if symbol.name == site.name and symbol.declaration.kind in ("function", "constructor")
    ]
    here = [symbol for symbol in found if symbol.path == around.path]
    return (here or found)[:4]


def _note_fields(space: CandidateSet, frame: AppFrame) -> None:
    """Note the functions that write what the failing line reads, and where it is declared."""
    functions = space.code.functions(frame.function.path)
    if functions is None:
        return
    words = set(re.findall(r"[A-Za-z_]\w*", space.code.line(frame.function.path, frame.line)))
    properties = {
        symbol.name: symbol
        for symbol in space.code.index.symbols(frame.function.path)
        if symbol.declaration.kind == "property" and symbol.owner is not None
    }
    for name in sorted(words & properties.keys()):  # the first gives a writer of several its line
        nearness = 1 / (1 + frame.depth)
        place = functions.around(properties[name].line) or properties[name]
        declaring = space.candidate(place, properties[name].line)
        declaring.note("declares_value", nearness)
        if not _is_no_property(space, frame.function, frame.line, name):
            said = (
                f"Line {frame.line} of `{frame.function.display_name}` uses `{name}`, which is declared here."
            )
            declaring.explain(
                "declares_value", 2.5 - frame.depth, "value_origin", said, properties[name].line
            )
        writes = re.compile(rf"\b{re.escape(name)}\s*=(?!=)\s*(?P<null>null\b)?")
        for number, code in enumerate(space.code.lines(frame.function.path), 1):
            match = writes.search(code)
            writer = functions.around(number) if match else None
            if match and writer is not None and writer not in (frame.function, place):
                candidate = space.candidate(writer, number)
                candidate.note("writes_value", nearness)
                if match["null"]:
                    candidate.note("writes_null", nearness)
                # Found by its name: a local, or the property of another class, is another value.
                if _is_no_property(space, frame.function, frame.line, name) or _is_no_property(
                    space, writer, number, name
                ):
                    continue
                if not set(properties[name].class_path) & set(writer.class_path):
                    continue
                value = " to null" if match["null"] else ""
                said = (
                    f"`{writer.display_name}` sets `{name}`{value}; line {frame.line} of "
                    f"`{frame.function.display_name}` uses it."
                )
                kind: ReasonKind = "writes_null" if match["null"] else "writes_value"
                candidate.explain(kind, 4.5 - frame.depth + bool(match["null"]), "value_origin", said, number)


def _is_no_property(space: CandidateSet, function: Symbol, line: int, name: str) -> bool:
    """Return whether a name on a line of a function means a parameter, a local or a call, and no property."""
    if not re.search(rf"\b{re.escape(name)}\b(?!\s*\()", space.code.line(function.path, line)):
        return True
    if f"this.{name}" in space.code.line(function.path, line):
        return False
    if any(parameter.name == name for parameter in function.declaration.parameters):
        return True
    declared = re.compile(
        rf"\b(?:va[lr]\s+{re.escape(name)}\b|(?!return\b|else\b|throw\b)[\w>\]?]+\s+{re.escape(name)}\s*(?:=(?!=)|;|:))"
    )
    above = space.code.lines(function.path)[function.line - 1 : line]
    return any(declared.search(code) for code in above)


def _note_siblings(space: CandidateSet, frame: AppFrame) -> None:
    functions = space.code.functions(frame.function.path)
    if functions is None:
        return
    own = set(frame.function.class_path)
    for symbol in functions.functions:
        if symbol == frame.function:
            continue
        candidate = space.candidate(symbol, symbol.line)
        nearness = 1 / (1 + frame.depth)
        candidate.note("same_file", nearness)
        if own & set(symbol.class_path):
            candidate.note("same_class", nearness)
        near = frame.function.display_name
        said = f"`{symbol.display_name}` is in the file of `{near}`; no more is known."
        candidate.explain("same_file", 0.3, "missing_guard", said, symbol.line)
        ends, begins = is_teardown(symbol.name), is_setup(symbol.name)
        if ends or begins:
            said = (
                f"`{symbol.display_name}` sets things up, by its name, and may not have run before `{near}`."
            )
            kind: ReasonKind = "setup"
            if ends:
                said = f"`{symbol.display_name}` clears things up, by its name, and may run before `{near}`."
                kind = "teardown"
            candidate.explain(kind, 1.2 - frame.depth / 4, "lifecycle", said, symbol.line)
        if ends:
            candidate.note("sibling_tears_down", nearness)
        if begins:
            candidate.note("sibling_sets_up", nearness)
        shared = {site.name for site in functions.sites.get(symbol, ())} & {
            site.name for site in functions.sites_on(frame.line)
        }
        if shared:
            candidate.note("shares_names_with_line", min(1.0, len(shared) / 3) * nearness)


def _note_callers(space: CandidateSet, app: Sequence[AppFrame]) -> None:
    """Note who calls the functions of the trace, by name: nearest files first."""
    for frame in (*app[:1], *app[-1:]):
        key = "calls_top" if frame.depth == 0 else "calls_outermost"
        name = frame.function.name
        paths = space.code.index.declaring(name, "called")
        if len(paths) > 12 or len(name) < 3:
            paths = tuple(path for path in paths if path == frame.function.path)
        for path in paths:
            functions = space.code.functions(path)
            for symbol, sites in functions.sites.items() if functions else ():
                lines = [site.line for site in sites if site.name == name]
                if lines and symbol != frame.function:
                    candidate = space.candidate(symbol, lines[0])
                    candidate.note(key)
                    said = f"`{symbol.display_name}` calls {space.name_of(frame.function)}."
                    candidate.explain("calls_traced", 1.1, "missing_guard", said, lines[0])
