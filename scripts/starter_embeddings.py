"""Compute the starter records' embeddings: `python -m scripts.starter_embeddings`, about a minute.

Writes `rca/knowledge/starter/embeddings.npz`, which `rca.knowledge.embedding.starter_embeddings` reads.
Run it after each change of the starter's records, of what is embedded of a record, and of the packaged model.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from rca import knowledge
from rca.knowledge.embedding import starter_embeddings
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.starter import Starter

_OUT = Path(knowledge.__file__).parent / "starter" / "embeddings.npz"


def main() -> None:
    """Write the file."""
    starter, embedder = Starter.packaged(), Embedder(None)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / "ledger.db")
        ledger.replace_starter(starter.stamp, starter.solutions)
        wanted = ledger.vectors.missing(embedder.id, len(starter.solutions()))
        ledger.close()
    vectors = embedder.encode([text for _seq, text, _hash in wanted])
    _OUT.write_bytes(
        starter_embeddings.written(
            embedder.id,
            {
                text_hash: vector.tobytes()
                for (_seq, _text, text_hash), vector in zip(wanted, vectors, strict=True)
            },
        )
    )


if __name__ == "__main__":
    main()
