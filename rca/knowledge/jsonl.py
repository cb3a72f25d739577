"""Import and export of solutions as JSON lines, one solution a line."""

from __future__ import annotations

import codecs
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import cast, get_args

from pydantic import ValidationError

from models.error_codes import ErrorCode
from models.knowledge import ImportCounts
from models.solution import Solution, SolutionState
from rca.knowledge.ledger import change_set, export_history
from rca.knowledge.ledger.change_set import Change
from rca.knowledge.ledger.ledger import Ledger, Stored
from rca.knowledge.ledger.record import Record
from rca.knowledge.solution_intake import clean_solution
from rca.tool_failure import Failure

_BATCH = 500
_REJECTED_SHOWN = 20


def import_jsonl(ledger: Ledger, path: Path, progress: Callable[[int], None]) -> ImportCounts:
    """Store every line of a file; importing a file twice changes nothing.

    A record that is newer here (`metadata.createdAt`) than in the file is kept. A line that is no solution is
    counted with its reason and does not stop the others. `progress` receives the number of lines read so far.

    Raises:
        Failure: FILE_NOT_FOUND, PERMISSION_DENIED, DB_CONNECTION_FAILED.
    """
    stored: Counter[str] = Counter()
    rejected: list[str] = []
    kinds: set[str] = set()
    batch: list[_Line] = []
    number = 0
    for number, content in _numbered_lines(path):
        try:
            line = _read(content)
            solution, masked = clean_solution(line.solution)
        except (ValueError, RecursionError) as problem:
            rejected.append(f"line {number}: {_reason(problem)}")
            continue
        kinds |= masked
        batch.append(replace(line, solution=solution))
        if len(batch) == _BATCH:
            stored.update(_store(ledger, batch))
            batch.clear()
            progress(number)
    stored.update(_store(ledger, batch))
    progress(number)
    if len(rejected) > _REJECTED_SHOWN:
        more = len(rejected) - _REJECTED_SHOWN
        rejected = [*rejected[:_REJECTED_SHOWN], f"and {more} more lines"]
    return ImportCounts(
        new=stored["new"],
        updated=stored["updated"],
        unchanged=stored["unchanged"],
        rejected=tuple(rejected),
        redacted=tuple(sorted(kinds)),
    )


def export_jsonl(ledger: Ledger, path: Path) -> int:
    """Write every record and return their number; the file appears whole or not at all.

    `userValidated` is the record's current state; other states than these two are in `metadata.state`, and
    its events in `metadata.history`; see `export_history`.
    """
    count = 0
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with fresh.open("w", encoding="utf-8") as out:
            for record in ledger.everything():
                out.write(_line(ledger, record) + "\n")
                count += 1
            for alone in export_history.attempts_alone(ledger):
                out.write(alone.model_dump_json() + "\n")
                count += 1
            out.flush()
            os.fsync(out.fileno())  # a power cut must not leave an empty file in the place of a whole one
        fresh.replace(path)
    except OSError as problem:
        raise Failure(
            ErrorCode.PERMISSION_DENIED,
            f"The export to {path} failed: {problem}",
            "Choose a folder that exists and can be written.",
        ) from problem
    finally:
        fresh.unlink(missing_ok=True)
    return count


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a file; `alone` says that it holds failed attempts without a solution."""

    solution: Solution
    state: SolutionState
    history: Change | None = None
    alone: bool = False


def _store(ledger: Ledger, batch: list[_Line]) -> list[Stored]:
    """Store the solutions, then their events."""
    known = ledger.created(line.solution.id for line in batch)
    given = [line for line in batch if not line.alone]
    fresh = [line for line in given if not _is_older(line.solution, known.get(line.solution.id))]
    stored = ledger.put([(line.solution, line.state) for line in fresh], "import")
    stored += ["unchanged"] * (len(given) - len(fresh))
    told = [line.history for line in batch if line.history is not None]
    if told:
        change_set.take(ledger, told, None, change_set.MergeCounts())
    return stored


def _line(ledger: Ledger, record: Record) -> str:
    wire = record.solution.model_dump(mode="json")
    wire["userValidated"] = record.state == "validated"
    history = export_history.history_of(ledger, record.solution.id)
    if history is not None:
        wire["metadata"] = {**wire["metadata"], export_history.KEY: history}
    if record.state not in {"candidate", "validated"}:
        wire["metadata"] = {**wire["metadata"], "state": record.state}
    return json.dumps(wire, ensure_ascii=False)


def _read(content: bytes) -> _Line:
    # Strict: a letter that cannot be read would be kept as another one.
    raw: object = json.loads(content.decode("utf-8"))
    given = raw.get("metadata", {}) if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or not isinstance(given, dict):
        message = "it is not a JSON object with an object as metadata"
        raise ValueError(message)
    metadata = dict(given)
    named = metadata.pop("state", None)
    told = metadata.pop(export_history.KEY, None)
    solution = Solution.model_validate({**raw, "metadata": metadata})
    history, alone = (None, False) if told is None else export_history.read(solution.id, told)
    if named is None:
        return _Line(solution, _state_of(solution), history, alone)
    if named not in get_args(SolutionState):
        message = f"metadata.state is {named!r}; it may be {', '.join(get_args(SolutionState))}"
        raise ValueError(message)
    return _Line(solution, cast("SolutionState", named), history, alone)


def _is_older(solution: Solution, known: str | None) -> bool:
    """Return whether both state when they were written, and the line was written before the stored record."""
    try:
        told = (str(solution.metadata.get("createdAt")), str(known))
        mine, theirs = (datetime.fromisoformat(one).astimezone(UTC) for one in told)
    except (ValueError, OverflowError):
        return False
    return mine < theirs


def _state_of(solution: Solution) -> SolutionState:
    return "validated" if solution.user_validated else "candidate"


def _numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                content = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
                if content.strip():
                    yield number, content
    except FileNotFoundError:
        raise Failure(
            ErrorCode.FILE_NOT_FOUND, f"There is no file {path}", "Give the path of a JSON lines file."
        ) from None
    except OSError as problem:
        raise Failure(ErrorCode.PERMISSION_DENIED, f"{path} cannot be read: {problem}") from problem


def _reason(problem: Exception) -> str:
    if isinstance(problem, ValidationError):
        first = problem.errors(include_url=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return str(problem)
