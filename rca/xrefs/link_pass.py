"""Link pass: links all files, or those that a change invalidated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rca.index.index_progress import IndexState
from rca.index.index_view import IndexView
from rca.index.overlay import RootIndex
from rca.index.snapshot_cache import SharedCache
from rca.resolve.index_protocols import Libraries
from rca.scheduling.typing_throttle import Background
from rca.xrefs.declaration_hash import DeclarationHash, shape_of
from rca.xrefs.invalidation import names_that_differ, reached
from rca.xrefs.link_loop import BATCH_FILES, LinkLoop, versions_of
from rca.xrefs.work_sharing import Helpers
from rca.xrefs.xref_store import LinkedFile, XrefStore

MOST_RESIDENT = 280 * 1024 * 1024
"""Bytes that a process takes in any case before it lets go of what it knows."""
_MOST_UNPACKED = 1024 * 1024
"""Bytes of packed facts that are kept unpacked: the resolver keeps its own, and none is needed beside."""
_TELL_FILES = 100

Progress = Callable[[int, int], None]
"""Told how many of how many files are linked."""


def view_of(roots: Sequence[RootIndex], libraries: Libraries) -> IndexView:
    """Return the rows of folders as they are on the disk."""
    return IndexView(roots, {}, SharedCache(_MOST_UNPACKED), IndexState(checked=True), libraries)


class LinkPass:
    """One run over the rows of the workspace's folders, as they are on the disk.

    `crew` helps, each process within `most_bytes`.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - each is another part of the run
        self,
        roots: Sequence[RootIndex],
        libraries: Libraries,
        links: XrefStore,
        work: Background,
        crew: Helpers | None = None,
        most_bytes: int = MOST_RESIDENT,
    ) -> None:
        self._roots = tuple(roots)
        self._links = links
        self._work = work
        self._crew = crew or Helpers(())
        self._failed: set[str] = set()
        """Files whose call sites cannot be resolved; they stay unlinked, and nothing is taken as known."""
        self._index = view_of(roots, libraries)
        self._resolving = LinkLoop(self._index, links, work, most_bytes)

    def run(self, progress: Progress) -> None:
        """Link what is not linked, again and again until nothing was written meanwhile.

        What was done is kept when the run is stopped.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
            sqlite3.Error: the links cannot be written.
        """
        worked = False
        while True:
            written = versions_of(self._roots)
            self._take_over()
            paths = [path for path in self._links.unlinked() if path not in self._failed]
            if not paths:
                self._links.finish(written)
                if worked:
                    total = self._links.count()[1]
                    progress(total, total)
                return
            worked = True
            self._link(paths, written, progress)

    def _link(self, paths: Sequence[str], written: Sequence[int], progress: Progress) -> None:
        """Link files, with the help of the crew, until rows are written under way."""
        progress(*self._links.count())
        sharing = self._crew.round(paths, written, self._work.deadline)
        asked = 0

        def between() -> None:
            nonlocal asked
            asked += 1
            sharing.serve()
            if asked % _TELL_FILES == 0:
                progress(*self._links.count())

        sharing.serve()
        self._resolving.dispose()
        self._failed |= self._resolving.link(sharing.mine, written, between)
        sharing.stop()
        sharing.finish(between)
        self._failed |= sharing.failed

    def _take_over(self) -> None:
        """Compare the files with what the links hold them to be, and drop the links that may be wrong now."""
        held = self._links.held()
        now = {
            root.wire(inside): digest
            for root in self._roots
            for inside, digest in root.store.digests_since(-1)[0]
        }
        files: dict[str, tuple[bytes, list[DeclarationHash]]] = {}
        changed: set[str] = set()
        linked = any(one.linked for one in held.values())
        gone = held.keys() - now.keys()
        for path in gone:
            changed |= names_that_differ(self._links.shape(path), [])
        for path, digest in now.items():
            before = held.get(path)
            if before is not None and before.digest == digest:
                continue
            self._work.checkpoint()
            facts = self._index.facts(path)
            shape = [] if facts is None else shape_of(path, facts)
            files[path] = digest, shape
            if not linked and len(files) >= BATCH_FILES:
                self._links.hold(files, (), ())
                files.clear()
            if linked:
                changed |= names_that_differ([] if before is None else self._links.shape(path), shape)
        outdated = self._reached(changed, files, held) - gone
        if files or gone or outdated:
            self._links.hold(files, gone, [path for path in outdated if path in held and held[path].linked])

    def _reached(
        self,
        changed: set[str],
        files: Mapping[str, tuple[bytes, list[DeclarationHash]]],
        held: Mapping[str, LinkedFile],
    ) -> set[str]:
        """Return the files affected by a change of declarations of some names; `files` are those changed."""

        def mentioning(name: str) -> Iterator[str]:
            for root in self._roots:
                yield from map(root.wire, root.store.mentioning(name))

        def shape(path: str) -> list[DeclarationHash]:
            return files[path][1] if path in files else self._links.shape(path)

        found = reached(changed, mentioning, shape, len(held) // 2)
        return set(held) if found is None else found
