"""Measure knowledge search: cold in a new process, warm at 1,000 and 10,000 records.

    python benchmarks/knowledge_search.py [--records 1000 10000]

Warm times stand beside plain ChromaDB (encode the text, query the collection) in the same run:
the ratio of processor times holds on a busy machine, too.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.cold import COMMANDS, DENSE, FLOORS, SYMPTOM, show
from benchmarks.cold import measure as measure_cold
from models.settings import KnowledgeSettings
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.knowledge.ledger.ledger import Filters, Ledger
from rca.knowledge.starter import Starter

QUERIES = 40
TRACE = "java.lang.IllegalStateException: Can not perform this action after onSaveInstanceState\n" + "".join(
    f"\tat androidx.fragment.app.FragmentManager.step{number}(FragmentManager.java:{1000 + number})\n"
    if number % 3
    else f"\tat com.example.feature{number}.Screen$load$1.invokeSuspend(Screen.kt:{number})\n"
    for number in range(40)
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, nargs="+", default=[1_000, 10_000])
    sizes = parser.parse_args().records
    embedder = Embedder(None)
    embedder.load()
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder), size, embedder)


def measure(folder: Path, size: int, embedder: Embedder) -> None:
    """Fill a store with variants of the starter records, then search it."""
    fill(folder, size, embedder)
    store = KnowledgeStore(folder, KnowledgeSettings(starter=False))
    started = time.perf_counter()
    store.wait_until_ready()
    print(f"\n== {size:,} records; model and index ready after {time.perf_counter() - started:.1f} s")
    rows = {
        "lexical only, 40-line trace": lambda: store.find(TRACE, dense="off").outcome,
        "lexical only, symptom": lambda: store.find(SYMPTOM, dense="off").outcome,
        "with dense, 40-line trace": lambda: store.find(TRACE).outcome,
        "with dense, trace, filters": lambda: (
            store.find(TRACE, filters=Filters("kotlin", "IllegalStateException")).outcome
        ),
        "with dense, symptom": lambda: store.find(SYMPTOM).outcome,
    }
    plain = times(plain_chroma(folder / "plain", store, embedder))
    print(f"{'':30} {'p50 ms':>8} {'p95 ms':>8} {'CPU ms':>8} {'CPU ÷ plain':>12}")
    print(f"{'plain ChromaDB + encoding':30} {plain[0]:8.1f} {plain[1]:8.1f} {plain[2]:8.1f} {1.0:12.2f}")
    for name, search in rows.items():
        p50, p95, worked = times(search)
        print(f"{name:30} {p50:8.1f} {p95:8.1f} {worked:8.1f} {worked / plain[2]:12.2f}")
    stats = store.stats()
    print(f"disk: ledger {stats.ledger_bytes / 1e6:.1f} MB, index {stats.projection_bytes / 1e6:.1f} MB")
    store.close()
    searches = {name: command for name, command in (COMMANDS | DENSE).items() if " search" in name}
    show(measure_cold(FLOORS | searches, folder, RCA_KNOWLEDGE_STARTER="off"))


def fill(folder: Path, size: int, embedder: Embedder) -> None:
    """Vary the starter records until there are enough, and embed them without waiting for the model.

    Encoding 10,000 texts takes minutes and is not what is measured: variants of one record get its
    vector with some noise.
    """
    import numpy as np

    seeds = Starter.packaged().solutions()
    chance = random.Random(1)  # noqa: S311 - test data
    lines = folder / "in.jsonl"
    with lines.open("w") as out:
        for number in range(size):
            seed = seeds[number % len(seeds)]
            wire = seed.model_dump(mode="json")
            wire["id"] = f"bench-{number}"
            wire["errorDescription"] += f" variant{number} module{chance.randrange(size)}"
            out.write(json.dumps(wire) + "\n")
    store = KnowledgeStore(folder, KnowledgeSettings(starter=False))
    store.import_jsonl(lines)
    store.close()
    ledger = Ledger(folder / "knowledge" / "ledger.db")
    base = embedder.encode([seed.error_description for seed in seeds])
    noise = np.random.default_rng(1)
    pending = ledger.vectors.missing(embedder.id, size)
    vectors = {}
    for seq, _text, text_hash in pending:
        vector = base[(seq - 1) % len(seeds)] + noise.normal(0, 0.02, base.shape[1])
        vectors[seq] = (text_hash, (vector / np.linalg.norm(vector)).astype("<f4").tobytes())
    ledger.vectors.put(embedder.id, vectors)
    ledger.close()


def plain_chroma(folder: Path, store: KnowledgeStore, embedder: Embedder) -> Callable[[], object]:
    """Return what a program without us would do: encode the text, query one collection."""
    import chromadb
    import numpy as np

    ledger = Ledger(Path(store.stats().ledger_path))
    embedded = ledger.vectors.since(embedder.id)
    ledger.close()
    collection = chromadb.PersistentClient(path=str(folder)).create_collection(
        "plain", embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
    )
    for start in range(0, len(embedded), 1_000):
        part = embedded[start : start + 1_000]
        collection.add(
            ids=[str(item.solution) for item in part],
            embeddings=np.stack([np.frombuffer(item.vector, dtype="<f4") for item in part]),
        )
    return lambda: collection.query(query_embeddings=[embedder.encode([TRACE])[0]], n_results=5)


def times(run: Callable[[], object]) -> tuple[float, float, float]:
    """Return a call's median and 95th percentile, and its median processor time, in milliseconds."""
    run()
    taken, worked = [], []
    for _round in range(QUERIES):
        started, busy = time.perf_counter(), time.process_time()
        run()
        taken.append((time.perf_counter() - started) * 1000)
        worked.append((time.process_time() - busy) * 1000)
    return statistics.median(taken), statistics.quantiles(taken, n=20)[18], statistics.median(worked)


if __name__ == "__main__":
    main()
