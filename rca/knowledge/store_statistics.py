"""Statistics of the store."""

from __future__ import annotations

from models.knowledge import KnowledgeStats, TeamState
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.embedding.vector_index import VectorIndex
from rca.knowledge.ledger import backup
from rca.knowledge.ledger.ledger import Ledger


def stats_of(
    ledger: Ledger, embedder: Embedder, projection: VectorIndex, team: TeamState | None
) -> KnowledgeStats:
    """Return statistics of the store."""
    with ledger.database.reading() as db:
        by_source = dict(db.execute("SELECT source, count(*) FROM solution GROUP BY source").fetchall())
        by_state = dict(db.execute("SELECT state, count(*) FROM solution GROUP BY state").fetchall())
        by_language = dict(db.execute("SELECT language, count(*) FROM solution GROUP BY language").fetchall())
        by_type = dict(
            db.execute(
                "SELECT error_type, count(*) AS n FROM solution"
                " GROUP BY error_type ORDER BY n DESC, error_type LIMIT 20"
            ).fetchall()
        )
        (attempts,) = db.execute("SELECT count(*) FROM attempt").fetchone()
        (events,) = db.execute("SELECT count(*) FROM event").fetchone()
    embedded, _newest = ledger.vectors.state(embedder.id)
    path = ledger.database.path
    return KnowledgeStats(
        records=sum(by_source.values()),
        by_source=by_source,
        by_state=by_state,
        by_language=by_language,
        by_error_type=by_type,
        attempts=attempts,
        events=events,
        model=embedder.id,
        model_ready=embedder.ready,
        embedded=embedded,
        projection=projection.state,
        projection_note=projection.note,
        ledger_path=str(path),
        ledger_bytes=path.stat().st_size,
        projection_bytes=projection.bytes,
        read_only=ledger.database.read_only,
        copied=next((str(copy) for copy in backup.copies(path)), None),
        team=team,
    )
