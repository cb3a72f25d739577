"""Causes by captured values: the functions that gave the value which made the failing line fail."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from models.captured_state import CapturedState
from models.failure import FailedCondition
from rca.causes.captured.blamed_value import BlamedValue
from rca.causes.captured.called_values import values_in
from rca.causes.captured.captured_code import CapturedCode
from rca.causes.captured.contribution import Contribution
from rca.causes.captured.contribution_weights import scale_to_value, without_failing
from rca.causes.captured.dead_variables import without_dead
from rca.causes.captured.derived_values import (
    collection_changes,
    derived_of,
    lambda_reads,
    reads_of,
    referenced_functions,
)
from rca.causes.captured.failing_site import find_failing_site
from rca.causes.captured.frame_places import line_at_fault, place_frames
from rca.causes.captured.missing_key import weigh_map_key
from rca.causes.captured.mutator_callers import is_mutator, share_with_callers
from rca.causes.captured.origin_fit import FittedOrigin, fit_origins
from rca.causes.captured.recorded_run import RecordedRun, written_by
from rca.causes.captured.run_evidence import RunSearch
from rca.causes.captured.shared_collections import shared_changes
from rca.causes.captured.state_contributions import StateQuestion, lookup_of, state_contributions
from rca.causes.origins.find_origins import find_origins
from rca.causes.origins.origin import Origin
from rca.causes.origins.origin_words import describe_kind
from rca.causes.origins.syntax_file import SyntaxFile, SyntaxFiles
from rca.causes.project_code import ProjectCode
from rca.causes.trace_candidates import AppFrame
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_MOST_BLAMED: Final = 3
_MOST_RULED_OUT: Final = 2
_KEY_SHARE: Final = 0.6
_LOOKUP_SHARE: Final = 0.5
_ENTRY_SHARE: Final = 0.3
"""Weight of a program's entry function: it passes on what it was started with."""
_MOST_INPUTS: Final = 2
_MOST_OPERANDS: Final = 4
_MADE_OF_INPUTS: Final = frozenset({"library_call", "platform_call", "computed", "lookup", "element"})
_SAY_NOTHING: Final = frozenset({"parameter", "unresolved", "framework_argument"})
_INPUT: Final = 0.3
_INPUT_OF_FAILING: Final = 0.9
_FAILING_SHARE: Final = 0.2
"""Weight of the failing function where a library function or an operator in it made the value."""
_CHOOSES: Final = re.compile(
    r"first|last|single|get|getValue|getFirst|getLast|elementAt|next|await|receive|join|component\d"
)
_PASSED_SHARE: Final = 0.6
_DECLARED_SHARE: Final = 0.15
"""Weight of a declaration, which gives a property its first value."""
_SURELY_RAN: Final = 3.0
_RAN: Final = 1.3
_NOT_RUN: Final = 0.05
_HARDLY_RUN: Final = 0.3
_LEAST_WEIGHT: Final = 0.02
_LONGEST_CODE: Final = 60


@dataclass(frozen=True)
class CapturedCause:
    """A function that gave the value at fault.

    Args:
        function: the function.
        line: where it gives the value.
        share: part of all origins' weight, from 0 to 1.
        statement: what was seen, in one sentence.
        evidence: what the values say beside that, a sentence each.
    """

    function: Symbol
    line: int
    share: float
    statement: str
    evidence: tuple[str, ...]


