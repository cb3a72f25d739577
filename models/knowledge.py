"""Status of the knowledge store, as `rca knowledge` reports it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none

ProjectionState = Literal["closed", "opening", "ready", "behind", "other_process", "failed"]


class ImportCounts(Wire):
    """What became of the lines of an imported file."""

    new: int
    updated: int
    unchanged: int
    rejected: tuple[str, ...] = absent_if_empty("Line number and reason of each line that was not taken.")
    redacted: tuple[str, ...] = absent_if_empty("Kinds of secrets that were masked before storing.")


class MergeCounts(Wire):
    """What was taken over from another ledger."""

    new: int
    updated: int = Field(description="Records whose text was newer there.")
    events: int
    attempts: int


class TeamState(Wire):
    """How the exchange with the team's server goes."""

    url: str
    state: Literal["waiting", "synced", "partly", "offline", "refused"] = Field(
        description="`partly`: the note says what was left out; `offline`: it is tried again in seconds."
    )
    note: str | None = absent_if_none("What is wrong, and what to do.")
    members: int = Field(description="Others that were read from.")
    pushed: int = Field(description="Solutions sent since the start.")
    pulled: int = Field(description="Entries taken over since the start.")
    synced_at: str | None = absent_if_none()


class KnowledgeStats(Wire):
    """Statistics of the store."""

    records: int
    by_source: dict[str, int]
    by_state: dict[str, int]
    by_language: dict[str, int]
    by_error_type: dict[str, int] = Field(description="The 20 most frequent.")
    attempts: int = Field(description="Kept attempts that did not work.")
    events: int
    model: str = Field(description="Id of the embedding model.")
    model_ready: bool
    embedded: int = Field(description="Records that have an embedding of this model.")
    projection: ProjectionState = Field(description="How the vector index stands to the ledger.")
    projection_note: str | None = absent_if_none()
    ledger_path: str
    ledger_bytes: int
    projection_bytes: int
    read_only: str | None = absent_if_none("Why nothing can be stored.")
    copied: str | None = absent_if_none("The newest daily copy of the ledger.")
    team: TeamState | None = absent_if_none()
