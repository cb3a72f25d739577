"""Measure every read-only tool in a large workspace: one caller, and eight at once.

    python -m benchmarks.concurrent_callers FOLDER [--data DIR] [--rounds N] [--alone N] [--write]

Files are indexed, linked and their words collected first, as in a session that lives on; with `--data` that
is kept. Half of the questions are about code drawn by chance, half about code drawn from what others
import, which is what many files use. Alone: CPU time of a call, asked one after the other. At once: eight
callers go through all tools, each in an order of its own, on one session, through `Session.call` with the
tools' own limits, as any surface does, and make JSON of each answer; on the clock. Bar: p99 under 2 s for
each tool. A tool of the catalogue for which this file knows no question is named and fails the run.
`--write` puts the table into `docs/design/concurrency.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from lsp_server.user_session import Session
from models.settings import Settings
from rca.analysis.prime_caches import warm
from rca.configuration.prime_configuration import keep_keys
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.scheduling.gc_tuning import collect_now
from rca.toolkit import tool_catalog

CALLERS = 8
BAR_SECONDS = 2.0
PAGE = Path(__file__).parents[1] / "docs" / "design" / "concurrency.md"
_ALONE = ("alone: CPU ms p50", "p95", "most", "partial")
_TOGETHER = ("at once: ms p50", "p95", "p99", "most", "calls", "partial", "no answer")
_BEGIN, _END = "<!-- measured -->", "<!-- end -->"

_Ask = Callable[[str, Symbol], dict[str, Any]]


class Taken(NamedTuple):
    """One call: seconds on the clock and of the processor, and how it ended."""

    clock: float
    cpu: float
    end: str


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
    "web_search_wiki": (lambda _, one: {"query": f"kotlin {one.name}"},),
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
    "search_config": (
        lambda _, one: {"pathPattern": one.name},
        lambda _path, _: {"pathPattern": "*.version"},
    ),
    "get_config_schema": (lambda path, _: {"filePath": _configuration(path)},),
    "get_resource": (lambda _, one: {"name": one.name},),
    "detect_patterns": (lambda path, _: {"path": str(Path(path).parent)},),
    "check_conventions": (lambda path, _: {"filePath": path},),
}
"""Parameters for a tool, about a function in a file."""


_configurations: list[str] = []
"""Files of keys in the workspace, by path."""


def _configuration(path: str) -> str:
    """Return the file of keys whose path is most like that of a source file: the nearest in order."""
    return min((one for one in _configurations if one >= path), default=_configurations[-1])


def main() -> int:
    """Ask, and print what each tool took; fail where one is too slow or is not asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--alone", type=int, default=20, help="calls of each question asked alone")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    tools = [tool.name for tool in tool_catalog.load_all() if tool.risk == "read_only"]
    unknown = [name for name in tools if name not in QUESTIONS]
    tools = [name for name in tools if name in QUESTIONS]
    with tempfile.TemporaryDirectory() as scratch:
        session = _ready(given.folder.resolve(), given.data or Path(scratch))
        load = f"load of the machine {os.getloadavg()[0]:.1f} before"
        session.disk_is_watched = True  # a comparison with the disk would count as time of the processor
        alone = _alone(session, tools, given.alone)
        session.disk_is_watched = False
        started = time.perf_counter()
        together = _together(session, tools, given.rounds)
        seconds = time.perf_counter() - started
        files = session.workspace.snapshot.index.totals()[0]
        session.close()
    calls = sum(map(len, together.values()))
    said = (
        f"{files:,} files; {os.cpu_count()} cores, {load}, {os.getloadavg()[0]:.1f} after; "
        f"{calls:,} calls by {CALLERS} callers in {seconds:.0f} s."
    )
    table, slow = _table(alone, together)
    text = "\n".join((said, "", *table, "", f"Above {BAR_SECONDS:g} s (p99): {', '.join(slow) or 'none'}."))
    print(text)
    if given.write:
        _put(text)
    for name in unknown:
        print(f"{name}: no question is known here")
    return 1 if slow or unknown else 0