def find_captured_causes(
    state: CapturedState,
    app: Sequence[AppFrame],
    failure: FailedCondition | None,
    code: ProjectCode,
    deadline: Deadline,
) -> list[CapturedCause]:
    """Return the functions that gave the value at fault, the likeliest first; none at a mere stop.

    Args:
        state: what was captured at the throw.
        app: functions of the trace that lie in the project, innermost first.
        failure: what failed; the line of its expression counts where that of the trace is of inlined code.
        code: the project's files.
        deadline: ends the search.
    """
    frames = place_frames(state, app)
    if not state.exception or not frames:
        return []
    with code.index.resolver(deadline) as resolver:
        trees = resolver.table(SyntaxFiles)

        def syntax_of(asked: str) -> SyntaxFile | None:
            text = code.snapshot.text(asked)
            facts = resolver.names.facts(asked)
            if text is None or facts.language not in ("kotlin", "java"):
                return None
            return trees.of(asked, text, facts)

        alive = [(path, without_dead(frame, syntax_of(path))) for path, frame in frames]
        seen = CapturedCode(alive, syntax_of, code, resolver, deadline)
        site = find_failing_site(seen, app, line_at_fault(app[0], failure), state.exception)
        if site is None:
            return []
        file, line, blamed = site
        path = file.path
        functions = code.functions(path)
        top = functions.around(line) if functions is not None else None
        recorded = RecordedRun(state.history, seen)
        search = _Search(app, seen, recorded, deadline)
        runs = RunSearch(seen, {one.node.name for one in blamed}, recorded)
        found: list[Contribution] = []
        for one in blamed[:_MOST_BLAMED]:
            nulls = one.value is None or one.value.is_null
            fitted = fit_origins(search.origins(file, one.node, nulls=nulls), one, seen)
            expression = _code_of(one.node, file)
            for origin in fitted:
                lookup = lookup_of(origin.origin, seen)
                if lookup is not None:
                    runs.leave_out(lookup.container.name)
                if (made := derived_of(origin, seen)) is not None:
                    for leaf in reads_of(made.node):
                        runs.leave_out(leaf.name)
            inputs = list(search.inputs(fitted, top))
            given = [
                replace(made, weight=made.weight * search.part(origin, nulls=nulls))
                for origin in (*fitted, *inputs)
                for made in _contributed(origin, one, expression, code, seen)
            ]
            given += state_contributions(one, fitted, (path, line), StateQuestion(expression, seen, runs))
            given += written_by(one, file, expression, recorded)
            given += shared_changes(one, file, seen, expression)
            given += search.derived((*fitted, *inputs), one, expression)
            for origin in fitted if nulls else ():
                given += search.keys(origin)
            found += scale_to_value([_after_run(made, runs, top) for made in given], one.weight)
        mutators = frozenset(one.function for one in found if is_mutator(one.function, syntax_of))
        shared = share_with_callers(
            found, mutators, code, deadline, lambda one: _after_run(replace(one, beside=None), runs, top)
        )
        return _causes(without_failing(list(shared), top))


