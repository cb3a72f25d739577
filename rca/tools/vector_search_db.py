"""`vector_search_db`: past solutions like this problem."""

from __future__ import annotations

from models.error_codes import ErrorCode
from models.solution import SearchOutcome
from models.tools.vector_search_db import VectorSearchParams, VectorSearchResult
from rca.analysis.knowledge_project import WorkspaceProject
from rca.analysis.rendering.next_calls import no_calls
from rca.analysis.rendering.result_markdown import solutions_in_words
from rca.knowledge.embedding.embedder import NOT_SET_UP, SET_UP_ADVICE
from rca.knowledge.ledger.ledger import Filters
from rca.knowledge.observation_recorder import SeenCodeChanges
from rca.knowledge.solution_search import SearchResult
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: VectorSearchParams) -> Answer[SearchOutcome]:
    """Search the knowledge store.

    Raises:
        Failure: NO_RESULTS if nothing is likely enough, with what there was; EMBEDDING_FAILED if only
            half of the search could run.
    """
    project = WorkspaceProject(context.snapshot, context.deadline)
    found = context.knowledge.find(
        params.query,
        filters=Filters(params.language, params.error_type),
        min_confidence=params.min_confidence,
        limit=params.limit,
        deadline=context.deadline,
        project=project,
    )
    if found.code_changes:
        context.observe(SeenCodeChanges(found.code_changes, project))
    outcome = found.outcome
    if not outcome.results and not outcome.failed_attempts:
        if found.embedding_failure is not None:
            raise found.embedding_failure
        raise _nothing(found, params)
    return Answer(
        outcome,
        truncated=outcome.total_found > len(outcome.results),
        next="a larger limit (at most 10)" if outcome.total_found > len(outcome.results) else None,
        completeness="partial" if found.partial else "complete",
        provenance=found.notes,
    )


def _nothing(found: SearchResult, params: VectorSearchParams) -> Failure:
    wanted = [
        f"{name} {value!r}"
        for name, value in (("language", params.language), ("errorType", params.error_type))
        if value is not None
    ]
    among = f" among those with {' and '.join(wanted)}" if wanted else ""
    details = {"below": found.below, "bestBelow": found.best_below, "provenance": list(found.notes)}
    if found.below:
        return Failure(
            ErrorCode.NO_RESULTS,
            f"No past solution{among} reaches minConfidence {params.min_confidence:g}: "
            f"{found.below} lie below, the best at {found.best_below:.2f}",
            "Lower minConfidence to see them, or analyze the error afresh: it looks novel.",
            details,
        )
    hint = (
        "Leave out the filters or describe the error by its message; `record_solution` keeps what solves it."
    )
    if any(NOT_SET_UP in note for note in found.notes):
        hint = f"{SET_UP_ADVICE} {hint}"
    elif any(note.startswith("dense: not ready") for note in found.notes):
        hint = f"Ask again in a moment: the embedding model was not loaded yet. {hint}"
    return Failure(
        ErrorCode.NO_RESULTS,
        f"No past solution{among} has anything in common with the query",
        hint,
        details,
    )


TOOL = Tool(
    name="vector_search_db",
    description=(
        "Search past solutions for an error text or a symptom in words; analyze_error does so by itself. "
        "Each result has the probability that it is the right one and a verdict: same problem, similar, or "
        "novel. Also says what was tried before and did not work."
    ),
    params=VectorSearchParams,
    result=VectorSearchResult,
    run=run,
    words=solutions_in_words,
    next_calls=no_calls,
    needs_knowledge=True,
)
