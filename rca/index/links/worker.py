"""The process that links a workspace: beside the server, as resolving holds the interpreter's lock."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import logging
import os
import sqlite3
import sys
import threading
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import rca
from rca.cancellation import Cancelled, Watch
from rca.index.database import remove
from rca.index.layers import RootIndex
from rca.index.links.database import LinkStore, path_of
from rca.index.links.rows import FORM
from rca.index.links.sweep import Sweep
from rca.index.store import Store
from rca.index.turn import turn
from rca.libraries.dependencies import Artifact
from rca.libraries.jar_libraries import JarLibraries
from rca.libraries.libraries import Libraries
from rca.libraries.store import Store as Archives
from rca.libraries.table import SHIPPED

_NICENESS = 10
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


def link(task: Task, progress: Callable[[int, int], None], watch: Watch) -> bool:
    """Link a workspace in a process of its own, and wait for it; tells whether all is linked then.

    `progress` gets files linked and files in all. The process ends when the watch says so, or with the
    one that started it; what it did is kept.

    Raises:
        Cancelled, Failure: the watch says so.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(task, theirs), name="rca-links", daemon=True)
    try:
        process.start()
    except OSError:
        _log.info("no process can be started to link call sites", exc_info=True)
        return False
    theirs.close()
    try:
        while True:
            watch.check()
            if ours.poll(_LISTEN_SECONDS):
                progress(*ours.recv())
    except (EOFError, OSError):  # it has ended
        process.join(_END_SECONDS)
    finally:
        ours.close()
        if process.is_alive():
            process.terminate()
        process.join(_END_SECONDS)
    return process.exitcode == 0


def _run(task: Task, server: Connection) -> None:
    """Link until done, in the new process."""
    os.dup2(2, 1)  # standard output belongs to the server's protocol
    watch = Watch()
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    gc.disable()  # facts hold no cycles; the resolver's are looked for when it is let go of

    def tell(done: int, total: int) -> None:
        with contextlib.suppress(OSError):
            server.send((done, total))

    try:
        link_here(task, tell, watch)
    except Cancelled:
        sys.exit(1)
    except (sqlite3.Error, OSError) as problem:
        _log.warning("call sites are not linked: %s", problem)
        sys.exit(1)


def _end_with(server: Connection) -> None:
    """End this process at once when the one that started it ends, however it does."""
    with contextlib.suppress(EOFError, OSError):
        server.recv()
    os._exit(1)


def link_here(task: Task, progress: Callable[[int, int], None], watch: Watch) -> None:
    """Link a workspace in this process, taking turns with others that do.

    Raises:
        Cancelled, Failure: the watch says so.
        OSError, sqlite3.Error: links or index cannot be kept on the disk.
    """
    data_dir, path = Path(task.data_dir), task.path
    path.parent.mkdir(parents=True, exist_ok=True)
    stores = [Store(Path(root), data_dir) for _, root in task.roots]
    if not all(store.on_disk for store in stores):
        message = "the index is not on the disk"
        raise OSError(message)
    roots = [RootIndex(prefix, store) for (prefix, _), store in zip(task.roots, stores, strict=True)]
    archives = JarLibraries(Archives(data_dir), task.artifacts)
    archives.read(watch)
    libraries = Libraries(archives)
    with turn(path.with_suffix(".lock"), watch):
        try:
            _sweep(task, roots, libraries, progress, watch)
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):
                raise
            _log.warning("the links were damaged (%s) and are made anew", problem)
            remove(path)
            _sweep(task, roots, libraries, progress, watch)


def _sweep(
    task: Task,
    roots: list[RootIndex],
    libraries: Libraries,
    progress: Callable[[int, int], None],
    watch: Watch,
) -> None:
    links = LinkStore(task.path, task.basis, writes=True)
    try:
        Sweep(roots, libraries, links, watch).run(progress)
    finally:
        links.close()


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


def _engine() -> list[tuple[str, int, int]]:
    """Give what changes with the code that links are made by."""
    folder = Path(rca.__file__).parent
    files = sorted(file for part in _ENGINE for file in (folder / part).rglob("*.*") if file.suffix in _CODE)
    return [(file.relative_to(folder).as_posix(), *_stamp(file)) for file in files]


_CODE = (".py", ".so", ".pyd")
