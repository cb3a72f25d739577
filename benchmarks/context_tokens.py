"""Measure tokens: a tool's answer against the whole files that hold the same information.

The tasks: the eight planted failures of the example app, and up to seven crashes in each repository. A crash
is a trace through a function chosen by chance among those with one to eight callers, and up to three
functions above it. The whole files are those of the trace's frames in the project and of the callers: what
is opened without an index.

Measured are the text that an assistant gets over MCP by default, the whole answer as JSON, which some hosts
hand on in its place, and that answer with `answerTokens` at 1,500. An answer counts only if it holds what was
asked for: the line of the crash, and each direct caller. Where it lacks that, the answers of
`get_code_context` and `find_callers_of_function` count too, in the same form.

    python -m benchmarks.context_tokens okio=DIR nowinandroid=DIR
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examples.history import build
from lsp_server.user_session import Session
from models.settings import Settings
from rca.scheduling.deadline import Deadline
from rca.text.llm_token_count import estimate_tokens
from rca.toolkit import tool_catalog
from rca.toolkit.answer_rendering import as_text

SEED = 20
CRASHES = 7
MOST_CALLERS = 8
FRAMES = 4
COLUMNS = ("text", "JSON", "JSON in 1,500 tokens")
LIMIT = 1500
BAR, AIM = 0.5, 0.8

_FUNCTION = re.compile(r"^ {2,4}(?:[a-z]+ )*fun (?:<[^>]+> )?([a-z]\w+)\(.*\{$", re.MULTILINE)
"""A member with a body below its header, so that the next line is code of it."""
_PACKAGE = re.compile(r"^package ([\w.]+)", re.MULTILINE)


@dataclass(frozen=True)
class Task:
    """One crash: its text, the files that hold the answer, and what the answer has to say."""

    name: str
    parameters: dict[str, Any]
    files: tuple[str, ...]
    line: str
    callers: tuple[dict[str, Any], ...]
    place: dict[str, Any] | None


def main() -> int:
    """Measure every repository named, and the example app; fail where less than half is saved."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        rows = list(_example(build(folder / "larder"), folder / "data"))
        for argument in sys.argv[1:]:
            name, _, path = argument.partition("=")
            rows += _repository(name, Path(path), folder / "data" / name)
    heads = " | ".join(f"{column} | saved" for column in COLUMNS)
    print(f"| task | whole files | {heads} | held |\n|" + "---|" * (3 + 2 * len(COLUMNS)))
    for name, whole, *measured in rows:
        cells = " | ".join(f"{tokens} | {1 - tokens / whole:.0%}" for tokens, _held in measured)
        held = " ".join("yes" if found else "no" for _tokens, found in measured)
        print(f"| {name} | {whole} | {cells} | {held} |")
    saved = []
    whole = sum(row[1] for row in rows)
    for column, label in enumerate(COLUMNS, 2):
        given = sum(row[column][0] for row in rows)
        saved.append(1 - given / whole)
        each = sorted(1 - row[column][0] / row[1] for row in rows)
        held = sum(row[column][1] for row in rows)
        print(
            f"\n{len(rows)} tasks, {label}: {given} of {whole} tokens, {saved[-1]:.0%} fewer (bar {BAR:.0%}, "
            f"aim {AIM:.0%}); median task {each[len(each) // 2]:.0%}; held {held} of {len(rows)}"
        )
    return 0 if saved[0] >= BAR else 1


def _example(app: Path, data: Path) -> Iterator[Any]:
    tasks = []
    session = _session(app, data)
    for path in sorted((app / "errors").glob("0*.txt")):
        parameters: dict[str, Any] = {"filePath": f"errors/{path.name}"}
        if "obfuscated" in path.name:
            parameters["mappingFile"] = "errors/mapping.txt"
        found = session.call("analyze_error", parameters, Deadline())["data"]
        files = {frame["filePath"] for frame in found["frames"]}
        files |= {caller["filePath"] for caller in found["callers"]}
        culprit = found["culprit"] or {}
        line = _line(app, culprit.get("filePath"), culprit.get("line"))
        tasks.append(Task(path.stem, parameters, tuple(sorted(files)), line, (), None))
    session.close()
    yield from _measured("larder", app, data, tasks)


def _repository(name: str, root: Path, data: Path) -> Iterator[Any]:
    session = _session(root, data)
    tasks = list(_crashes(name, root, session))
    session.close()
    yield from _measured(name, root, data, tasks)


