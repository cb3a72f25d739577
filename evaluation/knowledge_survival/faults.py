"""Faults of disks and people: disk full, read-only, damaged files."""

from __future__ import annotations

import ctypes
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from evaluation.knowledge_survival.storm import ROOT, Tally, environment, lost
from rca.knowledge.ledger.ledger import Ledger

ONE_SEARCH = """
import pathlib, sys
from models.settings import KnowledgeSettings
from models.tools.record_solution import RecordSolutionParams
from rca.tool_failure import Failure
from rca.knowledge.knowledge_store import KnowledgeStore
store = KnowledgeStore(pathlib.Path(sys.argv[1]), KnowledgeSettings(starter=False))
try:
    if sys.argv[2] == "dense":
        store.wait_until_ready()
    if sys.argv[2] == "write":
        for number in range(100_000):
            print("id", store.record(RecordSolutionParams(
                root_cause=f"cause {number}", solution="x" * 2_000, error_description=f"disk {number}"
            )).id, flush=True)
    found = store.find("gadget number broke")
    print("answered", len(found.outcome.results), "|", *found.notes)
except Failure as failure:
    print("told", failure.error.code.value, "|", failure.error.message, "|", failure.error.suggestion)
store.close()
"""

How = Literal["words", "dense", "write"]
Damage = Literal["truncated", "emptied", "bit-flipped"]
DAMAGES: tuple[Damage, ...] = ("truncated", "emptied", "bit-flipped")


def one_run(folder: Path, how: How, prepare: Callable[[], None] | None = None) -> tuple[int, str]:
    """Search, or write until it fails, in a new process.

    Returns its exit code, negative for a crash, and what it said. `prepare` runs in that process first.
    """
    done = subprocess.run(
        [sys.executable, "-c", ONE_SEARCH, str(folder), how],
        env=environment(folder),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        preexec_fn=prepare,
    )
    return done.returncode, done.stdout + done.stderr[-600:]


def full_disk(folder: Path) -> tuple[int, str, set[str]]:
    """Write until no file may grow; return exit code, the last thing said, and what was lost."""
    size = sum(path.stat().st_size for path in (folder / "knowledge").glob("ledger.db*")) + 1_500_000

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return _filled(folder, *one_run(folder, "write", limited))


def full_file_system(folder: Path, scratch: Path) -> tuple[int, str, set[str]] | None:
    """Do the same on a small file system of its own; None where this user may mount none."""
    scratch.mkdir()
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) + 3_000_000
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(scratch)]
    if sys.platform != "linux" or subprocess.run(mounting, capture_output=True, check=False).returncode:
        return None
    try:
        copy = scratch / "store"
        shutil.copytree(folder, copy, symlinks=True)
        return _filled(copy, *one_run(copy, "write"))
    finally:
        subprocess.run(["umount", str(scratch)], check=True)


def _filled(folder: Path, code: int, said: str) -> tuple[int, str, set[str]]:
    told = {line.split()[1] for line in said.splitlines() if line.startswith("id ")}
    assert told, said
    return code, said.splitlines()[-1], lost(folder, Tally(stored=told))


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a store that nobody may write who obeys permissions; see `obey_permissions`."""
    inside = [folder, *folder.rglob("*")]
    modes = {path: path.stat().st_mode for path in inside if not path.is_symlink()}
    for path in modes:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        yield
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


def obey_permissions() -> None:
    """Make root obey file permissions: drop CAP_DAC_OVERRIDE from what the next program may have."""
    drop_from_bounding_set, dac_override = 24, 1
    if os.geteuid() == 0:
        assert ctypes.CDLL(None).prctl(drop_from_bounding_set, dac_override, 0, 0, 0) == 0


def damaged(path: Path, how: Damage, chance: random.Random) -> None:
    """Damage one file."""
    content = bytearray(path.read_bytes())
    match how:
        case "emptied":
            content.clear()
        case "truncated":
            del content[chance.randrange(len(content)) :]
        case "bit-flipped":
            for _flip in range(20):
                content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(bytes(content))


def settle(folder: Path) -> None:
    """Bring what is in the ledger's log into its file, so that damage to that file is damage to all of it."""
    ledger = Ledger(folder / "knowledge" / "ledger.db")
    with ledger.database.reading() as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    ledger.close()


def index_files(folder: Path) -> list[Path]:
    """Return the files of the vector index that hold something, as paths in the store."""
    found = [path for path in folder.glob("knowledge/chroma-*/**/*") if path.is_file()]
    return [path.relative_to(folder) for path in found if path.stat().st_size and path.suffix != ".lock"]


def damages(folder: Path, scratch: Path, rounds: int) -> list[tuple[str, int, str]]:
    """Damage copies of ledger and index in turn and search each; return what became of it."""
    chance = random.Random(5)  # noqa: S311 - where the damage is
    settle(folder)
    victims: list[tuple[str, Path, How]] = [("ledger", Path("knowledge", "ledger.db"), "words")]
    outcomes = []
    for place in range(rounds):
        index = index_files(folder)
        chosen: list[tuple[str, Path, How]] = [("index", chance.choice(index), "dense")] if index else []
        for how in DAMAGES:
            for name, victim, search in (*victims, *chosen):
                copy = scratch / f"{name}-{how}-{place}"
                shutil.copytree(folder, copy, symlinks=True)
                damaged(copy / victim, how, chance)
                outcomes.append((f"{name} {how} ({victim.name})", *one_run(copy, search)))
                shutil.rmtree(copy)
    return outcomes
