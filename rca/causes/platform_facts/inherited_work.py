"""A function of the trace delegates to its superclass: the failing line calls an inherited member."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rca.causes.platform_facts.fact import PlatformFact
from rca.causes.project_code import ProjectCode
from rca.causes.trace_candidates import AppFrame
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_FRAMES: Final = 2
_DEEPEST: Final = 6


def find_inherited_work(
    app: Sequence[AppFrame], code: ProjectCode, deadline: Deadline
) -> Iterator[PlatformFact]:
    """Yield functions of project superclasses that the innermost lines of the trace call on themselves."""
    traced = {frame.function for frame in app}
    with code.index.resolver(deadline) as resolver:
        for frame in app[:_FRAMES]:
            owner, functions = frame.function.owner, code.functions(frame.function.path)
            if owner is None or functions is None or deadline.expired:
                continue
            own = {site.name for site in functions.sites_on(frame.line) if not site.has_receiver}
            line = code.line(frame.function.path, frame.line)
            own |= {one.name for one in functions.sites_on(frame.line) if f"super.{one.name}" in line}
            for name in sorted(own):
                found = _inherited(owner, name, code, resolver)
                if found is not None and found not in traced:
                    yield _fact(frame, found)


def _inherited(owner: Symbol, name: str, code: ProjectCode, resolver: Resolver) -> Symbol | None:
    """Return the function of a name that a class inherits in the project; None if it declares one."""
    own = code.functions(owner.path)
    if own is not None and any(one.owner == owner for one in own.named(name)):
        return None
    waiting = [owner.type_name]
    for _ in range(_DEEPEST):
        waiting = [parent.name for one in waiting for parent in resolver.names.supertypes(one)]
        for class_name in waiting:
            for symbol in code.index.find_classes(class_name):
                functions = code.functions(symbol.path)
                for function in functions.named(name) if functions is not None else ():
                    if function.owner == symbol and function.end_line > function.line:
                        return function
    return None


def _fact(frame: AppFrame, inherited: Symbol) -> PlatformFact:
    own, file = frame.function.display_name, inherited.path.rpartition("/")[2]
    return PlatformFact(
        kind="inherited_work",
        function=inherited,
        line=inherited.line,
        role="failure_site",
        statement=f"`{own}` leaves this to its superclass: line {frame.line} calls "
        f"`{inherited.display_name}`, which it inherits.",
        check=f"Stop at line {inherited.line} of {file} and see with which values it runs there.",
    )
