"""Measure knowledge search at 1,000, 10,000 and 100,000 records, warm, beside plain ChromaDB.

    python benchmarks/knowledge_scale.py [--records 1000 10000 100000] [--queries 60]

Plain ChromaDB is what a program without this one would do: encode the text, query one collection that
holds the same vectors, with the same filters as `where`. Both run in turns in one process, so that the
ratio holds on a busy machine, too. Records are variants of the starter's; their vectors are those of
the originals with some noise, as encoding 100,000 texts would take an hour and is not what is measured.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from models.settings import KnowledgeSettings
from models.solution import Solution
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.knowledge.ledger.ledger import Filters, Ledger
from rca.knowledge.problem.problem import of_query
from rca.knowledge.starter import Starter

TRACE = "java.lang.IllegalStateException: Can not perform this action after onSaveInstanceState\n" + "".join(
    f"\tat androidx.fragment.app.FragmentManager.step{number}(FragmentManager.java:{1000 + number})\n"
    if number % 3
    else f"\tat com.example.feature{number}.Screen$load$1.invokeSuspend(Screen.kt:{number})\n"
    for number in range(39)
)
SYMPTOM = "showing a dialog fragment from an api callback crashes when the app was put in background"
FILTERS = Filters("kotlin", "IllegalStateException")
RARE = Filters("kotlin", "CancellationException")
_BATCH = 2_000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--keep", type=Path, help="Folder to fill, or to use again as it is.")
    given = parser.parse_args()
    for size in given.records:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary) if given.keep is None else given.keep / str(size)
            measure(folder, size, given.queries)


def measure(folder: Path, size: int, queries: int) -> None:
    """Fill a store and compare it with plain ChromaDB."""
    embedder = Embedder(None)
    embedder.load()
    started = time.perf_counter()
    if not (folder / "knowledge" / "ledger.db").exists():
        fill(folder, size, embedder)
    filled = time.perf_counter()
    link = folder / "models"
    if not link.exists():
        link.symlink_to(folder.parent / "models")
    store = KnowledgeStore(folder, KnowledgeSettings(starter=False))
    store.wait_until_ready()
    ready = time.perf_counter()
    stats = store.stats()
    print(
        f"\n== {size:,} records; filled in {filled - started:.0f} s, index ready in {ready - filled:.1f} s;"
        f" ledger {stats.ledger_bytes / 1e6:.0f} MB, index {stats.projection_bytes / 1e6:.0f} MB"
    )
    plain = plain_chroma(folder / "plain", store, embedder)
    where = {"$and": [{"language": "kotlin"}, {"errorType": "illegalstateexception"}]}
    rows: dict[str, Callable[[], object]] = {
        "plain ChromaDB + encoding": lambda: plain(None),
        "plain ChromaDB, where": lambda: plain(where),
        "trace": lambda: store.find(TRACE),
        "trace, filters": lambda: store.find(TRACE, filters=FILTERS),
        "trace, rare filter": lambda: store.find(TRACE, filters=RARE),
        "trace, filters, words only": lambda: store.find(TRACE, filters=FILTERS, dense="off"),
        "symptom": lambda: store.find(SYMPTOM),
        "symptom, filters": lambda: store.find(SYMPTOM, filters=FILTERS),
    }
    measured = in_turns(rows, queries)
    base = measured["plain ChromaDB + encoding"][2]
    print(f"{'':28} {'p50 ms':>8} {'p95 ms':>8} {'CPU ms':>8} {'CPU ÷ plain':>12}")
    for name, (p50, p95, worked) in measured.items():
        print(f"{name:28} {p50:8.1f} {p95:8.1f} {worked:8.1f} {worked / base:12.2f}")
    print(f"answered by: {store.find(TRACE, filters=FILTERS).notes}", flush=True)
    store.close()


def fill(folder: Path, size: int, embedder: Embedder) -> None:
    """Vary the starter records until there are enough."""
    import numpy as np

    seeds = Starter.packaged().solutions()
    base = embedder.encode([seed.error_description for seed in seeds])
    chance, noise = random.Random(1), np.random.default_rng(1)  # noqa: S311 - test data
    ledger = Ledger(folder / "knowledge" / "ledger.db")
    for start in range(0, size, _BATCH):
        numbers = range(start, min(start + _BATCH, size))
        ledger.put([(variant(seeds[n % len(seeds)], n, chance), "candidate") for n in numbers], "user")
        vectors = {}
        for seq, _text, text_hash in ledger.vectors.missing(embedder.id, _BATCH):
            vector = base[(seq - 1) % len(seeds)] + noise.normal(0, 0.02, base.shape[1])
            vectors[seq] = (text_hash, (vector / np.linalg.norm(vector)).astype("<f4").tobytes())
        ledger.vectors.put(embedder.id, vectors)
    ledger.close()


def variant(seed: Solution, number: int, chance: random.Random) -> Solution:
    """Return a record like another one, with some words of its own."""
    own = " ".join(f"module{chance.randrange(5_000)}" for _word in range(3))
    return seed.model_copy(
        update={"id": f"bench-{number}", "error_description": f"{seed.error_description} in {own}"}
    )


def plain_chroma(folder: Path, store: KnowledgeStore, embedder: Embedder) -> Callable[[object], object]:
    """Return the plain way over the same vectors: from a `where`, or None, to an answer."""
    import chromadb
    import numpy as np

    ledger = Ledger(Path(store.stats().ledger_path))
    client = chromadb.PersistentClient(path=str(folder))
    names = [collection.name for collection in client.list_collections()]
    if "plain" in names:
        collection = client.get_collection("plain", embedding_function=None)
    else:
        collection = client.create_collection(
            "plain", embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )
        embedded = ledger.vectors.since(embedder.id)
        kinds = ledger.vectors.kinds_of(item.solution for item in embedded)
        for start in range(0, len(embedded), 1_000):
            part = embedded[start : start + 1_000]
            collection.add(
                ids=[str(item.solution) for item in part],
                embeddings=np.stack([np.frombuffer(item.vector, dtype="<f4") for item in part]),
                metadatas=[
                    {"language": kinds[item.solution][0], "errorType": kinds[item.solution][1]}
                    for item in part
                ],
            )
    ledger.close()
    text = of_query(TRACE).text

    def query(where: object) -> object:
        return collection.query(
            query_embeddings=[embedder.encode([text])[0]],
            n_results=5,
            where=where,  # type: ignore[arg-type] # its own type is not exported
        )

    return query


def in_turns(rows: dict[str, Callable[[], object]], queries: int) -> dict[str, tuple[float, float, float]]:
    """Return each call's median, 95th percentile and median processor time in milliseconds."""
    taken: dict[str, list[float]] = {name: [] for name in rows}
    worked: dict[str, list[float]] = {name: [] for name in rows}
    for turn in range(queries + 1):
        for name, run in rows.items():
            started, busy = time.perf_counter(), time.process_time()
            run()
            if turn:
                taken[name].append((time.perf_counter() - started) * 1000)
                worked[name].append((time.process_time() - busy) * 1000)
    return {
        name: (
            statistics.median(taken[name]),
            statistics.quantiles(taken[name], n=20)[18],
            statistics.median(worked[name]),
        )
        for name in rows
    }


if __name__ == "__main__":
    main()
