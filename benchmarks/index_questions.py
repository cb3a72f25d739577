"""Measure a server on a workspace: memory, warm start, and every kind of navigation request.

    python -m benchmarks.index_questions FOLDER [--data DIR]

Three processes, one after the other: one indexes the folder from nothing and answers all the while; one
starts again and indexes nothing; that one then answers 200 questions of all kinds about declarations drawn by
chance, each through the tool as a client would ask, with the tool's own limit of time. Nothing is linked.
Printed are milliseconds on the clock and of CPU, and resident memory, of which the part that is no file
counts (what the system keeps of mapped files it takes back at will). With `--data` an index that is there is
used, and the first step left out.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from models.settings import KnowledgeSettings, Settings
from rca.index.index_view import IndexView
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.navigation.symbol_search import humps
from rca.resolve.symbol import Symbol
from rca.toolkit.tool import ToolContext, invoke, soft_deadline
from rca.toolkit.tool_catalog import load
from rca.workspace import Workspace

_ASKED = 200
_PAUSE_SECONDS = 0.02


class Question(NamedTuple):
    """A call of a tool."""

    tool: str
    parameters: dict[str, Any]


class Taken(NamedTuple):
    """Milliseconds that an answer took, and whether it was whole."""

    clock: float
    cpu: float
    whole: bool


def main() -> None:
    """Measure one folder and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    folder = given.folder.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        if given.data is None:
            _apart(_index_and_answer, folder, Path(scratch))
        _apart(_start_and_answer, folder, given.data or Path(scratch))


def _apart(work: Callable[[Path, Path], None], folder: Path, data: Path) -> None:
    """Do it in a separate process, so that memory is that of this alone."""
    process = multiprocessing.get_context("spawn").Process(target=work, args=(folder, data))
    process.start()
    process.join()


def _index_and_answer(folder: Path, data: Path) -> None:
    workspace = Workspace([folder], data)
    done = threading.Event()
    taken: dict[str, list[Taken]] = defaultdict(list)

    def ask() -> None:
        while not done.is_set() and not workspace.snapshot.index.totals()[0]:
            time.sleep(_PAUSE_SECONDS)
        for number, question in enumerate(_questions(workspace, _some(workspace.snapshot.index, 11))):
            if done.is_set():
                return
            taken[question.tool].append(_ask(workspace, question, data))
            time.sleep(_PAUSE_SECONDS * (number % 2))

    asker = threading.Thread(target=ask)
    asker.start()
    try:
        stats = workspace.index()
    finally:
        done.set()
        asker.join()
    print(f"\n## {stats.files} files, {stats.symbols} symbols, {stats.call_sites} call sites\n")
    print(f"indexed from nothing while questions came: {stats.seconds.total:.1f} s; {_memory()}\n")
    _report("while indexing", taken)
    workspace.close()


def _start_and_answer(folder: Path, data: Path) -> None:
    bare = _memory()
    started, spent = time.perf_counter(), time.process_time()
    workspace = Workspace([folder], data)
    stats = workspace.index()
    took, cpu = time.perf_counter() - started, time.process_time() - spent
    print(f"\nstart of {stats.files} files: {took:.2f} s, {cpu:.2f} s of CPU, {stats.parsed} read")
    print(f"before: {bare}; then: {_memory()}\n")
    taken: dict[str, list[Taken]] = defaultdict(list)
    for number, question in enumerate(_questions(workspace, _some(workspace.snapshot.index, 5))):
        if number == _ASKED:
            break
        taken[question.tool].append(_ask(workspace, question, data))
    _report("indexed", taken)
    print(f"\nafter {_ASKED} questions: {_memory()}")
    workspace.close()


def _some(index: IndexView, seed: int) -> Iterator[tuple[str, Symbol]]:
    """Return functions drawn by chance, again and again, each with its path; of files known by then."""
    chance = random.Random(seed)  # noqa: S311 - the same in each run
    while True:
        listed = index.listed
        path = chance.choice(listed.paths)
        if listed[path].language in ("kotlin", "java"):
            found = [one for one in index.symbols(path) if one.declaration.kind == "function" and one.owner]
            if found:
                yield path, chance.choice(found)


