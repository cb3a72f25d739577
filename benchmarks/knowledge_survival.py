"""Do to one knowledge store what processes, people and disks do, and count what is lost.

    python benchmarks/knowledge_survival.py [--seconds 60] [--kills 200]

Eight processes of three kinds (the library, of which the first owns the vector index; `rca call --stdin`;
a language server asked over its protocol) write and search one store and are killed at random moments
(`kill -9`) and started again. Then: a full disk, a folder that can only be read, and copies of ledger and
index that are truncated, emptied, and have bits flipped. A record counts as acknowledged once its writer
has told its id. Exit code 1 where one was lost, came late, or a process crashed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

sys.path.insert(0, str(Path(__file__).parents[1]))

from rca.knowledge.embedder import Embedder
from rca.knowledge.ledger import Ledger

ROOT = Path(__file__).parents[1]
KINDS = ("owner", "library", "library", "call", "call", "call", "server", "server")
"""What the eight processes are."""

LATE_SECONDS = 1.0
_STARTING = 0.2
"""The share of kills that may hit a process that is starting."""

LIBRARY = """
import pathlib, sys
from models.settings import KnowledgeSettings
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge.store import KnowledgeStore
folder, name, dense = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "dense"
store = KnowledgeStore(folder, KnowledgeSettings(starter=False))
if dense:
    store.warm_up()
number = 0
while True:
    result = store.record(RecordSolutionParams(
        root_cause=f"cause {name} {number}", solution=f"solution {name} {number}",
        error_description=f"gadget {name} number {number} broke"))
    print(result.id, flush=True)
    assert store.find(f"gadget {name} number {number}").outcome.results
    number += 1
"""

ONE_SEARCH = """
import pathlib, sys
from models.settings import KnowledgeSettings
from models.tools.record_solution import RecordSolutionParams
from rca.failure import Failure
from rca.knowledge.store import KnowledgeStore
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


@dataclass
class Tally:
    """What happened. `errors` are what processes said that were not killed."""

    acknowledged: set[str] = field(default_factory=set)
    answers: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    latest: float = 0.0
    late: int = 0
    errors: list[str] = field(default_factory=list)


class Worker:
    """One process, started anew whenever it ends."""

    def __init__(
        self, kind: str, number: int, folder: Path, tally: Tally, seen: Callable[[str], None]
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
        self.told = False
        """Whether it did something since it was started."""
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
            self._killed = self.told = False
            self._lives += 1
            command = {
                "owner": [sys.executable, "-c", LIBRARY, str(self._folder), self._name, "dense"],
                "library": [sys.executable, "-c", LIBRARY, str(self._folder), self._name, "words"],
                "call": [sys.executable, "-m", "lsp_server", "call", "--stdin", "--yes"],
                "server": [sys.executable, "-m", "lsp_server", "serve"],
            }[self.kind]
            with tempfile.TemporaryFile("w+") as said:
                self._process = subprocess.Popen(
                    command,
                    cwd=self._folder,
                    env=environment(self._folder),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=said,
                    text=True,
                )
                # A pipe or a line that the kill cut.
                with suppress(OSError, ValueError):
                    {"call": self._call, "server": self._serve}.get(self.kind, self._read)(self._process)
                code = self._process.wait()
                if not self._killed:
                    said.seek(0)
                    self._tally.errors.append(f"{self.kind} ended with {code}: {said.read()[-400:]}")
                    time.sleep(0.5)

    @property
    def _name(self) -> str:
        return f"worker{self._number}life{self._lives}"

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            # A line that was cut was not told.
            if line.endswith("\n"):
                self._seen(line.strip())
                self._tally.answers[self.kind] += 1
                self.told = True

    def _call(self, process: subprocess.Popen[str]) -> None:
        number = 0
        while process.poll() is None:
            what = f"gadget {self._name} number {number}"
            stored = self._ask(
                process,
                "record_solution",
                {"errorDescription": f"{what} broke", "rootCause": "a cause", "solution": f"solve {what}"},
            )
            self._seen(stored["data"]["id"])
            found = self._ask(process, "vector_search_db", {"query": what, "minConfidence": 0})
            if not found["data"]["results"]:
                self._tally.errors.append(f"call found nothing for {what}")
            self._tally.answers["call"] += 1
            self.told = True
            number += 1

    @staticmethod
    def _ask(process: subprocess.Popen[str], tool: str, parameters: object) -> dict[str, dict[str, str]]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"tool": tool, "parameters": parameters}) + "\n")
        process.stdin.flush()
        envelope: dict[str, dict[str, str]] = json.loads(process.stdout.readline())
        if not envelope["success"]:
            raise ValueError(str(envelope))
        return envelope

    def _serve(self, process: subprocess.Popen[str]) -> None:
        """Be an editor: initialize, then search and search."""
        assert process.stdin is not None
        assert process.stdout is not None
        folder = self._folder.as_uri()
        initialize: dict[str, object] = {"processId": None, "rootUri": folder, "capabilities": {}}
        send(process.stdin, {"id": 0, "method": "initialize", "params": initialize})
        receive(process.stdout, 0)
        send(process.stdin, {"method": "initialized", "params": {}})
        number = 0
        while process.poll() is None:
            number += 1
            parameters = {"query": f"gadget number {number} broke", "minConfidence": 0}
            command = {"command": "rca.vector_search_db", "arguments": [parameters]}
            send(process.stdin, {"id": number, "method": "workspace/executeCommand", "params": command})
            answer = receive(process.stdout, number)
            if "error" in answer:
                self._tally.errors.append(f"server answered {answer['error']}")
            self._tally.answers["server"] += 1
            self.told = True
            time.sleep(0.02)


