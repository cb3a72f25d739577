"""Speed of the index, as ratios to a bare parse of the same files in the same run.

    python -m benchmarks.index_speed FOLDER

Prints: bare single-thread parse; cold index and its ratios (wall and CPU, processes of its own included);
size on disk; warm start; what a new process pays from opening the index to callers at depth 3, over a
sample of functions, nothing kept between them; one edit; look-ups and callers once things are kept;
peak memory.
"""

from __future__ import annotations

import multiprocessing
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from benchmarks.bare_parse import kotlin_parser
from rca.cancellation import Watch
from rca.index.symbol import Symbol
from rca.index.view import IndexView
from rca.languages.java.syntax import parser as java_parser
from rca.workspace import DocumentOpened, Workspace

_SAMPLE = 300
_NEW_PROCESSES = 60
_ROUNDS = 3


def main(folder: Path) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as data_dir:
        data = Path(data_dir)
        workspace = Workspace([folder], data)
        files = workspace.snapshot.files(".kt", ".kts", ".java")
        sources = [file.absolute for file in files]
        before = _bare_parse(sources)
        spent = _cpu()
        stats = workspace.index()
        workspace.close()
        for process in multiprocessing.active_children():  # counted once they have ended
            process.join()
        spent = _cpu() - spent
        bare = min(before, _bare_parse(sources))
        print(f"{stats.files} files, {stats.bytes / 1e6:.1f} MB")
        print(f"{stats.symbols} symbols, {stats.call_sites} call sites")
        print(f"bare parse, one thread   {bare:7.2f} s")
        cold = stats.seconds.total
        print(
            f"cold index               {cold:7.2f} s   ratio {cold / bare:.2f}   CPU ratio {spent / bare:.2f}"
        )
        print(f"on disk                  {sum(f.stat().st_size for f in data.rglob('*.db*')) / 1e6:7.1f} MB")
        _warm(folder, data)
        again = Workspace([folder], data)
        again.index()
        paths = [file.path for file in files]
        _new_processes(folder, data, _functions(again.snapshot.index, paths)[:_NEW_PROCESSES])
        _queries(again, paths)
        again.close()


def _cpu() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _bare_parse(paths: Iterable[Path]) -> float:
    sources = [(path.suffix, path.read_bytes()) for path in paths]
    started = time.perf_counter()
    for suffix, data in sources:
        (java_parser() if suffix == ".java" else kotlin_parser()).parse(data)
    return time.perf_counter() - started


def _warm(folder: Path, data: Path) -> None:
    seconds = []
    for _ in range(_ROUNDS):
        workspace = Workspace([folder], data)
        stats = workspace.index()
        seconds.append(stats.seconds.total)
        workspace.close()
    print(f"warm start               {statistics.median(seconds):7.3f} s   ({stats.state})")
    print(f"peak memory              {stats.peak_memory_bytes / 1e6:7.0f} MB")


def _functions(index: IndexView, paths: list[str]) -> list[Symbol]:
    chance = random.Random(1)  # noqa: S311 - a sample, the same in each run
    functions = [
        symbol
        for path in chance.sample(paths, min(len(paths), _SAMPLE))
        for symbol in index.symbols(path)
        if symbol.declaration.kind == "function"
    ]
    return chance.sample(functions, min(len(functions), _SAMPLE))


def _new_processes(folder: Path, data: Path, functions: list[Symbol]) -> None:
    """Ask for callers with nothing kept; the operating system's file cache is warm."""
    found: list[float] = []
    late = 0
    for function in functions:
        workspace = Workspace([folder], data)
        index = workspace.snapshot.index
        started = time.perf_counter()
        targets = index.functions(function.path, function.name, line=function.declaration.name_line)
        answer = index.callers(targets, 3, Watch(2))
        found.append((time.perf_counter() - started) * 1000)
        late += any("time limit" in reason for reason in answer.reasons)
        workspace.close()
    _report("new process, depth 3", found)
    print(f"  of {len(found)} ended by the limit of 2 s, answered in part: {late}")


def _queries(workspace: Workspace, paths: list[str]) -> None:
    index = workspace.snapshot.index
    chosen = _functions(index, paths)
    classes = [symbol.owner.qualified_name for symbol in chosen if symbol.owner is not None]
    _report("class by name", [_timed(partial(index.find_classes, name)) for name in classes])
    _report("callers, depth 1", [_timed(partial(_callers, index, one, 1)) for one in chosen])
    _report("callers, depth 5", [_timed(partial(_callers, index, one, 5)) for one in chosen[:100]])
    largest = max(paths, key=lambda path: (workspace.snapshot.roots[0] / path).stat().st_size)
    text = workspace.snapshot.read(largest).text
    edits = [_timed(partial(_edit, workspace, largest, text, version)) for version in range(10)]
    _report(f"edit of {text.count(chr(10))} lines", edits)


def _callers(index: IndexView, function: Symbol, depth: int) -> None:
    index.callers((function,), depth, Watch(2))


def _edit(workspace: Workspace, path: str, text: str, version: int) -> None:
    absolute = workspace.snapshot.resolve(path).absolute
    change = DocumentOpened(absolute, f"{text}\nfun added{version}() {{}}\n", version)
    workspace.apply(change).index.functions(path, f"added{version}")


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def _report(name: str, milliseconds: list[float]) -> None:
    ordered = sorted(milliseconds)
    p95 = ordered[int(len(ordered) * 0.95)]
    print(
        f"{name:24} p50 {statistics.median(ordered):8.2f} ms   p95 {p95:8.2f} ms   max {ordered[-1]:8.2f} ms"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
