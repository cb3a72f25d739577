"""Reader of a workspace's xrefs for its snapshots: which are valid, which files changed since."""

from __future__ import annotations

import contextlib
import json
import logging
import math
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from rca.index.overlay import Overlay, RootIndex
from rca.index.xref_protocols import CallerAnswer, LinkedUses
from rca.languages.facts_codec import decode
from rca.languages.name_roles import CALLED
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.xrefs.declaration_hash import DeclarationHash, shape_of
from rca.xrefs.invalidation import names_that_differ, reached
from rca.xrefs.xref_callers import ChangedFiles, View, XrefCallers
from rca.xrefs.xref_store import State, XrefStore

_MOST_DIRTY = 400
"""Changed files above which answers are worked out without links."""

_MOST_REACHED = 1000
"""Files that a change of declarations bears on above which answers are worked out without links."""

_log = logging.getLogger(__name__)

T = TypeVar("T")


class Layers(View, Protocol):
    """What a snapshot consists of."""

    @property
    def layers(self) -> tuple[Sequence[RootIndex], Mapping[str, Overlay]]:
        """The rows of each folder, and the unsaved texts over them."""


class _Changed(NamedTuple):
    """A file that is not what the links hold it to be: the names it calls, and those it shows otherwise."""

    called: frozenset[str]
    shown: frozenset[str]


class _Compared(NamedTuple):
    """What came of comparing rows with links; None where too much differs."""

    state: State
    written: tuple[int, ...]
    changed: dict[str, _Changed] | None


