"""The process that analyzes a heap dump: `python -m rca.heap_dumps.worker FILE LIMIT`.

It prints the findings as JSON, and what it is doing on standard error. A process of its own, because the
analysis takes seconds of the interpreter and hundreds of MB, which go back to the system with it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rca.heap_dumps.dump_analysis import analyze_dump
from rca.heap_dumps.dump_findings import DumpAnalysis
from rca.heap_dumps.dump_problem import PROBLEM_CODE, DumpProblem
from rca.scheduling.deadline import Deadline


def main(arguments: list[str]) -> int:
    """Analyze the dump that the arguments name; return the exit code."""
    last = ""

    def told(line: str) -> None:
        nonlocal last
        if line != last:
            last = line
            print(line, file=sys.stderr, flush=True)  # noqa: T201 - what the process is read for

    try:
        found = analyze_dump(Path(arguments[0]), Deadline(), told, most=int(arguments[1]))
    except DumpProblem as problem:
        print(json.dumps({"problem": str(problem)}))  # noqa: T201 - what the process is read for
        return PROBLEM_CODE
    print(json.dumps(_as_json(found)))  # noqa: T201 - what the process is read for
    return 0


def _as_json(found: DumpAnalysis) -> dict[str, object]:
    return {
        "facts": found.facts.model_dump(mode="json"),
        "leaks": [one.model_dump(mode="json") for one in found.leaks],
        "largest": [one.model_dump(mode="json") for one in found.largest],
        "classes": [one.model_dump(mode="json") for one in found.classes],
        "notes": list(found.notes),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