def _questions(workspace: Workspace, drawn: Iterator[tuple[str, Symbol]]) -> Iterator[Question]:
    """Return questions of all kinds in turn, each about another declaration."""
    while True:
        tags = workspace.snapshot.index.tag_names or ("kotlin",)
        kinds: tuple[Callable[[str, Symbol], Question], ...] = (
            lambda _, one: Question("query_index", {"query": {"type": "exports", "value": _class_of(one)}}),
            lambda _, one: Question("find_class", {"name": _class_of(one)}),
            lambda path, one: Question(
                "find_callers_of_function", {"filePath": path, "functionName": one.name, "maxDepth": 3}
            ),
            lambda path, one: Question("find_references", {"symbol": one.display_name, "filePath": path}),
            lambda path, _: Question("get_dependents", {"filePath": path, "depth": 1}),
            lambda _, one, tags=tags: Question(  # type: ignore[misc]  # bound now: the tags grow
                "query_index", {"query": {"type": "tag", "value": tags[len(one.name) % len(tags)]}}
            ),
            lambda _, one: Question("search_code", {"query": one.display_name}),
            lambda _, one: Question("search_code", {"query": f"where is the {_in_words(one)} done"}),
            lambda path, _: Question("get_dependents", {"filePath": path, "depth": 3}),
            lambda path, one: Question("analyze_impact", {"filePath": path, "line": one.line}),
            lambda path, _: Question("get_dependencies", {"filePath": path}),
            lambda path, _: Question("get_file_summary", {"filePath": path}),
            lambda path, _: Question("query_index", {"query": {"type": "pathPrefix", "value": path[:12]}}),
        )
        for kind in kinds:
            yield kind(*next(drawn))


def _class_of(one: Symbol) -> str:
    return (one.owner.name if one.owner is not None else "") or one.name


@lru_cache(maxsize=1)
def _no_knowledge(data: Path) -> KnowledgeStore:
    return KnowledgeStore(data / "no-knowledge", KnowledgeSettings())


def _in_words(one: Symbol) -> str:
    return " ".join(humps(one.name))


def _ask(workspace: Workspace, question: Question, data: Path) -> Taken:
    tool = load(question.tool)
    assert tool is not None
    context = ToolContext(
        snapshot=workspace.snapshot,
        knowledge=_no_knowledge(data),
        settings=Settings(),
        data_dir=data,
        deadline=soft_deadline(tool.seconds),
    )
    clock, cpu = time.perf_counter(), time.process_time()
    answer = invoke(tool, question.parameters, context)
    return Taken(
        (time.perf_counter() - clock) * 1000,
        (time.process_time() - cpu) * 1000,
        answer.success and answer.meta.completeness in (None, "complete"),
    )


def _report(when: str, taken: dict[str, list[Taken]]) -> None:
    print(f"{when:26} {'n':>4} {'p50':>7} {'p95':>7} {'most':>7}   {'CPU p50':>7} {'p95':>7}   whole")
    for tool in sorted(taken):
        rows = taken[tool]
        clock, cpu = sorted(one.clock for one in rows), sorted(one.cpu for one in rows)
        late = min(len(rows) - 1, int(len(rows) * 0.95))
        whole = sum(one.whole for one in rows) / len(rows)
        print(
            f"{tool:26} {len(rows):4} {statistics.median(clock):7.1f} {clock[late]:7.1f} {clock[-1]:7.1f}"
            f"   {statistics.median(cpu):7.1f} {cpu[late]:7.1f}   {whole:.2f}"
        )


def _memory() -> str:
    """Return the process's current and peak memory, in megabytes."""
    fields = {
        name: int(rest.split()[0]) * 1024 / 1e6
        for name, _, rest in (
            line.partition(":") for line in Path("/proc/self/status").read_text().splitlines()
        )
        if name in ("VmRSS", "VmHWM", "RssAnon")
    }
    return f"{fields['VmRSS']:.0f} MB ({fields['RssAnon']:.0f} of its own), {fields['VmHWM']:.0f} at most"


if __name__ == "__main__":
    main()
