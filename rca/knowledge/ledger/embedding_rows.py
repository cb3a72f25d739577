"""Embeddings stored in the ledger beside their records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rca.knowledge.ledger.ledger_database import Database


@dataclass(frozen=True, slots=True)
class Embedded:
    """A stored embedding: unit vector of float32, little endian."""

    seq: int
    solution: int
    vector: bytes


class Vectors:
    """The stored embeddings, of any number of models.

    Raises:
        Failure: DB_CONNECTION_FAILED, from every method.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, tuple[tuple[int, int, int], tuple[int, int]]] = {}
        """By model: the state, and the version of the ledger at which it was counted."""

    def put(self, model: str, vectors: Mapping[int, tuple[str, bytes]]) -> None:
        """Store vectors by record (`seq` → hash of the embedded text, float32 bytes)."""
        with self._database.writing() as db:
            db.executemany(
                # Only while the record still has the text that was embedded.
                "INSERT OR REPLACE INTO embedding (solution, model, text_hash, vector)"
                " SELECT seq, ?, text_hash, ? FROM solution WHERE seq = ? AND text_hash = ?",
                [(model, vector, seq, text_hash) for seq, (text_hash, vector) in vectors.items()],
            )

    def missing(self, model: str, limit: int) -> list[tuple[int, str, str]]:
        """Return records without an embedding of their current text: row number, text, hash of the text."""
        with self._database.reading() as db:
            return db.execute(
                "SELECT s.seq, json_extract(s.problem, '$.text'), s.text_hash FROM solution s"
                " WHERE NOT EXISTS (SELECT 1 FROM embedding e WHERE e.model = ? AND e.solution = s.seq)"
                " LIMIT ?",
                (model, limit),
            ).fetchall()

    def since(self, model: str, after: int = 0) -> list[Embedded]:
        """Return the embeddings stored later than `after`, in order."""
        with self._database.reading() as db:
            rows = db.execute(
                "SELECT seq, solution, vector FROM embedding WHERE model = ? AND seq > ? ORDER BY seq",
                (model, after),
            ).fetchall()
        return [Embedded(*row) for row in rows]

    def places(self, model: str) -> list[int]:
        """Return the row numbers of all records with an embedding."""
        with self._database.reading() as db:
            rows = db.execute("SELECT solution FROM embedding WHERE model = ?", (model,)).fetchall()
        return [row[0] for row in rows]

    def of(self, model: str, seqs: Iterable[int]) -> dict[int, bytes]:
        """Return the stored vectors of some records."""
        wanted = json.dumps(list(seqs))
        with self._database.reading() as db:
            rows = db.execute(
                "SELECT solution, vector FROM embedding WHERE model = ?"
                " AND solution IN (SELECT value FROM json_each(?))",
                (model, wanted),
            ).fetchall()
        return dict(rows)

    def kinds_of(self, seqs: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Return language and simple error type of some records, both lower case."""
        wanted = json.dumps(list(seqs))
        with self._database.reading() as db:
            rows = db.execute(
                "SELECT seq, language, error_type FROM solution"
                " WHERE seq IN (SELECT value FROM json_each(?))",
                (wanted,),
            ).fetchall()
        return {seq: (language, error_type) for seq, language, error_type in rows}

    def state(self, model: str) -> tuple[int, int]:
        """Return the number of embeddings, and the order number of the newest (0 for none).

        Cached until a change, as each search needs it and SQLite counts by reading all rows.
        """
        version = self._database.version
        known = self._known.get(model)
        if known is not None and known[0] == version:
            return known[1]
        with self._database.reading() as db:
            count, newest = db.execute(
                "SELECT count(*), coalesce(max(seq), 0) FROM embedding WHERE model = ?", (model,)
            ).fetchone()
        self._known[model] = (version, (int(count), int(newest)))
        return int(count), int(newest)

    def by_id(self, ids: Iterable[str]) -> dict[str, list[tuple[str, str, bytes]]]:
        """Return the embeddings of some solutions: model, hash of the text, vector."""
        with self._database.reading() as db:
            rows = db.execute(
                "SELECT s.id, e.model, e.text_hash, e.vector"
                " FROM embedding e JOIN solution s ON s.seq = e.solution"
                " WHERE s.id IN (SELECT value FROM json_each(?))",
                (json.dumps(list(ids)),),
            ).fetchall()
        found: dict[str, list[tuple[str, str, bytes]]] = {}
        for id_, *rest in rows:
            found.setdefault(id_, []).append((rest[0], rest[1], rest[2]))
        return found

    def lacking(self, model: str, ids: Iterable[str]) -> dict[str, int]:
        """Return the row numbers of those of some solutions that have no embedding of a model."""
        with self._database.reading() as db:
            rows = db.execute(
                "SELECT id, seq FROM solution WHERE id IN (SELECT value FROM json_each(?))"
                " AND seq NOT IN (SELECT solution FROM embedding WHERE model = ?)",
                (json.dumps(list(ids)), model),
            ).fetchall()
        return dict(rows)