class XrefReader:
    """Reads the links that another process makes. Thread-safe.

    `basis` names what the links must be made by and with. Where the file is missing, damaged or of
    another basis, nothing is known.
    """

    def __init__(self, path: Path, basis: str) -> None:
        self._path = path
        self._basis = basis
        self._lock = threading.Lock()
        self._free: list[XrefStore] = []
        """Connections that no thread uses."""
        self._compared: _Compared | None = None
        self._shapes: dict[str, tuple[Overlay, frozenset[str]]] = {}
        self._bears_on: tuple[_Compared, frozenset[str], dict[str, frozenset[str]] | None] | None = None

    def close(self) -> None:
        """Close the file; it is reopened at the next query."""
        with self._lock:
            free, self._free = self._free, []
        for store in free:
            store.close()

    def find(
        self,
        view: Layers,
        targets: Sequence[Symbol],
        max_depth: int,
        deadline: Deadline,
        most: int | None = None,
    ) -> CallerAnswer | None:
        """Return the callers of functions up to a depth; None if the xrefs cannot answer."""
        return self._ask(view, lambda linked: linked.find(targets, max_depth, deadline, most))

    def uses(self, view: Layers, target: Symbol, deadline: Deadline) -> LinkedUses | None:
        """Return every call site that means a declaration; None if the xrefs cannot answer."""
        return self._ask(view, lambda linked: linked.uses_of(target, deadline))

    def _ask(self, view: Layers, question: Callable[[XrefCallers], T]) -> T | None:
        try:
            with self._store() as store, store.reading():
                dirty = self._dirty(store, view)
                return None if dirty is None else question(XrefCallers(view, store, dirty))
        except (sqlite3.Error, OSError) as problem:
            _log.info("links cannot be read: %s", problem)
            return None

    def changed_files(self, view: Layers) -> float:
        """Return the number of files on the disk whose links do not hold; infinity where none does."""
        try:
            with self._store() as store, store.reading():
                compared = self._compare(store, view.layers[0])
        except (sqlite3.Error, OSError):
            return math.inf
        if (
            compared is None
            or compared.changed is None
            or any(one.shown for one in compared.changed.values())
        ):
            return math.inf
        return len(compared.changed)

    def count(self) -> tuple[int, int] | None:
        """Return the number of linked files and of all; None where nothing is linked."""
        try:
            with self._store() as store:
                return store.count()
        except (sqlite3.Error, OSError):
            return None

    @contextlib.contextmanager
    def _store(self) -> Iterator[XrefStore]:
        """Return a connection of its own to a thread; one that failed is not used again."""
        with self._lock:
            store = self._free.pop() if self._free else None
        if store is None:
            self._path.stat()  # nothing is made by reading
            store = XrefStore(self._path, self._basis, writes=False)
        try:
            yield store
        except BaseException:
            store.close()
            raise
        with self._lock:
            self._free.append(store)

    def _dirty(self, store: XrefStore, view: Layers) -> ChangedFiles | None:
        """Return the files of a snapshot whose links do not hold; None where that may be any."""
        roots, overlays = view.layers
        compared = self._compare(store, roots)
        if compared is None or compared.changed is None:
            return None
        shown: set[str] = set()
        calling = {path: one.called for path, one in compared.changed.items() if path not in overlays}
        for path, one in compared.changed.items():
            if path not in overlays:
                shown |= one.shown
        for path, overlay in overlays.items():
            shown |= self._shown(store, path, overlay)
            calling[path] = frozenset(name for name, roles in overlay.names.items() if roles & CALLED)
        if shown:
            further = self._reached(store, roots, overlays, compared, frozenset(shown))
            if further is None:
                return None
            calling = {**further, **calling}
        called: dict[str, list[str]] = {}
        for path, names in calling.items():
            for name in names:
                called.setdefault(name, []).append(path)
        return ChangedFiles(calling.keys(), called)

    def _reached(
        self,
        store: XrefStore,
        roots: Sequence[RootIndex],
        overlays: Mapping[str, Overlay],
        compared: _Compared,
        shown: frozenset[str],
    ) -> dict[str, frozenset[str]] | None:
        """Return the files that a change bears on, with the names that each calls; None for too many."""
        known = self._bears_on
        if known is not None and known[0] is compared and known[1] == shown:
            return known[2]

        def mentioning(name: str) -> Iterator[str]:
            for root in roots:
                yield from map(root.wire, root.store.mentioning(name))
            yield from (path for path, one in overlays.items() if name in one.names)

        def shape(path: str) -> list[DeclarationHash]:
            return shape_of(path, overlays[path].facts) if path in overlays else store.shape(path)

        paths = reached(shown, mentioning, shape, _MOST_REACHED)
        found = None if paths is None else _called(roots, paths)
        self._bears_on = compared, shown, found
        return found

    def _compare(self, store: XrefStore, roots: Sequence[RootIndex]) -> _Compared | None:
        """Compare rows with links, unless neither was written since; None where links never were complete."""
        state = store.state()
        if state is None or len(state.written) != len(roots):
            return None
        written = tuple(root.store.versions()[0] for root in roots)
        compared = self._compared
        if compared is None or (compared.state, compared.written) != (state, written):
            compared = self._compared = _Compared(state, written, self._changed(store, roots, state))
        return compared

    def _changed(
        self, store: XrefStore, roots: Sequence[RootIndex], state: State
    ) -> dict[str, _Changed] | None:
        """Compare rows with what the links hold them to be."""
        now: dict[str, bytes] = {}
        files = 0
        for root, before in zip(roots, state.written, strict=True):
            rows, count = root.store.digests_since(before)
            files += count
            now.update((root.wire(path), digest) for path, digest in rows)
        held = store.held_of(list(now))
        different = {path for path, digest in now.items() if path not in held or held[path].digest != digest}
        paths = {*different, *store.unlinked()}
        if files != store.count()[1] + len(now.keys() - held.keys()):
            paths |= store.held().keys() - {
                root.wire(path) for root in roots for path, _ in root.store.digests_since(-1)[0]
            }
        if len(paths) > _MOST_DIRTY:
            return None
        called = _called(roots, paths)
        found = dict.fromkeys(paths, _Changed(frozenset(), frozenset()))
        for root in roots:
            for path in paths:
                inside = root.inside(path, roots)
                if inside is not None:
                    row = root.store.packed(inside)
                    shape = [] if row is None else _shape(path, row[1])
                    shown = names_that_differ(store.shape(path), shape)
                    found[path] = _Changed(called[path], frozenset(shown))
        return found

    def _shown(self, store: XrefStore, path: str, overlay: Overlay) -> frozenset[str]:
        """Return the names that an unsaved text shows otherwise than the links hold."""
        known = self._shapes.get(path)
        if known is None or known[0] is not overlay:
            differ = frozenset(names_that_differ(store.shape(path), shape_of(path, overlay.facts)))
            known = self._shapes[path] = overlay, differ
        return known[1]


def _called(roots: Sequence[RootIndex], paths: Collection[str]) -> dict[str, frozenset[str]]:
    """Return the names that files on the disk call."""
    found: dict[str, frozenset[str]] = dict.fromkeys(paths, frozenset())
    for root in roots:
        wire = {inside: path for path in paths if (inside := root.inside(path, roots)) is not None}
        for inside, names in root.store.names_of(list(wire)):
            found[wire[inside]] = frozenset(
                name for name, roles in json.loads(names).items() if roles & CALLED
            )
    return found


def _shape(path: str, packed: bytes) -> list[DeclarationHash]:
    try:
        return shape_of(path, decode(packed))
    except ValueError:  # damaged
        return []
