"""`vector_search_db`: past solutions like this problem."""

from __future__ import annotations

from pydantic import Field

from models.solution import SearchOutcome
from models.wire import Params


class VectorSearchParams(Params):
    """What to look for."""

    query: str = Field(min_length=1, description="Error description or stack trace to search for.")
    language: str | None = Field(default=None, description="Only solutions for this language, as `kotlin`.")
    error_type: str | None = Field(
        default=None,
        description="Only solutions of this error type, simple or qualified (`NullPointerException`).",
    )
    min_confidence: float = Field(
        default=0.7, ge=0, le=1, description="Cut below this probability of being the right one."
    )
    limit: int = Field(default=5, ge=1, le=10, description="Results at most.")


VectorSearchResult = SearchOutcome
