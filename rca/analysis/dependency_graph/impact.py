"""Change impact: the code, tests and entry points that a change affects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from models.code import Caller
from models.navigation import Dependency, EntryKind, EntryPoint
from models.tools.analyze_impact import ReachedTest, RelatedMember, ResourceMention
from rca.analysis.dependency_graph.dependents import find_dependents
from rca.analysis.dependency_graph.query_target import QueryTarget, declared
from rca.analysis.entry_points.entry_point_search import EntryPoints
from rca.analysis.xml_mentions import mentions_of
from rca.index.index_view import IndexView
from rca.navigation.callers import find_callers
from rca.navigation.hierarchy import find_overridden, find_overriding, find_subclasses
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules, is_test

_MOST_MEMBERS = 60
"""Members whose overriding is looked at, of a large class or file."""
_DEPENDENTS_SHARE = 0.5
"""The part of the time that the dependents may take, so that some is left for the rest."""
_CALLERS_SHARE = 0.4
_ENTRY_KINDS: tuple[EntryKind, ...] = tuple(
    kind for kind in get_args(EntryKind) if kind not in ("test", "gradle_task")
)
_LONGEST_LINE = 200


@dataclass(frozen=True)
class Impact:
    """What a change affects; `reasons` say what may be missing."""

    direct: tuple[Dependency, ...]
    transitive: tuple[Dependency, ...]
    callers: tuple[Caller, ...]
    related: tuple[RelatedMember, ...]
    resources: tuple[ResourceMention, ...]
    tests: tuple[ReachedTest, ...]
    entry_points: tuple[EntryPoint, ...]
    reasons: tuple[str, ...]

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules with dependents, without tests."""
        return tuple(sorted({one.module for one in (*self.direct, *self.transitive) if one.module}))


def find_impact(
    snapshot: Snapshot, modules: Modules, subject: QueryTarget, depth: int, deadline: Deadline
) -> Impact:
    """Find everything that a change of the target may affect.

    When the deadline expires the answer holds what was found until then and says so.
    """
    index = snapshot.index
    found = find_dependents(snapshot, modules, subject, depth, deadline.part(_DEPENDENTS_SHARE))
    declarations = tuple(subject.declarations(index))
    classes = [one for one in declarations if one.declaration.is_class and one.name]
    members = [one for one in declarations if one.is_callable and not one.is_local_function]
    callers: tuple[Caller, ...] = ()
    if subject.kind not in ("module", "package"):
        callers = find_callers(index, members, 1, deadline.part(_CALLERS_SHARE)).callers
    inside = {(one.path, one.display_name) for one in declarations}
    tests = tuple(_reached(one) for one in found.dependents if is_test(one.file_path))
    code = [one for one in found.dependents if not is_test(one.file_path) and one.why != ("resource",)]
    reached = {one.qualified_name for one in code} | {one.qualified_name for one in declarations}
    entries = EntryPoints(snapshot, modules, lambda name: _holds(reached, name))
    entry_points = tuple(entries.find(_ENTRY_KINDS, deadline))
    related = tuple(_related(index, modules, classes, members[:_MOST_MEMBERS], deadline))
    reasons = [*found.reasons]
    if deadline.expired and not any("time limit" in one for one in reasons):
        reasons.append("the time limit ended the search; ask for a smaller depth or part")
    return Impact(
        direct=tuple(one for one in code if one.depth == 1),
        transitive=tuple(one for one in code if one.depth > 1),
        callers=tuple(one for one in callers if (one.file_path, one.caller_name) not in inside),
        related=related,
        resources=tuple(_resources(snapshot, classes, deadline)),
        tests=(
            *tests,
            *_named_tests(index, modules, classes[:_MOST_MEMBERS], {one.qualified_name for one in tests}),
        ),
        entry_points=entry_points,
        reasons=tuple(reasons),
    )


def _holds(reached: set[str], name: str) -> bool:
    """Return whether a declaration, or the class that it is a member of, is affected."""
    return name in reached or name.rpartition(".")[0] in reached


def _reached(one: Dependency) -> ReachedTest:
    shown = one.model_dump(by_alias=False, include=set(ReachedTest.model_fields))
    return ReachedTest(**shown)


def _named_tests(
    index: IndexView, modules: Modules, classes: Sequence[Symbol], known: set[str]
) -> Iterator[ReachedTest]:
    """Return tests named after a class, though nothing shows that they reach it."""
    for one in classes:
        for name in (f"{one.name}Test", f"{one.name}Tests", f"{one.name}Spec"):
            for test in index.find_classes(name):
                if is_test(test.path) and test.qualified_name not in known:
                    shown = declared(test, modules).model_dump(by_alias=False)
                    yield ReachedTest(**shown, depth=1, via=f"its name, after {one.name}")


def _related(
    index: IndexView,
    modules: Modules,
    classes: Iterable[Symbol],
    members: Iterable[Symbol],
    deadline: Deadline,
) -> Iterator[RelatedMember]:
    for one in classes:
        if deadline.expired:
            return
        for below in find_subclasses(index, one, deadline):
            shown = declared(below, modules).model_dump(by_alias=False)
            yield RelatedMember(**shown, relation="extended_by", of=one.display_name)
    for one in members:
        if deadline.expired:
            return
        if one.owner is None or one.declaration.kind == "constructor":
            continue
        for below in find_overriding(index, one, deadline):
            shown = declared(below, modules).model_dump(by_alias=False)
            yield RelatedMember(**shown, relation="overridden_by", of=one.display_name)
        for above in find_overridden(index, one):
            if not above.path.startswith("library:"):
                shown = declared(above, modules).model_dump(by_alias=False)
                yield RelatedMember(**shown, relation="overrides", of=one.display_name)


def _resources(
    snapshot: Snapshot, classes: Sequence[Symbol], deadline: Deadline
) -> Iterator[ResourceMention]:
    for one in classes:
        if deadline.expired:
            return
        for path, line, text in mentions_of(snapshot, one):
            yield ResourceMention(
                file_path=path, line=line, text=text[:_LONGEST_LINE], names=one.qualified_name
            )
