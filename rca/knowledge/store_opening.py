"""Opens the parts of a knowledge store at first use: ledger, vector index, maintenance, team, starter."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from models.settings import KnowledgeSettings
from rca.knowledge.embedding.embedder import PACKAGED_NAME, Embedder
from rca.knowledge.embedding.model_cleanup import StaleModels
from rca.knowledge.embedding.vector_index import VectorIndex
from rca.knowledge.embedding.vector_search import VectorSearch
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.maintenance import Maintenance
from rca.knowledge.open_store import OpenStore
from rca.knowledge.starter import Starter
from rca.tool_failure import Failure

if TYPE_CHECKING:
    from rca.knowledge.team.synchronization import Team


class StoreOpener:
    """Holds the open parts of a store; safe for any number of threads. Arguments as of `KnowledgeStore`."""

    def __init__(
        self,
        data_dir: Path,
        settings: KnowledgeSettings,
        progress: Callable[[str, int, int], None],
        now: Callable[[], datetime],
    ) -> None:
        self.folder = data_dir / "knowledge"
        self.embedder = Embedder(settings.embedding_model, data_dir / "models")
        self._settings = settings
        self._progress = progress
        self._now = now
        self._opening = threading.Lock()
        self._open: OpenStore | None = None
        self._starter_checked = False

    @property
    def already_open(self) -> OpenStore | None:
        """The open parts, None where nothing was opened yet."""
        return self._open

    def opened(self) -> OpenStore:
        """Return the parts, opening them at first use.

        Raises:
            Failure: DB_CONNECTION_FAILED.
        """
        with self._opening:
            if self._open is None:
                ledger = Ledger(self.folder / "ledger.db", self._now)
                model = self.embedder.id
                projection = VectorIndex(self.folder / f"chroma-{model}", ledger, model)
                leftovers = StaleModels(self.folder.parent, ledger, model, PACKAGED_NAME)
                upkeep = Maintenance(ledger, self.embedder, projection, leftovers, self._progress)
                nearest = VectorSearch(ledger, projection, model)
                team = self._team(ledger, model)
                self._open = OpenStore(ledger, self.embedder, projection, upkeep, nearest, team)
                if ledger.derivation.behind:
                    upkeep.catch_up()
            return self._open

    def ensure_starter(self, ledger: Ledger) -> str | None:
        """Load the starter once; if the ledger cannot be written, return a note that says so."""
        if not self._settings.starter or self._starter_checked:
            return None
        starter = Starter.packaged()
        try:
            ledger.replace_starter(starter.stamp, starter.solutions)
        except Failure as failure:
            return f"knowledge: the starter records could not be loaded: {failure.error.message}"
        self._starter_checked = True
        return None

    def close(self) -> None:
        """Close everything in order, so that the next process need not check the index."""
        with self._opening:
            opened, self._open = self._open, None
        if opened is None:
            return
        if opened.team is not None:
            opened.team.stop()
        opened.upkeep.stop(opened.close)

    def _team(self, ledger: Ledger, model: str) -> Team | None:
        settings = self._settings
        if settings.url is None:
            return None
        from rca.knowledge.team.chroma_server import Address
        from rca.knowledge.team.synchronization import Team

        headers = tuple(settings.headers.items())
        return Team(ledger, Address(settings.url, headers, settings.tenant, settings.database), model)
