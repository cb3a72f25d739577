"""Measure the hypotheses of an error whose throw was captured, in a large project whose index is ready.

    python -m benchmarks.captured_causes_speed --tree FOLDER [--errors 40] [--seed 1]

Errors are null dereferences made up for random functions of classes with properties: the receiver has each
property of the class as a field that is null, and so are the parameters. Each is analyzed without the
captured values and with them. Bar: 95 % of the analyses with values in less than 2 s.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from lsp_server.user_session import Session
from models.captured_state import CapturedFrame, CapturedState, CapturedValue
from models.settings import Settings
from rca.analysis.error_source import from_text
from rca.analysis.investigation import Investigation
from rca.languages.facts import Declaration
from rca.workspace import Snapshot

_BAR = 2.0
_READ = re.compile(r"\b([a-z]\w*)\.\w+")
_EXCEPTION = "java.lang.NullPointerException"


def main() -> int:
    """Print the times; return 1 where the bar is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tree", type=Path, required=True)
    parser.add_argument("--errors", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
        session = Session([options.tree], Path(data), settings)
        session.start_indexing()
        session.keep_words()
        session.wait_for_index()
        snapshot = session.workspace.snapshot
        chance = random.Random(options.seed)  # noqa: S311 - a sample, no secret
        times: dict[bool, list[float]] = {False: [], True: []}
        processor: dict[bool, list[float]] = {False: [], True: []}
        used = 0
        for number, (text, state) in enumerate(_errors(snapshot, chance)):
            if number > options.errors:
                break
            for capture in (None, state):
                source = from_text(text, snapshot.app_packages)
                start, before = time.perf_counter(), time.process_time()
                found = Investigation(
                    snapshot, session.knowledge, source, session.deadline("analyze_error"), capture=capture
                ).run()
                if number:  # the first one warms up
                    times[capture is not None].append(time.perf_counter() - start)
                    processor[capture is not None].append(time.process_time() - before)
                    used += any(one.kind == "captured_value" for one in found.hypotheses)
        session.close()
    print(f"{options.errors} errors, load {os.getloadavg()[0]:.1f}; values led to a function in {used}")
    for is_captured, spent in times.items():
        row = f"median {statistics.median(spent):.2f} s, 95 % {sorted(spent)[int(len(spent) * 0.95)]:.2f} s"
        row += f", slowest {max(spent):.2f} s; processor {statistics.median(processor[is_captured]):.2f} s"
        print(f"{'with' if is_captured else 'without'} values: {row}")
    return int(sorted(times[True])[int(len(times[True]) * 0.95)] >= _BAR)


def _errors(snapshot: Snapshot, chance: random.Random) -> Iterator[tuple[str, CapturedState]]:
    """Yield traces with captured states, in the order of chance."""
    paths = list(snapshot.files(".kt", ".java"))
    chance.shuffle(paths)
    for path in paths:
        text, facts = snapshot.text(path), snapshot.index.facts(path)
        if text is None or facts is None:
            continue
        lines = text.splitlines()
        package = re.search(r"^package ([\w.]+)", text, re.MULTILINE)
        rows = facts.declarations
        for row in rows:
            owner = rows[row.parent] if row.parent >= 0 else None
            if row.kind != "function" or owner is None or owner.kind != "class" or package is None:
                continue
            first, last = text.count("\n", 0, row.start) + 1, text.count("\n", 0, row.end) + 1
            fields = [one.name for one in rows if one.kind == "property" and one.parent == row.parent]
            at = next(
                (
                    line
                    for line in range(first + 1, min(last, len(lines)))
                    if any(name in fields for name in _READ.findall(lines[line - 1]))
                ),
                None,
            )
            if at is None:
                continue
            name, file = f"{package[1]}.{owner.name}", path.rpartition("/")[2]
            yield (
                f'Exception in thread "main" {_EXCEPTION}\n\tat {name}.{row.name}({file}:{at})\n',
                _state(_frame(name, row, (file, at), fields)),
            )
            break


def _frame(owner: str, row: Declaration, place: tuple[str, int], fields: Sequence[str]) -> CapturedFrame:
    held = tuple(CapturedValue(name=one, text="null") for one in fields)
    return CapturedFrame(
        class_name=owner,
        method=row.name,
        file=place[0],
        line=place[1],
        receiver=CapturedValue(name="this", type=owner, text=owner, fields=held),
        locals=tuple(CapturedValue(name=one.name, text="null") for one in row.parameters),
    )


def _state(frame: CapturedFrame) -> CapturedState:
    return CapturedState(
        exception=_EXCEPTION, message=None, thread="main", frames=(frame,), stood_still_ms=1.0
    )


if __name__ == "__main__":
    sys.exit(main())
