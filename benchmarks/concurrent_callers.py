"""Eight callers at once on one session: how long every tool that only reads takes, in a large workspace.

    python -m benchmarks.concurrent_callers FOLDER [--data DIR] [--rounds N]

Each caller goes through all tools in an order of its own, about files and functions drawn by chance,
through `Session.call` with the tools' own limits, as any surface does. Bar: p99 under 2 s for each tool. A
tool of the catalogue for which this file knows no question is named and fails the run.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsp_server.session import Session
from models.settings import Settings
from rca import catalog
from rca.index.symbol import Symbol

CALLERS = 8
BAR_SECONDS = 2.0

_Ask = Callable[[str, Symbol], dict[str, Any]]


def _trace(path: str, one: Symbol) -> str:
    owner = one.owner.name if one.owner is not None else "TopKt"
    where = f"{Path(path).name}:{one.line}"
    return f"java.lang.IllegalStateException: no {one.name}\n\tat {owner}.{one.name}({where})\n"


QUESTIONS: dict[str, tuple[_Ask, ...]] = {
    "analyze_error": (lambda path, one: {"errorText": _trace(path, one)},),
    "parse_error": (lambda path, one: {"errorText": _trace(path, one) * 20},),
    "read_file": (lambda path, _: {"filePath": path},),
    "get_code_context": (lambda path, one: {"filePath": path, "line": one.line},),
    "find_callers_of_function": (
        lambda path, one: {"filePath": path, "functionName": one.name, "line": one.line},
        lambda path, one: {"filePath": path, "functionName": one.name, "line": one.line, "maxDepth": 5},
    ),
    "vector_search_db": (lambda path, one: {"query": _trace(path, one)},),
    "web_search_wiki": (lambda _, one: {"query": one.name},),
    "get_user_error_context": (lambda _path, _: {},),
    "query_index": (
        lambda _, one: {"query": {"type": "exports", "value": one.name}},
        lambda _path, _: {"query": {"type": "tag", "value": "test"}, "limit": 200},
        lambda path, _: {"query": {"type": "pathPrefix", "value": path[:12]}},
    ),
    "search_code": (
        lambda _, one: {"query": one.display_name},
        lambda _, one: {"query": f"where is {one.name}"},
    ),
    "find_class": (lambda _, one: {"name": one.owner.name if one.owner is not None else one.name},),
    "find_references": (lambda path, one: {"symbol": one.display_name, "filePath": path},),
    "get_dependencies": (lambda path, _: {"filePath": path},),
    "get_dependents": (
        lambda path, _: {"filePath": path, "depth": 1},
        lambda path, _: {"filePath": path, "depth": 3},
    ),
    "get_entry_points": (lambda _path, _: {},),
    "analyze_impact": (lambda path, one: {"filePath": path, "line": one.line},),
    "get_file_summary": (lambda path, _: {"filePath": path},),
    "get_module_summary": (lambda path, _: {"module": path},),
    "get_plugin_summary": (lambda _path, _: {},),
    "list_dirs": (lambda path, _: {"path": str(Path(path).parent)}, lambda _path, _: {"depth": 3}),
    "list_files": (lambda path, _: {"path": str(Path(path).parent)},),
    "file_search": (lambda path, _: {"pattern": f"**/{Path(path).name}"},),
    "grep_search": (lambda _, one: {"pattern": rf"\b{one.name}\b"},),
    "terminal_last_command": (lambda _path, _: {},),
    "get_context_plan": (lambda _, one: {"task": f"change {one.display_name}"},),
    "todo_manager": (
        lambda _, one: {"items": [{"content": one.name, "activeForm": one.name, "status": "pending"}]},
    ),
    "validate_output": (lambda _path, _: {"outputType": "domain_map", "data": {"domains": []}},),
    "search_config": (lambda _, one: {"query": one.name},),
    "get_config_schema": (lambda path, _: {"filePath": path},),
    "get_resource": (lambda _, one: {"name": one.name},),
    "detect_patterns": (lambda path, _: {"path": str(Path(path).parent)},),
    "check_conventions": (lambda path, _: {"filePath": path},),
}
"""Parameters for a tool, about a function in a file. What a tool refuses counts as an answer, too."""


def main() -> int:
    """Ask, and print what each tool took; fail where one is too slow or is not asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    tools = [tool.name for tool in catalog.load_all() if tool.risk == "read_only"]
    unknown = [name for name in tools if name not in QUESTIONS]
    with tempfile.TemporaryDirectory() as scratch:
        settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
        session = Session([given.folder.resolve()], given.data or Path(scratch), settings)
        session.start_indexing()
        session.wait_for_index()
        files = len(session.workspace.snapshot.index.listed)
        print(f"{files} files; load of the machine {os.getloadavg()[0]:.1f}")
        taken = _measure(session, [name for name in tools if name in QUESTIONS], given.rounds)
        session.close()
    slow = _report(taken)
    for name in unknown:
        print(f"{name}: no question is known here")
    return 1 if slow or unknown else 0


def _measure(session: Session, tools: list[str], rounds: int) -> dict[str, list[tuple[float, str]]]:
    """Give for each tool the seconds of each call, and how it ended."""
    taken: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for name in tools:  # the first use of a tool loads its code
        session.call(name, {})
    together = threading.Barrier(CALLERS)

    def ask(number: int) -> None:
        chance = random.Random(number)  # noqa: S311 - the same in each run
        together.wait()
        for _ in range(rounds):
            for name in chance.sample(tools, len(tools)):
                for question in QUESTIONS[name]:
                    parameters = question(*_drawn(session, chance))
                    started = time.perf_counter()
                    answer = session.call(name, parameters)
                    seconds = time.perf_counter() - started
                    code = (answer.get("error") or {}).get("code", answer["meta"].get("completeness", ""))
                    taken[name].append((seconds, code))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(CALLERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return taken


def _drawn(session: Session, chance: random.Random) -> tuple[str, Symbol]:
    index = session.workspace.snapshot.index
    while True:
        path = chance.choice(index.listed.paths)
        if index.listed[path].language in ("kotlin", "java"):
            found = [one for one in index.symbols(path) if one.declaration.kind == "function"]
            if found:
                return path, chance.choice(found)


def _report(taken: dict[str, list[tuple[float, str]]]) -> list[str]:
    slow = []
    print("\n| tool | calls | p50 ms | p99 ms | most ms | partial | timed out |\n|" + "---|" * 7)
    for name, calls in sorted(taken.items()):
        times = sorted(seconds for seconds, _ in calls)
        p50, p99 = times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))]
        ended = [code for _, code in calls]
        row = (name, len(times), *(f"{one * 1e3:.0f}" for one in (p50, p99, times[-1])))
        print("|", " | ".join(map(str, (*row, ended.count("partial"), ended.count("TOOL_TIMEOUT")))), "|")
        limit = catalog.load(name)
        if limit is not None and limit.seconds <= BAR_SECONDS and p99 > BAR_SECONDS:
            slow.append(name)
    print(f"\nabove the bar of {BAR_SECONDS:g} s (p99): {', '.join(slow) or 'none'}")
    return slow


if __name__ == "__main__":
    sys.exit(main())
