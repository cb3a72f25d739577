"""Lazy loading of the embedding model in a long-lived process."""

from __future__ import annotations

from rca.knowledge.open_store import OpenStore
from rca.scheduling.deadline import Deadline

_LOAD_SECONDS = 1.4
"""How long the first search waits for the model, which takes half a second on an idle machine."""

_LOAD_SHARE = 0.75
"""How much of a search's time that may be."""


def load_wanted(opened: OpenStore, deadline: Deadline | None) -> None:
    """Have the model loaded in the background, and wait for it where that leaves time to search."""
    embedder, upkeep = opened.embedder, opened.upkeep
    if embedder.ready or embedder.needs_setup or embedder.failure is not None or upkeep.failure is not None:
        return
    if not upkeep.asked:
        upkeep.wake()
    remaining = None if deadline is None else deadline.remaining
    if embedder.quick:  # sentence-transformers loads it in more time than anybody waits for an answer
        embedder.wait(_LOAD_SECONDS if remaining is None else min(_LOAD_SECONDS, remaining * _LOAD_SHARE))
