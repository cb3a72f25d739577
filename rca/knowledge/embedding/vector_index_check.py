"""Opens a vector index in a separate process, as a damaged one can crash the process.

`python -m rca.knowledge.embedding.vector_index_check FOLDER LEDGER MODEL NEWEST` exits with 0 when the
requested records are found where they are.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rca.knowledge.embedding.chroma_collection import Collection
from rca.knowledge.ledger.ledger import Ledger

_SAMPLE = 64
_SAME = 1e-3
"""Cosine distance under which two float32 vectors count as the same."""

_SECONDS = 60


def sound(folder: Path, ledger: Path, model: str, newest: int) -> bool:
    """Whether the index opens and finds a sample of the ledger's vectors up to `newest`; takes a second."""
    # `-P`: the folder that we run in is the user's project, whose `rca` or `models` is not ours to run.
    options = ["-P", "-m", "rca.knowledge.embedding.vector_index_check"]
    command = [sys.executable, *options, str(folder), str(ledger), model, str(newest)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603 - our own
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def finds_all(folder: Path, ledger: Path, model: str, newest: int) -> bool:
    """Return whether the index finds a sample of the ledger's vectors; may end the process that asks."""
    import numpy as np

    records = Ledger(ledger)
    collection = Collection.open(folder)
    embedded = [item for item in records.vectors.since(model) if item.seq <= newest]
    step = max(1, len(embedded) // _SAMPLE)
    for item in embedded[::step]:
        nearest = collection.nearest(np.frombuffer(item.vector, dtype="<f4"), 1)
        # Another record with the same text may stand first: the distance tells, not the id.
        if not nearest or nearest[0][1] > _SAME:
            return False
    return True


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(0 if finds_all(Path(arguments[0]), Path(arguments[1]), arguments[2], int(arguments[3])) else 1)
