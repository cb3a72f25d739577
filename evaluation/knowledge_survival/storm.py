"""Concurrent processes on one store, some of them killed while they write."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from evaluation.knowledge_survival.conversations import Told, Wrong, command, converse
from rca.knowledge.ledger.ledger import Ledger

ROOT = Path(__file__).parents[2]
LATE_SECONDS = 1.0
_ANY_TIME = 0.2
"""The share of kills that may hit a process before it has had a write acknowledged."""


@dataclass
class Tally:
    """What happened.

    `met_writes` are kills of processes that were writing, `errors` what processes said or did wrong that
    were not killed.
    """

    stored: set[str] = field(default_factory=set)
    confirmed: set[str] = field(default_factory=set)
    told: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    met_writes: int = 0
    latest: float = 0.0
    late: int = 0
    errors: list[str] = field(default_factory=list)


class Worker:
    """One process, started anew whenever it ends."""

    def __init__(
        self, kind: str, number: int, folder: Path, tally: Tally, seen: Callable[[Told], None]
    ) -> None:
        self.kind = kind
        self._number = number
        self._folder = folder
        self._tally = tally
        self._seen = seen
        self._lives = 0
        self._killed = False
        self._process: subprocess.Popen[str] | None = None
        self._stopping = False
        self.writes = False
        """Whether a write of it was acknowledged since it was started."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def kill(self) -> bool:
        """Kill the process where it runs."""
        process = self._process
        if process is None or process.poll() is not None:
            return False
        self._killed = True
        process.send_signal(signal.SIGKILL)
        self._tally.kills[self.kind] += 1
        self._tally.met_writes += self.writes
        return True

    def stop(self) -> None:
        """End it for good."""
        self._stopping = True
        self._killed = True
        if self._process is not None:
            self._process.kill()
        self._thread.join(20)

    def _run(self) -> None:
        while not self._stopping:
            self._killed = self.writes = False
            self._lives += 1
            with tempfile.TemporaryFile("w+") as said:
                wrong = self._live(f"worker{self._number}life{self._lives}", said.fileno())
                if not self._killed:
                    said.seek(0)
                    self._tally.errors.append(f"{self.kind} {wrong}: {said.read()[-400:]}")
                    time.sleep(0.5)

    def _live(self, name: str, stderr: int) -> str:
        """Run one process to its end; say how it ended."""
        process = self._process = subprocess.Popen(
            command(self.kind, self._folder, name),
            cwd=self._folder,
            env=environment(self._folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )
        try:
            # A pipe or a line that the kill cut.
            with suppress(OSError, ValueError):
                for told in converse(self.kind, process, self._folder, name):
                    self._seen(told)
                    self._tally.told[f"{self.kind} {told.what}"] += 1
                    self.writes = self.writes or told.what != "answered"
        except Wrong as wrong:
            process.kill()
            process.wait()
            return str(wrong)
        return f"ended with {process.wait()}"


def environment(folder: Path) -> dict[str, str]:
    """Return the variables for a process on the store in `folder`."""
    own = {"RCA_DATA_DIR": str(folder), "RCA_KNOWLEDGE_STARTER": "off", "PYTHONPATH": str(ROOT)}
    return {**os.environ, **own, "RCA_KNOWLEDGE_DENSE": "off", "RCA_LOG": "error"}


def storm(folder: Path, seconds: float, kills: int, kinds: tuple[str, ...]) -> Tally:
    """Run processes that write and search, killing some; acknowledged writes must be in the ledger."""
    tally = Tally()
    ledger = Ledger(folder / "knowledge" / "ledger.db")
    lock = threading.Lock()

    def is_there(told: Told) -> bool:
        record = ledger.get(told.id)
        return record is not None and (told.what == "stored" or record.state == "validated")

    def seen(told: Told) -> None:
        if told.what == "answered":
            return
        since = time.monotonic()
        while not is_there(told) and time.monotonic() - since < 5:
            time.sleep(0.01)
        took = time.monotonic() - since
        with lock:
            (tally.stored if told.what == "stored" else tally.confirmed).add(told.id)
            tally.latest = max(tally.latest, took)
            tally.late += took > LATE_SECONDS

    workers = [Worker(kind, number, folder, tally, seen) for number, kind in enumerate(kinds)]
    chance = random.Random(11)  # noqa: S311 - which one is killed when
    ends = time.monotonic() + seconds
    killed = 0
    while time.monotonic() < ends or killed < kills:
        time.sleep(chance.uniform(0.2, 1.8) * seconds / max(kills, 1))
        # Most are killed among writes, however few those are: starting takes longer than a kill's turn.
        any_time = killed - tally.met_writes < kills * _ANY_TIME and chance.random() < _ANY_TIME
        victims = workers if any_time else [worker for worker in workers if worker.writes]
        if killed < kills and victims and chance.choice(victims).kill():
            killed += 1
    for worker in workers:
        worker.stop()
    ledger.close()
    return tally


def lost(folder: Path, tally: Tally) -> set[str]:
    """Return what was acknowledged and is not there; fails where the file is not sound."""
    ledger = Ledger(folder / "knowledge" / "ledger.db")
    with ledger.database.reading() as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.execute("INSERT INTO solution_text (solution_text) VALUES ('integrity-check')")
        there = {id_ for (id_,) in db.execute("SELECT id FROM solution")}
        validated = {id_ for (id_,) in db.execute("SELECT id FROM solution WHERE state = 'validated'")}
    ledger.close()
    return (tally.stored - there) | (tally.confirmed - validated)