def send(out: IO[str], message: dict[str, object]) -> None:
    """Write one message of the language server protocol."""
    body = json.dumps({"jsonrpc": "2.0", **message})
    out.write(f"Content-Length: {len(body)}\r\n\r\n{body}")
    out.flush()


def receive(source: IO[str], wanted: int) -> dict[str, object]:
    """Read messages until the answer to one request."""
    while True:
        length = 0
        while (line := source.readline().strip()) or not length:
            if not line:
                message = "the server is gone"
                raise ValueError(message)
            if line.lower().startswith("content-length"):
                length = int(line.partition(":")[2])
        # Bodies are ASCII: the server escapes what is not.
        answer: dict[str, object] = json.loads(source.read(length))
        if answer.get("id") == wanted and "method" not in answer:
            return answer


def environment(folder: Path) -> dict[str, str]:
    """Give the variables for a process on the store in `folder`."""
    own = {"RCA_DATA_DIR": str(folder), "RCA_KNOWLEDGE_STARTER": "off", "PYTHONPATH": str(ROOT)}
    return {**os.environ, **own, "RCA_KNOWLEDGE_DENSE": "off", "RCA_LOG": "error"}


def storm(folder: Path, seconds: float, kills: int, kinds: tuple[str, ...]) -> Tally:
    """Let processes write and search while some are killed; everything told must be in the ledger at once."""
    tally = Tally()
    ledger = Ledger(folder / "knowledge" / "ledger.db")
    lock = threading.Lock()

    def seen(id_: str) -> None:
        told = time.monotonic()
        while ledger.get(id_) is None and time.monotonic() - told < 5:
            time.sleep(0.01)
        with lock:
            tally.acknowledged.add(id_)
            tally.latest = max(tally.latest, time.monotonic() - told)
            tally.late += time.monotonic() - told > LATE_SECONDS

    workers = [Worker(kind, number, folder, tally, seen) for number, kind in enumerate(kinds)]
    chance = random.Random(11)  # noqa: S311 - which one is killed when
    ends = time.monotonic() + seconds
    killed = 0
    while time.monotonic() < ends or killed < kills:
        time.sleep(chance.uniform(0.2, 1.8) * seconds / max(kills, 1))
        # Some while they start, most while they are at work: starting takes longer than a kill's turn.
        at_work = [worker for worker in workers if worker.told]
        victims = workers if chance.random() < _STARTING else at_work
        if killed < kills and victims and chance.choice(victims).kill():
            killed += 1
    for worker in workers:
        worker.stop()
    ledger.close()
    return tally


def lost(folder: Path, acknowledged: set[str]) -> set[str]:
    """Give the acknowledged records that are not there; fails where the file is not sound."""
    ledger = Ledger(folder / "knowledge" / "ledger.db")
    with ledger.database.reading() as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.execute("INSERT INTO solution_text (solution_text) VALUES ('integrity-check')")
        there = {id_ for (id_,) in db.execute("SELECT id FROM solution")}
    ledger.close()
    return acknowledged - there


