"""The text index beside SQLite's FTS5, and searches with and without it.

    python -m benchmarks.machinery.text_search FOLDER [--queries N] [--rounds N]

All are built of the same files (the Kotlin and Java ones, whose words both know): CPU seconds, bytes on the
disk. Then each is asked which files may hold a text, and the files that it names are read: names of
functions, the beginnings of their declarations (`fun name(`), and inner pieces of names. A file that holds
the text and is not named is missed. Last, `grep_search` and `search_code` themselves, with the text index
and without.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from unittest.mock import patch

from lsp_server.user_session import Session
from models.settings import Settings
from rca.scheduling.deadline import Deadline
from rca.text_index.index_reader import WordIndex
from rca.workspace.word_filter import files_possibly_containing

FTS5 = {
    "FTS5 trigram": "tokenize='trigram', content=''",
    "FTS5 trigram, detail=none": "tokenize='trigram', content='', detail='none'",
    "FTS5 unicode61": "tokenize=\"unicode61 tokenchars '_'\", content=''",
    "FTS5 unicode61, detail=none": "tokenize=\"unicode61 tokenchars '_'\", content='', detail='none'",
}
_Ask = Callable[[str], Iterable[str]]


def main() -> None:
    """Build, ask, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        _measure(given.folder.resolve(), Path(scratch), given.queries, given.rounds)


def _measure(folder: Path, data: Path, count: int, rounds: int) -> None:
    settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
    session = Session([folder], data, settings)
    session.start_indexing()
    session.wait_for_index()
    before, cpu = _bytes(data), _cpu()
    session.workspace.collect_words()
    built = {"text index (all text files)": (_cpu() - cpu, _bytes(data) - before)}
    snapshot = session.workspace.snapshot
    paths = [path for path in snapshot.index.listed.paths if path.endswith((".kt", ".java"))]
    texts = {path: (folder / path).read_bytes() for path in paths}
    asked: dict[str, _Ask] = {
        "text index": lambda text: files_possibly_containing(snapshot, paths, [text.encode()], Deadline()),
        "no index": lambda _text: paths,
    }
    for name, options in FTS5.items():
        file = data / f"{len(built)}.db"
        cpu = _cpu()
        database = _fts5(file, options, paths, texts)
        built[name] = (_cpu() - cpu, _bytes(file))
        asked[name] = _asking(database, paths, trigrams="trigram" in name, phrases="none" not in name)
    size = sum(map(len, texts.values()))
    print(f"{len(paths):,} files, {size / 1e6:.0f} MB; load of the machine {os.getloadavg()[0]:.1f}.\n")
    print("| | build, CPU s | MB on the disk |\n|---|---|---|")
    for name, (seconds, taken) in built.items():
        print(f"| {name} | {seconds:.1f} | {taken / 1e6:.1f} |")
    queries = _queries(session, paths, count)
    _ask_files(queries, asked, folder, {path: text.lower() for path, text in texts.items()}, rounds)
    _ask_tools(session, queries["names"], rounds)
    session.close()


def _fts5(file: Path, options: str, paths: list[str], texts: dict[str, bytes]) -> sqlite3.Connection:
    database = sqlite3.connect(file)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute(f"CREATE VIRTUAL TABLE texts USING fts5(text, {options})")
    rows = ((number, texts[path].decode("utf-8", "replace")) for number, path in enumerate(paths))
    database.executemany("INSERT INTO texts(rowid, text) VALUES (?, ?)", rows)
    database.execute("INSERT INTO texts(texts) VALUES ('optimize')")
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return database


def _asking(database: sqlite3.Connection, paths: list[str], *, trigrams: bool, phrases: bool) -> _Ask:
    def ask(text: str) -> list[str]:
        if trigrams and not phrases:
            pieces = [text[start : start + 3] for start in range(len(text) - 2)]
        elif trigrams or phrases:
            pieces = [text]
        else:
            pieces = text.replace("(", " ").split()
        match = " AND ".join(f'"{piece}"' for piece in pieces)
        rows = database.execute("SELECT rowid FROM texts WHERE texts MATCH ?", (match,))
        return [paths[number] for (number,) in rows]

    return ask


