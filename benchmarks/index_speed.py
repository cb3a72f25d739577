"""Speed of the index, as ratios to a bare parse of the same files in the same run.

    python benchmarks/index_speed.py FOLDER

Prints: bare single-thread parse; cold index and its ratio; warm start; one edit; look-ups and callers
at depth 1 and 5 (p50, p95) over a sample of functions; peak memory.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from rca.cancellation import Watch
from rca.index.symbol import Symbol
from rca.index.view import IndexView
from rca.languages.java.syntax import parser as java_parser
from rca.languages.kotlin.syntax import parser as kotlin_parser
from rca.workspace import DocumentOpened, Workspace

_SAMPLE = 300


def main(folder: Path) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as data_dir:
        workspace = Workspace([folder], Path(data_dir))
        files = workspace.snapshot.files(".kt", ".java")
        bare = _bare_parse([file.absolute for file in files])
        stats = workspace.index()
        print(f"{stats.files} files, {stats.bytes / 1e6:.1f} MB")
        print(f"{stats.symbols} symbols, {stats.call_sites} call sites")
        print(f"bare parse, one thread   {bare:7.2f} s")
        cold = stats.seconds.total
        print(f"cold index               {cold:7.2f} s   ratio {cold / bare:.2f}")
        workspace.close()
        again = Workspace([folder], Path(data_dir))
        warm = again.index()
        print(f"warm start               {warm.seconds.total:7.3f} s   ({warm.state})")
        print(f"peak memory              {warm.peak_memory_bytes / 1e6:7.0f} MB")
        _queries(again, [file.path for file in files])
        again.close()


def _bare_parse(paths: Iterable[Path]) -> float:
    sources = [(path.suffix, path.read_bytes()) for path in paths]
    started = time.perf_counter()
    for suffix, data in sources:
        (java_parser() if suffix == ".java" else kotlin_parser()).parse(data)
    return time.perf_counter() - started


def _queries(workspace: Workspace, paths: list[str]) -> None:
    chance = random.Random(1)  # noqa: S311 - a sample, the same in each run
    index = workspace.snapshot.index
    functions = [
        symbol
        for path in chance.sample(paths, min(len(paths), _SAMPLE))
        for symbol in index.symbols(path)
        if symbol.declaration.kind == "function"
    ]
    chosen = chance.sample(functions, min(len(functions), _SAMPLE))
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
