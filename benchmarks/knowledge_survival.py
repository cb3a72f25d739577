"""Run all faults against one knowledge store, and count what is lost.

    python -m benchmarks.knowledge_survival [--seconds 60] [--kills 200]

Eight processes of five kinds (the library, of which one owns the vector index; `rca call --stdin`; language
servers; MCP servers), each asked over its own protocol, record, confirm and search one store and are killed
(`kill -9`) and started again: four of five at a random moment after a write of theirs was acknowledged, one
of five at any moment. Then: a full disk, a folder that can only be read, and
copies of ledger and index that are truncated, emptied, and have bits flipped. A record counts as
acknowledged once its writer has told its id, a confirmation once it was answered. Exit code 1 where one was
lost, came late, or a process crashed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from evaluation.knowledge_survival import faults
from evaluation.knowledge_survival.storm import lost, storm

KINDS = ("owner", "library", "call", "call", "server", "server", "mcp", "mcp")
"""What the eight processes are."""


def main() -> None:
    """Run everything and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=4, help="Damages of each kind.")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "store"
        folder.mkdir()
        bad = _processes(folder, given.seconds, given.kills)
        bad |= _disk(folder, Path(temporary))
        # An index that was closed in order, to damage.
        print(f"index: {faults.one_run(folder, 'dense')[1].splitlines()[0][:120]}")
        bad |= _damage(folder, Path(temporary), given.rounds)
    sys.exit(1 if bad else 0)


def _processes(folder: Path, seconds: float, kills: int) -> bool:
    tally = storm(folder, seconds, kills, KINDS)
    gone = lost(folder, tally)
    print(f"processes {len(KINDS)}, kills {sum(tally.kills.values())} {dict(tally.kills)}")
    print(f"kills after the process had a write acknowledged: {tally.met_writes}")
    print(f"recorded {len(tally.stored)}, confirmed {len(tally.confirmed)}, lost {len(gone)}")
    for what, times in sorted(tally.told.items()):
        print(f"  {what:20} {times}")
    print(f"seen by another process after at most {tally.latest:.2f} s, late {tally.late}")
    print(f"errors of processes that were not killed: {len(tally.errors)}")
    for error in tally.errors[:5]:
        print(f"  {error}")
    return bool(gone or tally.errors or tally.late)


def _disk(folder: Path, scratch: Path) -> bool:
    bad = False
    for name, outcome in (
        ("full disk (limit of a file)", faults.full_disk(folder)),
        ("full disk (file system)", faults.full_file_system(folder, scratch / "small")),
    ):
        if outcome is None:
            print(f"{name}: not tried, this user may mount nothing")
            continue
        code, said, missing = outcome
        print(f"{name}: exit {code}, lost {len(missing)}: {said[:160]}")
        bad |= bool(code or missing or not said.startswith("told"))
    with faults.read_only(folder):
        for how in ("words", "write"):
            code, said = faults.one_run(folder, how, faults.obey_permissions)
            print(f"read-only folder, {how}: exit {code}: {said.splitlines()[0][:160]}")
            bad |= code != 0 or said.split()[0] != ("answered" if how == "words" else "told")
    return bad


def _damage(folder: Path, scratch: Path, rounds: int) -> bool:
    bad = False
    outcomes = faults.damages(folder, scratch, rounds)
    table = Counter(
        (what.split(" (")[0], "crashed" if code else said.split()[0]) for what, code, said in outcomes
    )
    for (what, became), times in sorted(table.items()):
        print(f"{what:24} {became:10} {times}")
    for what, code, said in outcomes:
        if code or said.split()[0] not in {"answered", "told"}:
            print(f"  {what}: exit {code}: {said[-300:]}")
            bad = True
    return bad


if __name__ == "__main__":
    main()