@dataclass(frozen=True)
class _Search:
    app: Sequence[AppFrame]
    seen: CapturedCode
    recorded: RecordedRun
    deadline: Deadline

    def origins(self, file: SyntaxFile, node: Node, *, nulls: bool) -> Sequence[Origin]:
        """Return where the value of an expression can come from."""
        code = self.seen.code
        lines = [(frame.function.path, frame.line) for frame in self.app]
        answer = find_origins(
            code.index,
            file.path,
            node.start,
            node.end,
            code.snapshot.text,
            self.deadline,
            nulls=nulls,
            frames=lines,
        )
        if nulls and (answer is None or not answer.origins):
            return self.origins(file, node, nulls=False)
        return () if answer is None else answer.origins

    def inputs(
        self, fitted: Sequence[FittedOrigin], top: Symbol | None, depth: int = _MOST_INPUTS
    ) -> Iterator[FittedOrigin]:
        """Yield the origins of what library functions and operators were given that made a value.

        Where the failing function itself calls them, it is rather what it was given.
        """
        for one in fitted if depth else ():
            if not one.weight or one.origin.kind not in _MADE_OF_INPUTS:
                continue
            place = one.origin.place
            file, functions = self.seen.syntax_of(place.path), self.seen.code.functions(place.path)
            node = file.node_at(place.start, place.end) if file is not None else None
            if file is None or node is None or functions is None:
                continue
            is_chosen = node.kind == "index" or _CHOOSES.fullmatch(node.name) is not None
            share = (
                _INPUT_OF_FAILING
                if is_chosen or functions.around(file.line_of(place.start)) == top
                else _INPUT
            )
            for given in _operands(node)[:_MOST_OPERANDS]:
                origins = [
                    one
                    for one in self.origins(file, given, nulls=False)
                    if one.kind not in _SAY_NOTHING and one.place != place
                ]
                frame = self.seen.frame_around(file, place)
                known = values_in(frame[0], file, self.seen).of(given) if frame is not None else None
                blamed = BlamedValue(given, known, None)
                found = fit_origins(origins, blamed, self.seen)
                found = [replace(made, gives=None, weight=made.weight * share * one.weight) for made in found]
                yield from found
                yield from self.inputs(found, top, depth - 1)

    def derived(
        self, fitted: Sequence[FittedOrigin], blamed: BlamedValue, code: str
    ) -> Iterator[Contribution]:
        """Yield what changed the collections of a library function's value, and what its lambda read."""
        for origin in fitted:
            made = derived_of(origin, self.seen)
            if made is None:
                continue
            for part in (made, *referenced_functions(made, self.seen)):
                yield from collection_changes(part, code, self.seen, self.recorded)
            for node, weight in lambda_reads(made, self.seen):
                read = BlamedValue(node, None, None)
                for one in fit_origins(self.origins(made.file, node, nulls=False), read, self.seen):
                    if one.origin.kind in _SAY_NOTHING:
                        continue
                    for given in _contributed(one, blamed, code, self.seen.code, self.seen):
                        yield replace(given, weight=given.weight * weight)

    def part(self, fitted: FittedOrigin, *, nulls: bool) -> float:
        """Return what a lookup keeps where it is known whether the key or the collection is at fault."""
        lookup = lookup_of(fitted.origin, self.seen) if nulls else None
        is_decided = lookup is not None and lookup.held is not None and lookup.held.size is not None
        return _LOOKUP_SHARE if is_decided else 1.0

    def keys(self, fitted: FittedOrigin) -> Iterator[Contribution]:
        """Yield where the key of a lookup comes from that found nothing in a filled collection."""
        lookup = lookup_of(fitted.origin, self.seen) if fitted.weight else None
        if lookup is None or lookup.key is None or lookup.held is None or not lookup.held.size:
            return
        share = _KEY_SHARE * weigh_map_key(lookup.key_value, lookup.held).key
        key = BlamedValue(lookup.key, lookup.key_value, None)
        origins = self.origins(lookup.file, lookup.key, nulls=False)
        expression = _code_of(lookup.key, lookup.file)
        for one in fit_origins(origins, key, self.seen):
            for made in _contributed(one, key, expression, self.seen.code, self.seen):
                yield replace(made, weight=made.weight * share)


def _operands(node: Node) -> list[Node]:
    """Return what an operator or a call is given, itself and its operands if they are such."""
    found: list[Node] = []
    for part in node.parts[:1] if node.kind == "index" else node.parts:
        if part.kind in ("binary", "ternary", "elvis", "notnull", "cast"):
            found += _operands(part)
        elif part.kind in ("name", "member", "call", "index") and not part.name[:1].isupper():
            found.append(part)
    return found


def _after_run(  # noqa: PLR0911 - an answer for each kind of function
    made: Contribution, runs: RunSearch, top: Symbol | None
) -> Contribution:
    """Return a contribution with what the captured objects say of whether its function has run."""
    if made.function.name == "main":
        return replace(made, weight=made.weight * _ENTRY_SHARE)
    if made.function == top:
        return replace(made, weight=made.weight * _FAILING_SHARE)
    if made.function.declaration.kind == "property":
        return replace(made, weight=made.weight * _DECLARED_SHARE)
    evidence = runs.of(made.function)
    if evidence is None or not made.weight:
        return made
    if evidence.is_recorded and not evidence.has_run:
        factor = _HARDLY_RUN if made.omits else _NOT_RUN
        against = f"The record of the run rules out `{made.function.display_name}`: it {evidence.said}."
        return replace(made, weight=made.weight * factor, ruled_out=None if made.omits else against)
    if made.omits or made.beside is not None:
        return made
    if evidence.has_run:
        factor = _SURELY_RAN if evidence.is_sure else _RAN
        return replace(made, weight=made.weight * factor, beside=f"It also {evidence.said}.")
    against = f"The values rule out `{made.function.display_name}`: it also {evidence.said}."
    return replace(
        made, weight=made.weight * (_NOT_RUN if evidence.is_sure else _HARDLY_RUN), ruled_out=against
    )


