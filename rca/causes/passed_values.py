"""Where the outermost function of a trace got what it passes on: the value comes from further out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from models.failure import FailedCondition
from rca.causes.candidate_set import CandidateSet
from rca.causes.origins.find_origins import find_origins
from rca.causes.origins.origin import Place
from rca.causes.trace_candidates import FAMILY_GROUPS, AppFrame
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.text.line_index import Lines
from rca.workspace.build_modules import is_test

_OF_VALUES: Final = frozenset(("null", "null_argument", "value", "precondition"))
_WORD: Final = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_MOST_PARAMETERS: Final = 2
_MOST_ORIGINS: Final = 2
_MOST: Final = 4
_MOST_FRAMES: Final = 4
"""Functions of the app in a trace, beyond which the outermost mostly starts the work and passes nothing."""
_STRENGTH: Final = 4.0
"""That of the reason: below the origins of the failing value itself."""


@dataclass(frozen=True, slots=True)
class PassedValue:
    """A line that passes a value into the outermost function of a trace, or on its way there."""

    name: str
    path: str
    line: int
    code: str
    function: Symbol


def add_passed_values(
    space: CandidateSet, failure: FailedCondition | None, app: Sequence[AppFrame], deadline: Deadline
) -> None:
    """Add the functions that give the outermost traced function what its line passes to the next."""
    if failure is None or not 1 < len(app) <= _MOST_FRAMES:
        return
    if FAMILY_GROUPS.get(failure.family) not in _OF_VALUES:
        return
    outer = max(app, key=lambda frame: frame.depth)
    source = space.value_source
    begins = source is not None and source.path == outer.function.path
    if source is not None and begins and outer.function.line <= source.line <= outer.function.end_line:
        return  # the failing value itself begins there: what else it passes on is another value
    traced = {frame.function for frame in app}
    found: dict[Symbol, PassedValue] = {}
    for name in _parameters(space, outer):
        for number, place in enumerate(_places(space, outer, name, deadline)):
            value = _passed(space, name, place)
            if value is None or value.function in traced or value.function in found:
                continue
            found[value.function] = value
            candidate = space.candidate(value.function, value.line)
            candidate.note("origin_step", 1 / (2 + number))
            said = (
                f"`{value.function.display_name}` gives `{name}`, which `{outer.function.display_name}` "
                f"passes on in line {outer.line}."
            )
            candidate.explain("value_origin", _STRENGTH, "value_origin", said, value.line)
    space.passed_values = tuple(found.values())[:_MOST]


def _parameters(space: CandidateSet, outer: AppFrame) -> list[str]:
    """Return the parameters of a function that its traced line uses."""
    own = {parameter.name for parameter in outer.function.declaration.parameters}
    words = _WORD.findall(space.code.line(outer.function.path, outer.line))
    return [word for word in dict.fromkeys(words) if word in own][:_MOST_PARAMETERS]


def _places(space: CandidateSet, outer: AppFrame, name: str, deadline: Deadline) -> Iterator[Place]:
    """Yield the places on the way of a parameter's value, the nearest first."""
    path = outer.function.path
    text = space.code.snapshot.text(path)
    code = space.code.line(path, outer.line)
    at = re.search(rf"(?<![\w.]){re.escape(name)}\b", code)
    if text is None or at is None:
        return
    start = Lines(text).start_of(outer.line) + at.start()
    answer = find_origins(
        space.code.index, path, start, start + len(name), space.code.snapshot.text, deadline, nulls=False
    )
    for origin in answer.origins[:_MOST_ORIGINS] if answer is not None else ():
        yield from (step.place for step in origin.steps)
        if origin.kind not in ("parameter", "unresolved"):
            yield origin.place


def _passed(space: CandidateSet, name: str, place: Place) -> PassedValue | None:
    text = space.code.snapshot.text(place.path)
    functions = space.code.functions(place.path)
    if text is None or functions is None:
        return None
    line = text.count("\n", 0, place.start) + 1
    function = functions.around(line)
    if function is None or is_test(place.path):
        return None
    return PassedValue(name, place.path, line, space.code.line(place.path, line).strip(), function)