def _ready(folder: Path, data: Path) -> Session:
    """Open a session that has indexed, linked and collected all there is."""
    settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
    session = Session([folder], data, settings)
    session.start_indexing()
    session.wait_for_index()
    session.workspace.link()
    session.workspace.collect_words()
    snapshot = session.workspace.snapshot
    warm(snapshot, Deadline(), lambda: None, (lambda: keep_keys(snapshot, Deadline()),))
    collect_now()
    _configurations.extend(
        sorted(
            path
            for path in session.workspace.snapshot.index.listed.paths
            if path.endswith((".versions.toml", "/res/values/strings.xml", "AndroidManifest.xml"))
        )
    )
    return session


def _alone(session: Session, tools: list[str], times: int) -> dict[str, list[Taken]]:
    """Ask every question several times, one call after the other."""
    taken: dict[str, list[Taken]] = defaultdict(list)
    for name in tools:
        chance = random.Random(name)  # noqa: S311 - the same in each run
        _ask(session, name, QUESTIONS[name][0](*_drawn(session, chance)))  # the first use loads its code
        for question in QUESTIONS[name]:
            for _ in range(times):
                taken[name].append(_ask(session, name, question(*_drawn(session, chance))))
    return taken


def _together(session: Session, tools: list[str], rounds: int) -> dict[str, list[Taken]]:
    """Ask all questions from several threads at once."""
    taken: dict[str, list[Taken]] = defaultdict(list)
    start = threading.Barrier(CALLERS)

    def ask(number: int) -> None:
        chance = random.Random(number)  # noqa: S311 - the same in each run
        start.wait()
        for _ in range(rounds):
            for name in chance.sample(tools, len(tools)):
                for question in QUESTIONS[name]:
                    taken[name].append(_ask(session, name, question(*_drawn(session, chance))))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(CALLERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return taken


def _ask(session: Session, name: str, parameters: dict[str, Any]) -> Taken:
    started, cpu = time.perf_counter(), time.process_time()
    answer = session.call(name, parameters)
    json.dumps(answer)
    clock = time.perf_counter() - started
    end = (answer.get("error") or {}).get("code", answer["meta"].get("completeness") or "complete")
    return Taken(clock, time.process_time() - cpu, end)


def _drawn(session: Session, chance: random.Random) -> tuple[str, Symbol]:
    """Draw a function by chance, or one of what a file drawn by chance imports."""
    index = session.workspace.snapshot.index
    by_use = chance.random() < 0.5
    while True:
        path = chance.choice(index.listed.paths)
        if index.listed[path].language not in ("kotlin", "java"):
            continue
        facts = index.facts(path)
        if by_use:
            imports = [row.path for row in facts.imports if not row.star] if facts else []
            classes = index.find_classes(chance.choice(imports)) if imports else ()
            if not classes:
                continue
            path = chance.choice(classes).path
        found = [one for one in index.symbols(path) if one.declaration.kind == "function"]
        if found:
            return path, chance.choice(found)


def _table(alone: dict[str, list[Taken]], together: dict[str, list[Taken]]) -> tuple[list[str], list[str]]:
    slow = []
    heads = ("tool", *_ALONE, *_TOGETHER)
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for name in sorted(together):
        first = _quantiles([one.cpu for one in alone[name]], (0.5, 0.95, 1.0))
        clock = [one.clock for one in together[name]]
        second = _quantiles(clock, (0.5, 0.95, 0.99, 1.0))
        ends = Counter(one.end for one in together[name])
        calls = len(clock)
        cells = (
            name, *first, _share(alone[name], "partial"), *second, str(calls),
            _share(together[name], "partial"), str(ends["TOOL_TIMEOUT"] + ends["INTERNAL_ERROR"]),
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
        limit = tool_catalog.load(name)
        if limit is not None and limit.seconds <= BAR_SECONDS and _quantile(clock, 0.99) > BAR_SECONDS:
            slow.append(name)
    return lines, slow


def _share(calls: list[Taken], end: str) -> str:
    return f"{100 * sum(one.end == end for one in calls) / len(calls):.0f}%"


def _quantiles(seconds: list[float], places: tuple[float, ...]) -> list[str]:
    return [f"{1000 * _quantile(seconds, place):.0f}" for place in places]


def _quantile(seconds: list[float], place: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * place))]


def _put(text: str) -> None:
    """Put what was measured into the page, where the last measures stand."""
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(_BEGIN, 1)
    after = rest.split(_END, 1)[1]
    PAGE.write_text(f"{before}{_BEGIN}\n{text}\n{_END}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