def _crashes(name: str, root: Path, session: Session) -> Iterator[Task]:
    """Choose functions by chance, and write the trace of a crash in each."""
    sources = sorted(path for path in root.rglob("*.kt") if "est" not in str(path.relative_to(root).parent))
    places = [
        (path, found) for path in sources for found in _FUNCTION.finditer(path.read_text(encoding="utf-8"))
    ]
    random.Random(SEED).shuffle(places)  # noqa: S311 - a seeded sample
    made = 0
    for path, found in places:
        shown = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        line = text.count("\n", 0, found.start()) + 2
        asked = {"functionName": found[1], "filePath": shown, "line": line - 1}
        answer = session.call("find_callers_of_function", asked, Deadline())
        callers = answer["data"]["callers"] if answer["success"] else []
        crash = text.splitlines()[line - 1].strip() if line <= text.count("\n") else ""
        if not 1 <= len(callers) <= MOST_CALLERS or len(crash) < 12 or made == CRASHES:
            continue
        made += 1
        chain = _chain(session, callers[0])
        owner = str(callers[0]["callee"]).rpartition(".")[0] or path.stem
        frames = [f"\tat {_qualified(root, shown, found[1], owner)}({path.name}:{line})"]
        frames += [
            f"\tat {_qualified(root, one['filePath'], *_called(one))}"
            f"({Path(one['filePath']).name}:{one['line']})"
            for one in chain
        ]
        trace = "java.lang.IllegalStateException: unexpected state\n" + "\n".join(frames) + "\n"
        files = {shown, *(caller["filePath"] for caller in (*callers, *chain))}
        yield Task(
            f"{name}: {path.stem}.{found[1]}",
            {"errorText": trace},
            tuple(sorted(files)),
            crash,
            tuple(callers),
            asked,
        )


def _chain(session: Session, caller: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a caller, one of its callers, and so on."""
    chain = [caller]
    while len(chain) < FRAMES - 1:
        asked = {"functionName": _called(chain[-1])[0], "filePath": chain[-1]["filePath"], "maxDepth": 1}
        answer = session.call("find_callers_of_function", asked, Deadline())
        above = answer["data"]["callers"] if answer["success"] else []
        if not above or above[0] in chain:
            break
        chain.append(above[0])
    return chain


def _called(caller: dict[str, Any]) -> tuple[str, str]:
    owner, _, function = str(caller["callerName"]).rpartition(".")
    return function or "run", owner or Path(caller["filePath"]).stem + "Kt"


def _qualified(root: Path, path: str, function: str, owner: str) -> str:
    package = _PACKAGE.search((root / path).read_text(encoding="utf-8"))
    return f"{package[1] + '.' if package else ''}{owner}.{function}"


def _measured(name: str, root: Path, data: Path, tasks: list[Task]) -> Iterator[Any]:
    session, limited = _session(root, data), _session(root, data, LIMIT)
    for task in tasks:
        whole = sum(estimate_tokens((root / path).read_text(encoding="utf-8")) for path in task.files)
        measured = [
            _answered(session, task, _text),
            _answered(session, task, _json),
            _answered(limited, task, _json),
        ]
        yield task.name if ":" in task.name else f"{name}: {task.name}", whole, *measured
    session.close()
    limited.close()


def _text(tool: str, envelope: dict[str, Any]) -> str:
    return as_text(tool_catalog.load(tool), envelope)


def _json(_tool: str, envelope: dict[str, Any]) -> str:
    return json.dumps(envelope, ensure_ascii=False, separators=(",", ":"))


def _answered(session: Session, task: Task, form: Callable[[str, dict[str, Any]], str]) -> tuple[int, bool]:
    """Return the tokens of what was needed, and whether that held what was asked for."""
    said = form("analyze_error", session.call("analyze_error", task.parameters, Deadline()))
    if task.place is not None and not _holds(said, task):
        place = {"filePath": task.place["filePath"], "line": task.place["line"] + 1}
        for tool, parameters in (("get_code_context", place), ("find_callers_of_function", task.place)):
            said += form(tool, session.call(tool, parameters, Deadline()))
    return estimate_tokens(said), _holds(said, task)


def _holds(said: str, task: Task) -> bool:
    """Return whether the line of the crash is there, and each caller with file and line."""
    line = task.line in said or json.dumps(task.line, ensure_ascii=False)[1:-1] in said
    return line and all(
        caller["filePath"] in said and (f'"line":{caller["line"]}' in said or f":{caller['line']}" in said)
        for caller in task.callers
    )


def _line(root: Path, path: str | None, line: int | None) -> str:
    if path is None or line is None:
        return ""
    return (root / path).read_text(encoding="utf-8").splitlines()[line - 1].strip()


def _session(root: Path, data: Path, answer_tokens: int | None = None) -> Session:
    settings = Settings.model_validate(
        {"metrics": False, "knowledge": {"dense": False}, "answerTokens": answer_tokens}
    )
    session = Session([root], data, settings)
    session.start_indexing()
    session.wait_for_index()
    return session


if __name__ == "__main__":
    sys.exit(main())