def _code_of(node: Node, file: SyntaxFile) -> str:
    code = " ".join(file.text[node.start : node.end].split())
    return code[:_LONGEST_CODE].removesuffix("!!")


def _contributed(
    fitted: FittedOrigin, blamed: BlamedValue, expression: str, code: ProjectCode, seen: CapturedCode
) -> Iterator[Contribution]:
    place = fitted.origin.place
    text, functions = code.snapshot.text(place.path), code.functions(place.path)
    line = text.count("\n", 0, place.start) + 1 if text is not None else 0
    function = functions.around(line) if functions is not None else None
    if function is None:
        return
    is_given = blamed.value is not None and not blamed.value.is_null
    code_at = text[place.start : place.end] if text is not None else ""
    if is_given and fitted.origin.kind in _MADE_OF_INPUTS and _ends_in_choice(code_at):
        fitted = replace(fitted, weight=fitted.weight * _FAILING_SHARE)
    beside = f"It also sets {fitted.beside}." if fitted.beside else None
    against = (
        f"The values rule out `{function.display_name}`: {fitted.ruled_out}." if fitted.ruled_out else None
    )
    was = f"`{expression}` was {_shown(blamed)}" if blamed.value else f"Only `{expression}` can be at fault"
    where = f"line {line} of `{function.display_name}`"
    said = f"{was}: it can come from {where}, {describe_kind(fitted.origin.kind)}."
    if fitted.gives is not None:
        said = f"{was}: {where} gives `{fitted.gives}`."
    yield Contribution(function, line, fitted.weight, said, beside, against)
    if function.name == "main":
        yield from _passed_through(fitted, was, code, seen)


def _ends_in_choice(code: str) -> bool:
    """Return whether an expression takes an element out of what was made elsewhere."""
    last = re.search(r"\.(\w+)\(\w*\)\Z", code)
    return last is not None and _CHOOSES.fullmatch(last[1]) is not None


def _passed_through(
    fitted: FittedOrigin, was: str, code: ProjectCode, seen: CapturedCode
) -> Iterator[Contribution]:
    """Yield the functions through which a value of the program's start went on its way."""
    passed: dict[Symbol, int] = {}
    for step in fitted.origin.steps:
        text, functions = code.snapshot.text(step.place.path), code.functions(step.place.path)
        line = text.count("\n", 0, step.place.start) + 1 if text is not None else 0
        function = functions.around(line) if functions is not None else None
        if function is not None and function.declaration.kind == "function" and function.name != "main":
            passed[function] = line
    passed = {one: line for one, line in passed.items() if not seen.is_on_stack(one)}
    for function, line in passed.items():
        said = f"{was}: it goes through line {line} of `{function.display_name}`."
        yield Contribution(function, line, fitted.weight * _PASSED_SHARE / len(passed), said)


def _causes(contributions: Sequence[Contribution]) -> list[CapturedCause]:
    totals: dict[Symbol, float] = defaultdict(float)
    best: dict[Symbol, Contribution] = {}
    for one in contributions:
        totals[one.function] += one.weight
        if one.function not in best or best[one.function].weight < one.weight:
            best[one.function] = one
    whole = sum(totals.values())
    against = dict.fromkeys((one.function, one.ruled_out) for one in contributions if one.ruled_out)
    causes = [
        CapturedCause(
            function,
            one.line,
            totals[function] / whole,
            one.statement,
            (
                *([one.beside] if one.beside else []),
                *[said for other, said in against if other != function and said][:_MOST_RULED_OUT],
            ),
        )
        for function, one in best.items()
        if whole and totals[function] >= _LEAST_WEIGHT * whole
    ]
    return sorted(causes, key=lambda one: -one.share)


def _shown(blamed: BlamedValue) -> str:
    value = blamed.value
    if value is None:
        return ""
    if value.is_object and value.size is not None:
        return "empty" if value.size == 0 else f"of size {value.size}"
    return value.text[:_LONGEST_CODE]
