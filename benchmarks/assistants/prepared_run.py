"""The folder of a prepared run: its bugs, its ways of work and its paths."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.fixed_bugs.cases import Case, load_cases

WAYS = ("ours", "plain")
CHECKOUT = Path(__file__).parents[2]
_FILE = "prepared.json"


@dataclass(frozen=True, slots=True)
class PreparedRun:
    """A prepared run. Bugs are numbered, as their ids would name the fix.

    Attributes:
        cases: ids of the bugs by number.
        runs: how often each bug is given in each way.
        product: checkout whose `rca mcp` serves the way `ours`.
        mcp_options: further options of `rca mcp`.
        bugs: file of the bugs.
    """

    split: str
    seed: int
    cases: dict[str, str]
    runs: int
    product: str
    mcp_options: tuple[str, ...]
    bugs: str

    def save(self, folder: Path) -> None:
        """Write it into the run's folder."""
        (folder / _FILE).write_text(json.dumps(asdict(self), indent=1), "utf-8")

    def load_cases(self) -> dict[str, Case]:
        """Return the bugs by number."""
        by_id = {case.id: case for case in load_cases(Path(self.bugs))}
        return {number: by_id[case_id] for number, case_id in self.cases.items()}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One bug in one way: a folder `WAY[-RUN]/NUMBER` of the run."""

    folder: Path
    way: str
    run: int
    number: str

    @property
    def root(self) -> Path:
        """Return the run's folder."""
        return self.folder.parents[1]

    @property
    def tree(self) -> Path:
        """Return the broken tree, which both ways share."""
        return self.root / "trees" / self.number

    @property
    def log(self) -> Path:
        """Return the log of calls."""
        return self.folder / "calls.jsonl"


def load_prepared(folder: Path) -> PreparedRun:
    """Return the run that was prepared in a folder.

    Raises:
        FileNotFoundError: none was.
    """
    row = json.loads((folder / _FILE).read_text("utf-8"))
    return PreparedRun(**{**row, "mcp_options": tuple(row["mcp_options"])})


def attempt_at(folder: Path) -> Attempt:
    """Return the attempt whose folder this is.

    Raises:
        ValueError: the folder is none of an attempt.
    """
    folder = folder.resolve()
    way, _, run = folder.parent.name.partition("-")
    if way not in WAYS:
        raise ValueError(f"{folder} is no folder of a prepared bug")
    return Attempt(folder, way, int(run or 1), folder.name)


def list_attempts(root: Path, prepared: PreparedRun) -> list[Attempt]:
    """Return all attempts of a run."""
    folders = [f"{way}-{run}" if run > 1 else way for run in range(1, prepared.runs + 1) for way in WAYS]
    return [attempt_at(root / folder / number) for folder in folders for number in prepared.cases]


def module_command(name: str, *arguments: str) -> list[str]:
    """Return the command that runs one of the modules beside this one."""
    return [sys.executable, "-P", "-m", f"benchmarks.assistants.{name}", *arguments]


def product_environment(root: Path, number: str, product: str) -> dict[str, str]:
    """Return the environment of the product: its data lies beside the tree, never in it."""
    return {**os.environ, "PYTHONPATH": product, "RCA_DATA_DIR": str(root / "data" / number)}


def product_command(*arguments: str) -> list[str]:
    """Return the command line of the product."""
    return [sys.executable, "-P", "-m", "lsp_server", *arguments]


def socket_path(root: Path, number: str) -> Path:
    """Return the socket of a tree's server; it lies in the temporary folder as its path must be short."""
    digest = hashlib.sha256(f"{root.resolve()}:{number}".encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"rca-assistants-{os.getuid()}-{digest}.sock"
