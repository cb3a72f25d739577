"""Runs the analysis of a heap dump in a process of its own, with a time limit, progress and cancellation."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from models.error_codes import ErrorCode
from models.heap_dump import ClassCount, DumpFacts, HeapLeak, LargeObject
from rca.heap_dumps.dump_findings import DumpAnalysis
from rca.heap_dumps.dump_problem import PROBLEM_CODE
from rca.scheduling.deadline import Deadline
from rca.subprocesses import OutputReader, run
from rca.tool_failure import Failure

_MOST_OUTPUT = 32 * 1024 * 1024
_LAST_ERRORS = 4_000
_POLL, _GRACE = 0.1, 5.0
_TIMEOUT = "The dump was not analyzed within {seconds:g} s"


def analyze_in_process(
    path: Path,
    most: int,
    deadline: Deadline,
    environment: Mapping[str, str],
    progress: Callable[[str], None],
) -> DumpAnalysis:
    """Analyze a heap dump in a process of its own.

    Args:
        path: the dump.
        most: leaks, large objects and classes that are listed.
        deadline: ends the process, by its time or by cancellation.
        environment: what the process inherits.
        progress: is told what is being done.

    Raises:
        Failure: INVALID_PARAMETERS where the file is no heap dump that can be read; TOOL_TIMEOUT;
            COMMAND_FAILED where the process ended otherwise.
        Cancelled: the caller no longer wants the answer.
    """
    seconds = deadline.remaining
    output = OutputReader(_MOST_OUTPUT, 0)
    errors = OutputReader(0, _LAST_ERRORS, lambda chunk: _tell(chunk, progress))
    ended = run(
        [sys.executable, "-P", "-m", "rca.heap_dumps.worker", str(path), str(most)],
        directory=path.parent,
        environment={**environment, "PYTHONPATH": _import_path(), "PYTHONUTF8": "1"},
        seconds=seconds if seconds is not None else 24 * 3600.0,
        deadline=deadline,
        output=output,
        errors=errors,
        poll=_POLL,
        grace=_GRACE,
    )
    deadline.check_cancelled()
    if ended.stopped is not None:
        raise Failure(
            ErrorCode.TOOL_TIMEOUT,
            _TIMEOUT.format(seconds=ended.seconds),
            "Use `rca leaks FILE` on the command line, which has no time limit.",
        )
    text, _ = output.kept.text()
    if ended.exit_code == PROBLEM_CODE:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"{path.name} cannot be analyzed: {json.loads(text)['problem']}",
            "Give an uncompressed .hprof file that was copied whole.",
        )
    if ended.exit_code != 0:
        why = errors.kept.text()[0].strip().rpartition("\n")[2]
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"The analysis of {path.name} ended with code {ended.exit_code}: {why[:300]}",
            "Free memory and try again; a dump takes about three to four times its size.",
        )
    return _read(json.loads(text))


def _tell(chunk: bytes, progress: Callable[[str], None]) -> None:
    lines = chunk.decode("utf-8", "replace").strip().split("\n")
    if lines[-1]:
        progress(lines[-1][:200])


def _import_path() -> str:
    """Return the folder that this very package was imported from, wherever the process starts."""
    return str(Path(__file__).resolve().parents[2])


def _read(found: dict[str, list[object]]) -> DumpAnalysis:
    return DumpAnalysis(
        facts=DumpFacts.model_validate(found["facts"]),
        leaks=tuple(HeapLeak.model_validate(one) for one in found["leaks"]),
        largest=tuple(LargeObject.model_validate(one) for one in found["largest"]),
        classes=tuple(ClassCount.model_validate(one) for one in found["classes"]),
        notes=tuple(str(one) for one in found["notes"]),
    )
