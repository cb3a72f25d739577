"""Fuzz the indexer with thousands of damaged files: none may fail, hang or take long.

    python -m benchmarks.fuzz_index FOLDER … [--files N] [--seed N] [--kinds kotlin java]

Each file, of any kind that the index reads (as many of each kind, where the folders have that many), is
damaged in its text (tokens and slices deleted, doubled, moved, replaced by signs) and its bytes (flipped,
cut off, zeros and marks put in), written, and read as the index does: decoding, facts, names, tags,
packing. Then a store takes all rows. Prints failures, and of each kind the time a kilobyte.
"""

from __future__ import annotations

import argparse
import random
import signal
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from benchmarks.fuzz_kotlin import _damaged
from rca.index.storage.file_record import DEFECT, Job, Record, Stamp, read_record
from rca.index.storage.index_store import IndexStore
from rca.languages.facts_codec import decode
from rca.languages.registry import is_source, language_of
from rca.workspace.file_walk import walk

_LARGEST = 150_000
_SHORT = 1000
"""Bytes below which the time of a file is that of starting, not of reading."""
_HANGS_SECONDS = 20
_KINDS = ("kotlin", "java", "gradle", "catalog", "manifest", "resource", "by name")
_BYTES = (
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\r",
    b"<!--",
    b"]]>",
    b"&x;",
    b"[[",
    b"'''",
)


class _Hangs(BaseException):
    """A file took too long; no `except Exception` may swallow it."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise _Hangs


def main() -> None:
    """Damage, read and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=_KINDS, default=_KINDS)
    options = parser.parse_args()
    chance = random.Random(options.seed)  # noqa: S311 - the same damage in each run
    found = _sources(options.folders)
    failures: Counter[str] = Counter()
    speeds: dict[str, list[float]] = defaultdict(list)
    records: list[Record] = []
    kinds = [kind for kind in options.kinds if found[kind]]
    signal.signal(signal.SIGALRM, _stop)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for number in range(options.files):
            kind = kinds[number % len(kinds)]
            source, name = chance.choice(found[kind])
            data = _damage(source.read_bytes(), chance)
            stamp = Stamp(_written(root, number, name, data), 1, len(data))
            started = time.process_time()
            signal.alarm(_HANGS_SECONDS)
            try:
                record = read_record(root, Job(stamp, None))
            except _Hangs:
                failures[f"{kind}: hangs ({source})"] += 1
                continue
            finally:
                signal.alarm(0)
                (root / stamp.path).unlink()
            if number >= len(kinds):  # the first of a kind loads its reader
                speeds[kind].append((time.process_time() - started) / max(len(data), _SHORT) * 1e6)
            if not isinstance(record, Record):
                failures[f"{kind}: no row ({source})"] += 1
                continue
            if record.note is not None and DEFECT in record.note:
                failures[f"{kind}: {record.note.partition(DEFECT)[2]}"] += 1
            decode(record.packed)
            records.append(record)
        _store(root, records, failures)
    print(f"{options.files} damaged files; failures: {failures.total()}")
    for reason, count in failures.most_common(20):
        print(f"  {count} {reason}")
    for kind in kinds:
        _report(kind, speeds[kind])


def _sources(folders: Sequence[Path]) -> dict[str, list[tuple[Path, str]]]:
    """Return by kind the files, each with the end of its path that its language follows from."""
    found: dict[str, list[tuple[Path, str]]] = {kind: [] for kind in _KINDS}
    for folder in folders:
        for stamp in walk(folder.resolve(), is_source):
            language = language_of(stamp.path)
            kind = language if language in _KINDS else "by name"
            if 20 < stamp.size < _LARGEST:
                found[kind].append((folder.resolve() / stamp.path, "/".join(stamp.path.split("/")[-4:])))
    return found


def _damage(data: bytes, chance: random.Random) -> bytes:
    """Damage the text, the bytes, or both."""
    if chance.random() < 0.8:
        data = _damaged(data.decode("utf-8", "replace"), chance).encode("utf-8", "replace")
    if chance.random() < 0.4:
        for _ in range(chance.randint(1, 5)):
            at = chance.randrange(len(data) + 1)
            match chance.randrange(3):
                case 0:
                    data = data[:at] + bytes((chance.randrange(256),)) + data[at + 1 :]
                case 1:
                    data = data[:at] + chance.choice(_BYTES) + data[at:]
                case _:
                    data = data[: at + len(data) // 8]
    return data


def _written(root: Path, number: int, name: str, data: bytes) -> str:
    path = root / str(number) / name
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    return f"{number}/{name}"


def _store(root: Path, records: Sequence[Record], failures: Counter[str]) -> None:
    store = IndexStore(root, root / "data")
    for start in range(0, len(records), 64):
        store.write(records[start : start + 64], names_later=True)
    store.finish()
    if store.totals()[0] != len(records) or store.notes:
        failures[f"the store has {store.totals()[0]} of {len(records)} rows {store.notes}"] += 1
    store.close()


def _report(kind: str, speeds: list[float]) -> None:
    ordered = sorted(speeds)
    print(
        f"{kind:10} {len(ordered):6} files, ms a kB: median {statistics.median(ordered):.2f}, "
        f"99% {ordered[len(ordered) * 99 // 100]:.2f}, worst {ordered[-1]:.2f}"
    )


if __name__ == "__main__":
    main()
