"""The files that a search covers."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from models.error_codes import ErrorCode
from rca.index.index_view import IndexView
from rca.knowledge.ranking.tokenizer import stem
from rca.navigation.file_query import QUERIES, all_files
from rca.tool_failure import Failure
from rca.workspace.build_modules import Modules

_LONGEST_PATTERN = 1000


def files_in(
    index: IndexView, modules: Modules, scope: str, pattern: str | None
) -> tuple[str, tuple[str, ...]]:
    """Return how a scope was understood, and its files in path order.

    Raises:
        Failure: SYMBOL_NOT_FOUND with near names; INVALID_PATTERN.
    """
    meaning, paths = _scoped(index, modules, scope.strip())
    if pattern is not None:
        if not pattern.strip() or len(pattern) > _LONGEST_PATTERN:
            raise Failure(
                ErrorCode.INVALID_PATTERN,
                f"filePattern has {len(pattern.strip())} characters; it needs 1 to {_LONGEST_PATTERN}",
                "Give a pattern as '*.kt' or 'app/src/**'.",
            )
        from pathspec import GitIgnoreSpec

        fits = GitIgnoreSpec.from_lines([pattern])
        paths = [path for path in paths if fits.match_file(path)]
    return meaning, tuple(paths)


def _scoped(index: IndexView, modules: Modules, scope: str) -> tuple[str, Sequence[str]]:
    if scope.lower() == "all":
        return "all", all_files(index)
    module = modules.named(scope)
    if scope.startswith(":") and module is not None:
        return f"module {module}", _of_module(index, modules, module)
    tagged = _tagged(index, scope)
    if tagged is not None:
        return tagged
    if "/" not in scope and module is not None:
        return f"module {module}", _of_module(index, modules, module)
    prefix = scope.replace("\\", "/").removeprefix("./").removeprefix("/")
    found = QUERIES["pathPrefix"](index, prefix)
    if found:
        return f"path {prefix}", found
    if not index.ready:
        raise Failure(
            ErrorCode.LSP_UNAVAILABLE,
            f"Nothing that is indexed yet lies in '{scope}'",
            "Ask again once indexing is done, or wait for it with `rca call --wait`.",
        )
    known = (*modules.names, *index.tag_names)
    near = difflib.get_close_matches(scope, known, n=3)
    raise Failure(
        ErrorCode.SYMBOL_NOT_FOUND,
        f"'{scope}' is no module, tag or beginning of a path",
        f"Did you mean {', '.join(near)}?" if near else f"Modules are {', '.join(modules.names[:8])}.",
        {"similar": near} if near else None,
    )


def _of_module(index: IndexView, modules: Modules, module: str) -> list[str]:
    below = module if module == ":" else f"{module}:"
    return [path for path in all_files(index) if (own := modules.of(path)) == module or own.startswith(below)]


def _tagged(index: IndexView, scope: str) -> tuple[str, Sequence[str]] | None:
    """Return the files with a tag, also in the plural (`activities`)."""
    for name in (scope, *(tag for tag in index.tag_names if stem(tag) == stem(scope.lower()))):
        found = QUERIES["tag"](index, name)
        if found:
            return f"tag {name}", found
    return None
