"""The search for tests in a snapshot. Outlines of files are kept, so that an edit costs one file."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from models.test_discovery import FoundTestClass
from rca.index.index_view import IndexView
from rca.scheduling.deadline import Deadline
from rca.test_discovery.class_table import ClassPlace, ClassTable
from rca.test_discovery.class_tests import TestedClass, tests_of_class
from rca.test_discovery.module_builds import ModuleBuilds
from rca.test_discovery.outline_store import OutlineStore
from rca.test_discovery.project_annotations import ProjectAnnotations
from rca.test_discovery.source_sets import SourceSet, source_set_of_tests
from rca.test_discovery.test_outline import TestOutline, outline_of
from rca.workspace import Snapshot
from rca.workspace.build_modules import modules_of

_BATCH = 200
_LANGUAGES = ("kotlin", "java")
_MOST_READ_AGAIN = 50
"""Files that are read again at the next start rather than that all outlines are written."""


@dataclass(frozen=True, slots=True)
class FoundClass:
    """A class with tests: what is sent of it, and what is known of it."""

    wire: FoundTestClass
    tested: TestedClass


class TestSearch:
    """Finds tests; may be used from several threads.

    Args:
        store: keeps outlines for the next start; None: they are not kept.
    """

    __test__ = False

    def __init__(self, store: OutlineStore | None = None) -> None:
        self._outlines: dict[str, tuple[Hashable, TestOutline]] = {}
        self._store = store
        self._lock = Lock()

    def find(self, snapshot: Snapshot, deadline: Deadline) -> tuple[FoundClass, ...]:
        """Return all classes with tests, in the order of module, package and name.

        Raises:
            Cancelled: the caller no longer wants it.
        """
        with self._lock:
            return self._find(snapshot, deadline)

    def texts(self) -> Mapping[str, Hashable]:
        """Return what tells the texts of the files of tests that were seen last, by path."""
        with self._lock:
            return {path: content for path, (content, _) in self._outlines.items()}

    def _find(self, snapshot: Snapshot, deadline: Deadline) -> tuple[FoundClass, ...]:
        index, modules = snapshot.index, modules_of(snapshot.index)
        outlines = self._bring_up_to_date(index, deadline)
        table = ClassTable(index, outlines, lambda path: _outline(index, path), modules.of)
        annotations = ProjectAnnotations(index)
        candidates = [
            tested
            for number, outline in enumerate(outlines.values())
            for place in _candidates(outline, deadline, number)
            if (tested := tests_of_class(place, table, annotations)) is not None
        ]
        builds = ModuleBuilds(snapshot)
        found = [FoundClass(_wire(one, builds), one) for one in _that_run(candidates)]
        found.sort(key=lambda one: (one.wire.module, one.wire.source_set, one.wire.class_name))
        return _with_outer(found)

    def _bring_up_to_date(self, index: IndexView, deadline: Deadline) -> dict[str, TestOutline]:
        paths = [path for path in index.listed if source_set_of_tests(path) is not None]
        contents = index.contents(paths)
        if self._store is not None and not self._outlines:
            self._outlines = dict(self._store.load())
        known = {
            path: one
            for path in paths
            if (one := self._outlines.get(path)) is not None
            and contents[path] is not None
            and one[0] == contents[path]
        }
        read: dict[str, TestOutline] = {}
        missing = [path for path in paths if path not in known]
        for number, (path, facts) in enumerate(index.facts_in_passing(missing)):
            if number % _BATCH == 0:
                deadline.check_cancelled()
            if facts.language in _LANGUAGES:
                read[path] = outline_of(path, facts)
        # In the order of their paths, whichever were read now: of equal names the first comes first.
        kept = {
            path: (contents[path], read[path]) if path in read else known[path]
            for path in paths
            if path in read or path in known
        }
        self._outlines = kept
        if self._store is not None and len(read) > _MOST_READ_AGAIN:
            self._store.save(
                {path: (key, one) for path, (key, one) in kept.items() if isinstance(key, bytes)}
            )
        return {path: outline for path, (_, outline) in kept.items()}


def _outline(index: IndexView, path: str) -> TestOutline | None:
    facts = index.facts(path)
    if facts is None or facts.language not in _LANGUAGES:
        return None
    return outline_of(path, facts)


def _candidates(outline: TestOutline, deadline: Deadline, number: int) -> Iterator[ClassPlace]:
    if number % _BATCH == 0:
        deadline.check_cancelled()
    return (ClassPlace(outline, row) for row in outline.classes if not row.is_interface)


def _that_run(candidates: Sequence[TestedClass]) -> Iterator[TestedClass]:
    """Return the classes that a runner starts: concrete ones, and nested ones of classes that are started.

    An abstract class's nested classes are started with each class that extends it.
    """
    started: set[tuple[str, int]] = set()
    for tested in candidates:
        row = tested.place.row
        if row.is_concrete and not row.is_inner:
            started.add(_key(tested.place))
            started.update(map(_key, tested.above))
    for tested in candidates:
        row = tested.place.row
        if row.is_concrete and (
            not row.is_inner or (tested.is_nested and _is_started(tested.place, started))
        ):
            yield tested


def _is_started(place: ClassPlace, started: set[tuple[str, int]]) -> bool:
    """Return whether a class around a nested one is started, which may hold nothing but nested classes."""
    outer = place.outer
    while outer is not None:
        if _key(outer) in started or (outer.row.is_concrete and not outer.row.is_inner):
            return True
        outer = outer.outer
    return False


def _key(place: ClassPlace) -> tuple[str, int]:
    return place.outline.path, place.row.index


def _wire(tested: TestedClass, builds: ModuleBuilds) -> FoundTestClass:
    place = tested.place
    path, row = place.outline.path, place.row
    module = builds.module(path)
    source_set = source_set_of_tests(path) or SourceSet("test", needs_device=False)
    package, _, nested = row.binary_name.rpartition(".")
    return FoundTestClass(
        id=f"{module} {source_set.name} {row.binary_name}",
        outer=None,
        class_name=row.binary_name,
        name=nested.rpartition("$")[2],
        package=package,
        module=module,
        source_set=source_set.name,
        needs_device=source_set.needs_device,
        framework=tested.framework,
        tests=len(tested.methods),
        runs_by_default=builds.runs_by_default(tested),
        file_path=path,
        line=row.line,
    )


def _with_outer(found: list[FoundClass]) -> tuple[FoundClass, ...]:
    """Return classes with the ids of those around them; ids that two files share name the file too."""
    made: dict[str, FoundClass] = {}
    by_place: dict[tuple[str, int], str] = {}
    for one in found:
        id_ = one.wire.id if one.wire.id not in made else f"{one.wire.id} {one.wire.file_path}"
        by_place[_key(one.tested.place)] = id_
        made[id_] = one
    return tuple(
        FoundClass(one.wire.model_copy(update={"id": id_, "outer": _outer_id(one, by_place)}), one.tested)
        for id_, one in made.items()
    )


def _outer_id(one: FoundClass, by_place: Mapping[tuple[str, int], str]) -> str | None:
    outer = one.tested.place.outer
    while outer is not None:
        if _key(outer) in by_place:
            return by_place[_key(outer)]
        outer = outer.outer
    return None
