"""Worker processes that link a workspace, as resolving holds the interpreter lock."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import logging
import os
import sqlite3
import sys
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import rca
from rca.index.index_lock import turn
from rca.index.overlay import RootIndex
from rca.index.storage.index_store import IndexStore
from rca.libraries.all_libraries import Libraries
from rca.libraries.archive_index import ArchiveIndex
from rca.libraries.dependency_resolution import Artifact
from rca.libraries.library_store import LibraryStore as Archives
from rca.libraries.signature_table import SHIPPED
from rca.scheduling.deadline import Cancelled, Deadline
from rca.scheduling.process_priority import end_with, lower_priority
from rca.scheduling.process_start import whole_start
from rca.scheduling.typing_throttle import Background, TypingMonitor
from rca.signals import leave_signals_to_starter
from rca.sqlite_database import remove
from rca.xrefs.link_loop import LinkLoop
from rca.xrefs.link_pass import LinkPass, view_of
from rca.xrefs.work_sharing import Helpers
from rca.xrefs.worker_limits import BACKGROUND, WorkerLimits
from rca.xrefs.xref_rows import FORM
from rca.xrefs.xref_store import XrefStore, path_of

_LISTEN_SECONDS = 0.2
_END_SECONDS = 5.0
_ENGINE = ("index", "libraries", "languages")

_log = logging.getLogger(__name__)


class Task(NamedTuple):
    """What to link: folders, each with what stands before its paths, and the archives they depend on."""

    roots: tuple[tuple[str, str], ...]
    data_dir: str
    artifacts: tuple[Artifact, ...]

    @property
    def path(self) -> Path:
        """The database of the links."""
        return path_of(self.roots, Path(self.data_dir))

    @property
    def basis(self) -> str:
        """What links are made by and with: this program, and what is known of libraries."""
        archives = [(one.origin, *_stamp(Path(one.path))) for one in self.artifacts]
        text = json.dumps([FORM, _engine(), _stamp(SHIPPED), archives], default=str)
        return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def link(
    task: Task,
    progress: Callable[[int, int], None],
    work: Background,
    pace: WorkerLimits = BACKGROUND,
) -> bool:
    """Link a workspace in worker processes, and wait for them; return whether all is linked then.

    `progress` gets files linked and files in all. The processes end when the deadline says so, or with the
    one that started them; what they did is kept.

    Raises:
        Cancelled, Failure: cancelled, or the deadline has expired.
    """
    context = get_context("spawn")
    courtesy = work.courtesy.shared()
    ours, theirs = context.Pipe()
    crew = [context.Pipe() for _ in range(pace.processes - 1)]
    ends = [context.Pipe() for _ in crew]
    leader = context.Process(
        target=_run,
        args=(task, pace, courtesy, theirs, [end for end, _ in crew]),
        name="rca-links",
        daemon=True,
    )
    helpers = [
        context.Process(target=_help, args=(task, pace, courtesy, end, chunks), name="rca-links", daemon=True)
        for (_, chunks), (_, end) in zip(crew, ends, strict=True)
    ]
    started = []
    try:
        for process in (leader, *helpers):
            with whole_start():
                process.start()
            started.append(process)
    except OSError:
        _log.info("no process can be started to link call sites", exc_info=True)
    for end in (theirs, *(one for pair in crew for one in pair), *(end for _, end in ends)):
        end.close()
    try:
        while started:
            work.deadline.checkpoint()
            if ours.poll(_LISTEN_SECONDS):
                progress(*ours.recv())
    except (EOFError, OSError):  # it has ended
        leader.join(_END_SECONDS)
    finally:
        for end in (ours, *(end for end, _ in ends)):
            end.close()
        for process in started:
            if process.is_alive():
                process.terminate()
        for process in started:
            process.join(_END_SECONDS)
    return bool(started) and leader.exitcode == 0


def _run(
    task: Task, pace: WorkerLimits, courtesy: TypingMonitor, server: Connection, helpers: list[Connection]
) -> None:
    """Link until done, in the new process, with the help of others."""
    _settle(pace, server)

    def tell(done: int, total: int) -> None:
        with contextlib.suppress(OSError):
            server.send((done, total))

    try:
        link_here(task, tell, Background(courtesy, Deadline()), pace, Helpers(helpers))
    except Cancelled:
        sys.exit(1)
    except (sqlite3.Error, OSError) as problem:
        _log.warning("call sites are not linked: %s", problem)
        sys.exit(1)


def _help(
    task: Task, pace: WorkerLimits, courtesy: TypingMonitor, server: Connection, leader: Connection
) -> None:
    """Link what the leader gives out, in the new process, until it ends."""
    _settle(pace, server)
    work = Background(courtesy, Deadline())
    try:
        roots, libraries = _opened(task, work.deadline)
        leader.send([])
        resolving = rows = None
        while True:
            written, paths = leader.recv()
            if resolving is None:  # by now the leader has prepared the file
                links = XrefStore(task.path, task.basis, writes=True)
                index = view_of(roots, libraries)
                resolving = LinkLoop(index, links, work, pace.most_bytes)
            if rows != written:
                resolving.dispose()
                rows = written
            leader.send(sorted(resolving.link(iter(paths), written)))
    except (EOFError, OSError):  # the leader has ended, or never needs it
        return
    except (Cancelled, sqlite3.Error) as problem:
        _log.info("a helper that links call sites ends: %s", problem)


def _settle(pace: WorkerLimits, server: Connection) -> None:
    """Make a new process a quiet one that ends with the server."""
    os.dup2(2, 1)  # standard output belongs to the server's protocol
    leave_signals_to_starter()
    end_with(server)
    lower_priority(pace.niceness)
    gc.disable()  # neither facts nor resolvers hold cycles


def link_here(
    task: Task,
    progress: Callable[[int, int], None],
    work: Background,
    pace: WorkerLimits = BACKGROUND,
    crew: Helpers | None = None,
) -> None:
    """Link a workspace in this process, with helpers if there are, taking turns with others that do.

    Raises:
        Cancelled, Failure: cancelled, or the deadline has expired.
        OSError, sqlite3.Error: links or index cannot be kept on the disk.
    """
    path = task.path
    path.parent.mkdir(parents=True, exist_ok=True)
    roots, libraries = _opened(task, work.deadline)

    def sweep() -> None:
        links = XrefStore(path, task.basis, writes=True)
        try:
            LinkPass(roots, libraries, links, work, crew, pace.most_bytes).run(progress)
        finally:
            links.close()

    with turn(path.with_suffix(".lock"), work.deadline):
        try:
            sweep()
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):
                raise
            _log.warning("the links were damaged (%s) and are made anew", problem)
            remove(path)
            sweep()


def _opened(task: Task, deadline: Deadline) -> tuple[list[RootIndex], Libraries]:
    """Open what call sites are resolved with."""
    data_dir = Path(task.data_dir)
    stores = [IndexStore(Path(root), data_dir) for _, root in task.roots]
    if not all(store.on_disk for store in stores):
        message = "the index is not on the disk"
        raise OSError(message)
    roots = [RootIndex(prefix, store) for (prefix, _), store in zip(task.roots, stores, strict=True)]
    archives = ArchiveIndex(Archives(data_dir), task.artifacts)
    archives.read(deadline)
    return roots, Libraries(archives)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


def _engine() -> list[tuple[str, int, int]]:
    """Return what changes with the code that links are made by."""
    folder = Path(rca.__file__).parent
    files = sorted(file for part in _ENGINE for file in (folder / part).rglob("*.*") if file.suffix in _CODE)
    return [(file.relative_to(folder).as_posix(), *_stamp(file)) for file in files]


_CODE = (".py", ".so", ".pyd")
