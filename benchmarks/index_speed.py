"""Measure indexing on folders of several sizes, as ratios to a floor in the same run.

    python -m benchmarks.index_speed FOLDER …

For each folder: the floor (a bare tree-sitter parse of its Kotlin and Java files, one thread; and
universal-ctags, where it is installed), the cold index, questions asked while it runs, the warm start,
one edit to a fresh answer, look-ups, `query_index`, callers, and the memory of a process that answers.
A folder of many files can be made by laying several repositories side by side.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from benchmarks.bare_parse import java_parser, kotlin_parser
from models.tools.query_index import IndexQuery, QueryIndexParams
from rca.index.index_view import IndexView
from rca.navigation.callers import find_callers
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.tools.query_index import answer
from rca.workspace import DocumentClosed, DocumentOpened, Workspace

_SAMPLE = 300
_ROUNDS = 3
_EDITS = 40
_CTAGS_FILES = 150
_EDITED_LINES = 2000
_LIMIT_SECONDS = 2.0


def main(folders: list[Path]) -> None:
    """Measure each folder and print."""
    for folder in folders:
        with tempfile.TemporaryDirectory() as data_dir:
            _measure(folder.resolve(), Path(data_dir))


def _measure(folder: Path, data: Path) -> None:
    workspace = Workspace([folder], data)
    files = workspace.snapshot.files(".kt", ".kts", ".java")
    sources = [folder / file for file in files]
    bare = _bare_parse(sources)
    spent = _cpu()
    stats = workspace.index()
    workspace.close()
    for process in multiprocessing.active_children():  # counted once they have ended
        process.join()
    spent = _cpu() - spent
    asked = _asked_while_indexing(folder, data / "asked", list(files))
    wall, processor = map(min, zip(bare, _bare_parse(sources), strict=True))
    print(f"\n## {len(sources)} Kotlin and Java files, {stats.files} in all, {stats.bytes / 1e6:.1f} MB\n")
    print(f"{stats.symbols} symbols, {stats.call_sites} call sites")
    print(f"bare parse, one thread       {wall:8.2f} s    {processor:.2f} s of CPU")
    cold = stats.seconds.total
    print(f"one, five, 15 minutes' load  {' '.join(f'{one:.1f}' for one in os.getloadavg())}")
    ratios = f"ratio {cold / wall:.2f}, CPU {spent / processor:.2f}"
    print(f"cold index                   {cold:8.2f} s    {ratios}")
    _ctags(sources, spent)
    _report("asked while indexing", asked)
    size = sum(one.stat().st_size for one in data.glob("index/*.db*")) / 1e6
    print(f"on disk                      {size:8.1f} MB")
    _warm(folder, data)
    print(f"memory of one that answers   {_memory_of_answering(folder, data):8.0f} MB")
    again = Workspace([folder], data)
    again.index()
    _queries(again, list(files))
    again.close()


def _cpu() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _bare_parse(paths: Iterable[Path]) -> tuple[float, float]:
    """Return seconds of wall and of processor time."""
    sources = [(path.suffix, path.read_bytes()) for path in paths]
    wall, processor = time.perf_counter(), time.process_time()
    for suffix, data in sources:
        (java_parser() if suffix == ".java" else kotlin_parser()).parse(data)
    return time.perf_counter() - wall, time.process_time() - processor


def _ctags(paths: list[Path], spent: float) -> None:
    """Compare with universal-ctags on a sample of the files, by their bytes: it takes minutes for all."""
    ctags = shutil.which("ctags")
    if ctags is None:
        print("universal-ctags              not installed")
        return
    sample = random.Random(4).sample(paths, min(len(paths), _CTAGS_FILES))  # noqa: S311 - the same in each run
    share = sum(one.stat().st_size for one in sample) / sum(one.stat().st_size for one in paths)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [ctags, "-f", "-", "--languages=Kotlin,Java", "-L", "-"],
        input="\n".join(map(str, sample)).encode(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / share
    print(f"universal-ctags              {took:8.2f} s    the index takes {spent / took:.2f} of its CPU time")


def _asked_while_indexing(folder: Path, data: Path, paths: list[str]) -> list[float]:
    """Index once more from nothing, and ask for callers and for files by tag all the while."""
    workspace = Workspace([folder], data)
    done = threading.Event()
    asked: list[float] = []

    def ask() -> None:
        chance = random.Random(2)  # noqa: S311 - a sample
        while not done.is_set():
            index = workspace.snapshot.index
            path = chance.choice(paths)
            asked.append(_timed(partial(_ask, index, path)))
            time.sleep(0.02)

    asker = threading.Thread(target=ask)
    asker.start()
    try:
        workspace.index()
    finally:
        done.set()
        asker.join()
        workspace.close()
    return asked


def _ask(index: IndexView, path: str) -> None:
    functions = [symbol for symbol in index.symbols(path) if symbol.declaration.kind == "function"]
    if functions:
        find_callers(index, functions[:1], 1, Deadline(_LIMIT_SECONDS * 0.85))
    _find_files(index, "tag", "activity")


def _warm(folder: Path, data: Path) -> None:
    seconds, spent = [], []
    for _ in range(_ROUNDS):
        started = time.process_time()
        workspace = Workspace([folder], data)
        seconds.append(workspace.index().seconds.total)
        spent.append(time.process_time() - started)
        workspace.close()
    print(f"warm start                   {min(seconds):8.3f} s    {min(spent):.3f} s of CPU")


def _memory_of_answering(folder: Path, data: Path) -> float:
    """Return the resident megabytes of a new process that has indexed, and answered many questions."""
    code = (
        "import sys; from pathlib import Path; from benchmarks.index_speed import answer_many;"
        "answer_many(Path(sys.argv[1]), Path(sys.argv[2]))"
    )
    command = [sys.executable, "-c", code, str(folder), str(data)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def answer_many(folder: Path, data: Path) -> None:
    """Answer a sample of questions and print the resident megabytes at the end."""
    workspace = Workspace([folder], data)
    workspace.index()
    index = workspace.snapshot.index
    for function in _functions(index, list(index.listed)):
        find_callers(index, (function,), 3, Deadline(_LIMIT_SECONDS))
        _find_files(index, "exports", function.name)
    _find_files(index, "tag", "activity")
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    print(pages * resource.getpagesize() / 1e6)


def _functions(index: IndexView, paths: list[str]) -> list[Symbol]:
    chance = random.Random(1)  # noqa: S311 - a sample, the same in each run
    functions = [
        symbol
        for path in chance.sample(sorted(paths), min(len(paths), _SAMPLE))
        for symbol in index.symbols(path)
        if symbol.declaration.kind == "function"
    ]
    return chance.sample(functions, min(len(functions), _SAMPLE))


def _queries(workspace: Workspace, paths: list[str]) -> None:
    index = workspace.snapshot.index
    chosen = _functions(index, paths)
    classes = [symbol.owner.qualified_name for symbol in chosen if symbol.owner is not None]
    _report("class by name", [_timed(partial(index.find_classes, name)) for name in classes])
    chance = random.Random(3)  # noqa: S311 - a sample
    asked = [("exports", symbol.name) for symbol in chosen[:100]]
    asked += [("tag", tag) for tag in index.tag_names for _ in range(8)]
    asked += [("pathPrefix", chance.choice(paths).rpartition("/")[0]) for _ in range(100)]
    asked += [("listAll", "")] * 50
    _report("query_index, 50 files", [_timed(partial(_find_files, index, *one)) for one in asked])
    _report("query_index after an edit", _asked_after_edits(workspace, paths, asked))
    _report("callers, depth 1", [_timed(partial(_callers, index, one, 1)) for one in chosen])
    _report("callers, depth 5", [_timed(partial(_callers, index, one, 5)) for one in chosen[:100]])
    by_lines = {path: workspace.snapshot.read(path).text.count("\n") for path in paths}
    edited = min(paths, key=lambda path: abs(by_lines[path] - _EDITED_LINES))
    _report(f"edit in {by_lines[edited]} lines, look-up", _edits(workspace, edited, callers=False))
    _report(f"edit in {by_lines[edited]} lines, callers", _edits(workspace, edited, callers=True))


def _asked_after_edits(workspace: Workspace, paths: list[str], asked: list[tuple[str, str]]) -> list[float]:
    """Declare something new in unsaved text before each question; time of the question alone."""
    path = paths[0]
    absolute, text = workspace.snapshot.resolve(path).absolute, workspace.snapshot.read(path).text
    taken = []
    for version, one in enumerate(random.Random(5).sample(asked, min(len(asked), _EDITS * 3))):  # noqa: S311 - a sample
        added = f"{text}\nclass Added{version}\n"
        index = workspace.apply(DocumentOpened(absolute, added, version)).index
        taken.append(_timed(partial(_find_files, index, *one)))
    workspace.apply(DocumentClosed(absolute))
    return taken


def _find_files(index: IndexView, kind: str, value: str) -> None:
    answer(index, QueryIndexParams(query=IndexQuery(type=kind, value=value)))


def _callers(index: IndexView, function: Symbol, depth: int) -> None:
    find_callers(index, (function,), depth, Deadline(_LIMIT_SECONDS))


def _edits(workspace: Workspace, path: str, *, callers: bool) -> list[float]:
    """Change the body of a function in the middle, and ask about another; time from edit to answer."""
    absolute = workspace.snapshot.resolve(path).absolute
    text = workspace.snapshot.read(path).text
    symbols = workspace.snapshot.index.symbols(path)
    functions = [one for one in symbols if one.declaration.kind == "function" and one.end_line > one.line]
    middle = functions[len(functions) // 2].declaration
    at = text.index("{", middle.header_end - 1) + 1 if "{" in text[middle.header_end - 1 :] else len(text)
    name = functions[0].name

    def edit(version: int) -> None:
        changed = f"{text[:at]}\n println({version})\n{text[at:]}"
        index = workspace.apply(DocumentOpened(absolute, changed, version)).index
        found = index.functions(path, name)
        if callers:
            find_callers(index, found[:1], 1, Deadline(_LIMIT_SECONDS))

    return [_timed(partial(edit, version)) for version in range(_EDITS)]


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def _report(name: str, milliseconds: list[float]) -> None:
    ordered = sorted(milliseconds)
    if not ordered:
        print(f"{name:28} nothing to ask")
        return
    p95 = ordered[int(len(ordered) * 0.95)]
    print(
        f"{name:28} p50 {statistics.median(ordered):8.2f} ms   p95 {p95:8.2f} ms   max {ordered[-1]:8.2f} ms"
    )


if __name__ == "__main__":
    main([Path(one) for one in sys.argv[1:]])
