"""Past solutions: the stored record, and a search hit."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from models.evidence import Receipt
from models.wire import Wire, absent_if_empty, absent_if_none

SolutionState = Literal["candidate", "validated", "stale", "superseded", "harmful"]
Verdict = Literal["same", "similar", "novel"]
MatchSource = Literal["fingerprint", "lexical", "dense"]
HitSource = Literal["starter", "user", "import", "team"]


class Solution(Wire):
    """A solved problem. One JSON object of this shape is one line of `rca knowledge export`."""

    id: str = Field(min_length=1, max_length=200)
    error_description: str = Field(min_length=1, description="The decisive error line or the symptom.")
    root_cause: str = Field(min_length=1)
    solution: str = Field(min_length=1)
    language: str = "kotlin"
    error_type: str = Field(description="Exception class or the build error's own code.")
    confidence: float = Field(default=0.5, ge=0, le=1, description="Prior belief that the solution is right.")
    user_validated: bool = False
    metadata: dict[str, Any] = Field(
        default_factory=dict,
        description="`createdAt` and `fixedIn` (003), versions, reference, tags, ….",
    )


class SolutionHit(Solution):
    """A solution as the answer to a query."""

    similarity: float | None = Field(
        ge=-1, le=1, description="Cosine to the query; null while the model is not loaded."
    )
    verdict: Verdict
    matched: tuple[str, ...] = Field(default=(), description="What the query and the record share.")
    found_by: tuple[MatchSource, ...] = ()
    source: HitSource = Field(default="user", description="Where the record came from.")
    state: SolutionState = "candidate"
    worked: int = Field(default=0, description="Reports and receipts that it worked.")
    failed: int = Field(default=0, description="Reports that it did not.")
    standing: tuple[str, ...] = absent_if_empty(
        "What happened since: its error came back, the code it is about changed."
    )
    environment_mismatches: tuple[str, ...] = absent_if_empty(
        "Versions of this project that differ from where it was recorded."
    )
    receipts: tuple[Receipt, ...] = absent_if_empty("Runs that the server observed, newest first.")


class FailedAttempt(Wire):
    """Something tried for a similar problem that did not work."""

    solution_id: str
    attempt: str
    recorded_at: str
    note: str | None = absent_if_none()


class SearchOutcome(Wire):
    """The answer of the knowledge store to one query."""

    query: str
    results: tuple[SolutionHit, ...]
    total_found: int
    verdict: Verdict
    failed_attempts: tuple[FailedAttempt, ...] = absent_if_empty()
