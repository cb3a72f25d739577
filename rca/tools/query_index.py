"""`query_index`: which files there are, by what they export, their tags or their path."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

from pydantic import TypeAdapter

from models.error_codes import ErrorCode
from models.tools.query_index import (
    QUERY_TYPES,
    IndexedFile,
    IndexQuery,
    QueryIndexParams,
    QueryIndexResult,
)
from rca.analysis.rendering.next_calls import no_calls
from rca.analysis.rendering.search_markdown import files_in_words
from rca.index.index_view import IndexView
from rca.navigation.file_query import QUERIES
from rca.tool_failure import Failure
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext

_MOST = 200
_SHOWN_TAGS = 15


def run(context: ToolContext, params: QueryIndexParams) -> Answer[QueryIndexResult]:
    """Find the files, and describe one page of them."""
    return answer(context.snapshot.index, params)


def answer(index: IndexView, params: QueryIndexParams) -> Answer[QueryIndexResult]:
    """Answer from an index."""
    query = params.query
    _check(query, params.limit)
    paths = QUERIES[query.type](index, query.value or "")
    page = page_of(paths, params)
    result = QueryIndexResult(
        files=_described(index, page.items), total_matches=len(paths), truncated=page.truncated
    )
    lacks = [] if index.ready else ["the index is still being checked against the disk"]
    notes = []
    if query.type == "tag" and not paths:
        notes.append(f"tags of this project: {', '.join(index.tag_names[:_SHOWN_TAGS]) or 'none'}")
    return page.answer(result, lacks, notes)


def _check(query: IndexQuery, limit: int) -> None:
    if query.type not in QUERY_TYPES:
        raise Failure(
            ErrorCode.INVALID_QUERY_TYPE,
            f"'{query.type}' is no type of query; the types are {', '.join(QUERY_TYPES)}",
            "Use 'listAll' to see what there is.",
            {"allowed": list(QUERY_TYPES)},
        )
    if query.type != "listAll" and not (query.value or "").strip():
        raise Failure(
            ErrorCode.MISSING_VALUE,
            f"A query of type '{query.type}' needs a value",
            f'Give it as in {{"type": "{query.type}", "value": "…"}}.',
        )
    if limit > _MOST:
        raise Failure(
            ErrorCode.LIMIT_EXCEEDED,
            f"limit is {limit}; at most {_MOST} files come in one answer",
            "Ask for 200 and continue with meta.next as cursor.",
            {"limit": limit, "maximum": _MOST},
        )


def _described(index: IndexView, paths: Sequence[str]) -> tuple[IndexedFile, ...]:
    described = index.described(paths)
    tags = index.tags_of(described)
    files: list[dict[str, object]] = []
    for path, known in described.items():
        own = tags[path]
        files.append(
            {
                "path": path,
                "exports": known.exports,
                "tags": tuple(dict.fromkeys((known.language, *(one.tag for one in own)))),
                "tag_evidence": tuple(
                    {"tag": tag, "symbol": name or None, "line": line, "evidence": evidence}
                    for tag, name, line, evidence, _ in own
                ),
                "size_bytes": known.size,
                "last_modified": None if known.mtime_ns is None else _iso(known.mtime_ns),
            }
        )
    return _described_files().validate_python(files)  # at once: one by one takes three times as long


@lru_cache(maxsize=1)
def _described_files() -> TypeAdapter[tuple[IndexedFile, ...]]:
    return TypeAdapter(tuple[IndexedFile, ...])


def _iso(nanoseconds: int) -> str:
    return datetime.fromtimestamp(nanoseconds // 1_000_000_000, UTC).isoformat().replace("+00:00", "Z")


TOOL = Tool(
    name="query_index",
    description=(
        "Find files in the index without reading any: by exported name, by tag (activity, fragment, "
        "viewmodel, composable, service, receiver, dao, entity, repository, worker, module, test, a "
        "language, …), by path prefix, or all. Each file comes with its exports and tags. Use it before "
        "listing folders or reading files."
    ),
    params=QueryIndexParams,
    result=QueryIndexResult,
    run=run,
    words=files_in_words,
    next_calls=no_calls,
    needs_index=True,
    speaks_for="project",
)