def _queries(session: Session, paths: list[str], count: int) -> dict[str, list[str]]:
    chance = Random(17)  # noqa: S311 - the same in each run
    names: list[str] = []
    while len(names) < count:
        symbols = session.workspace.snapshot.index.symbols(chance.choice(paths))
        functions = [one.name for one in symbols if one.declaration.kind == "function" and one.name.isascii()]
        long = [name for name in functions if len(name) > 6 and name.isalnum()]
        names += [chance.choice(long)] if long else []
    return {
        "names": names,
        "`fun name(`": [f"fun {name}(" for name in names],
        "inner pieces": [name[1:-1] for name in names],
    }


def _ask_files(
    queries: dict[str, list[str]], asked: dict[str, _Ask], folder: Path, lower: dict[str, bytes], rounds: int
) -> None:
    print("\n| texts | asked | lookup, ms p50 | p95 | with reading, ms p50 | p95 | files named | missed |")
    print("|---|---|---|---|---|---|---|---|")
    for kind, texts in queries.items():
        right = {
            text: {path for path, content in lower.items() if text.lower().encode() in content}
            for text in texts
        }
        lookups: dict[str, list[float]] = {name: [] for name in asked}
        whole: dict[str, list[float]] = {name: [] for name in asked}
        named: dict[str, int] = dict.fromkeys(asked, 0)
        missed: dict[str, int] = dict.fromkeys(asked, 0)
        for _ in range(rounds):
            for text in texts:
                for name, ask in asked.items():
                    started = time.perf_counter()
                    found = list(ask(text))
                    lookups[name].append(time.perf_counter() - started)
                    needle = text.lower().encode()
                    for path in found:
                        needle in (folder / path).read_bytes().lower()  # noqa: B015 - what a search would do
                    whole[name].append(time.perf_counter() - started)
                    named[name] += len(found)
                    missed[name] += len(right[text] - set(found))
        for name in asked:
            times = [*_quantiles(lookups[name]), *_quantiles(whole[name])]
            share = f"{named[name] / rounds / len(texts):.0f} | {missed[name] / rounds / len(texts):.1f}"
            print(f"| {kind} | {name} | {' | '.join(times)} | {share} |")
    mean = statistics.mean(len(found) for found in right.values())
    print(f"\nFiles that hold an inner piece: {mean:.0f} on average.")


def _ask_tools(session: Session, names: list[str], rounds: int) -> None:
    print("\n| tool | text index | CPU ms p50 | p95 | partial |\n|---|---|---|---|---|")
    for tool, parameter in (("grep_search", "pattern"), ("search_code", "query")):
        taken: dict[bool, list[float]] = {True: [], False: []}
        partial = {True: 0, False: 0}
        for number in range(rounds + 1):
            for name in names:
                for on in (True, False):
                    level = WordIndex.level if on else lambda _self: None
                    with patch.object(WordIndex, "level", level):
                        started = time.process_time()
                        answer = session.call(tool, {parameter: name})
                        seconds = time.process_time() - started
                    if number:  # the first round fills what is kept
                        taken[on].append(seconds)
                        partial[on] += answer["meta"].get("completeness") == "partial"
        for on, times in taken.items():
            share = 100 * partial[on] / len(times)
            print(
                f"| {tool} | {'with' if on else 'without'} | {' | '.join(_quantiles(times))} | {share:.0f}% |"
            )


def _quantiles(seconds: list[float]) -> list[str]:
    ranked = sorted(seconds)
    return [f"{1000 * ranked[int(len(ranked) * share)]:.1f}" for share in (0.5, 0.95)]


def _bytes(place: Path) -> int:
    files = [place] if place.is_file() else place.rglob("*")
    return sum(file.stat().st_size for file in files if file.is_file())


def _cpu() -> float:
    return sum(os.times()[:4])


if __name__ == "__main__":
    main()