def one_search(
    folder: Path, how: str, *, limit: int | None = None, cwd: Path | None = None
) -> tuple[int, str]:
    """Search in a new process; give its exit code, negative for a crash, and what it said."""

    def limited() -> None:
        assert limit is not None
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        [sys.executable, "-c", ONE_SEARCH, str(folder), how],
        env=environment(folder),
        cwd=cwd or folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        preexec_fn=None if limit is None else limited,
    )
    return done.returncode, done.stdout + done.stderr[-600:]


def full_disk(folder: Path) -> tuple[int, str, set[str]]:
    """Write until the ledger may not grow; give exit code, the last thing said, and what was lost."""
    size = sum(path.stat().st_size for path in (folder / "knowledge").glob("ledger.db*"))
    code, said = one_search(folder, "write", limit=size + 1_500_000)
    told = {line.split()[1] for line in said.splitlines() if line.startswith("id ")}
    assert told, said
    return code, said.splitlines()[-1], lost(folder, told)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a store that nobody can write (root ignores permissions: the ledger is made immutable by mode)."""
    inside = [folder, *folder.rglob("*")]
    modes = {path: path.stat().st_mode for path in inside}
    for path in inside:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        yield
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


def damaged(path: Path, how: str, chance: random.Random) -> None:
    """Damage one file."""
    content = bytearray(path.read_bytes())
    match how:
        case "emptied":
            content.clear()
        case "truncated":
            del content[chance.randrange(len(content)) :]
        case _:
            for _flip in range(20):
                content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(bytes(content))


def damages(folder: Path, scratch: Path, rounds: int, dense: str) -> list[tuple[str, int, str]]:
    """Damage copies of ledger and index in turn and search each; give what became of it."""
    chance = random.Random(5)  # noqa: S311 - where the damage is
    outcomes = []
    ledger = folder / "knowledge" / "ledger.db"
    with_log = Ledger(ledger)
    with with_log.database.reading() as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with_log.close()
    for place in range(rounds):
        for how in ("truncated", "emptied", "bit-flipped"):
            copy = scratch / f"{how}{place}"
            shutil.copytree(folder, copy, symlinks=True)
            damaged(copy / "knowledge" / "ledger.db", how, chance)
            outcomes.append((f"ledger {how}", *one_search(copy, "words")))
            shutil.rmtree(copy)
            index = [path for path in folder.glob("knowledge/chroma-*/**/*") if path.is_file()]
            index = [path for path in index if path.stat().st_size and path.suffix != ".lock"]
            if index:
                shutil.copytree(folder, copy, symlinks=True)
                victim = chance.choice(index).relative_to(folder)
                damaged(copy / victim, how, chance)
                outcomes.append((f"index {how} ({victim.name})", *one_search(copy, dense)))
                shutil.rmtree(copy)
    return outcomes


def main() -> None:
    """Run everything and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=4, help="Damages of each kind.")
    parser.add_argument("--models", type=Path, help="Folder of an export made before.")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "store"
        folder.mkdir()
        if given.models is not None:
            (folder / "models").symlink_to(given.models)
        Embedder(None, folder / "models").load()
        tally = storm(folder, given.seconds, given.kills, KINDS)
        gone = lost(folder, tally.acknowledged)
        print(f"processes {len(KINDS)}, kills {sum(tally.kills.values())} {dict(tally.kills)}")
        print(f"acknowledged {len(tally.acknowledged)}, lost {len(gone)}; rounds {dict(tally.answers)}")
        print(f"seen by another process after at most {tally.latest:.2f} s, late {tally.late}")
        print(f"errors of processes that were not killed: {len(tally.errors)}")
        for error in tally.errors[:5]:
            print(f"  {error}")
        code, said, missing = full_disk(folder)
        print(f"full disk: exit {code}, lost {len(missing)}: {said[:160]}")
        bad = bool(gone or tally.errors or tally.late or missing or code)
        with read_only(folder):
            code, said = one_search(folder, "words", cwd=ROOT)
        print(f"read-only folder: exit {code}: {said.splitlines()[0][:160]}")
        bad |= code != 0
        # An index that was closed in order, to damage.
        print(f"index: {one_search(folder, 'dense')[1].splitlines()[0][:120]}")
        outcomes = damages(folder, Path(temporary), given.rounds, "dense")
        table = Counter(
            (what.split(" (")[0], "crashed" if code else said.split()[0]) for what, code, said in outcomes
        )
        for (what, became), count in sorted(table.items()):
            print(f"{what:24} {became:10} {count}")
        for what, code, said in outcomes:
            if code or said.split()[0] not in {"answered", "told"}:
                print(f"  {what}: exit {code}: {said[-300:]}")
                bad = True
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
