"""`grep_search`: lines of files that hold a text or match an expression."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from models.error_codes import ErrorCode
from models.tools.grep_search import GrepMatch, GrepSearchParams, GrepSearchResult
from rca.analysis.rendering.search_markdown import lines_in_words
from rca.files import regex_engine
from rca.files.glob import chosen, matcher
from rca.files.grep import Line, Search
from rca.files.path_targets import directory
from rca.files.required_literals import byte_hints, required_literal
from rca.files.tree import Tree
from rca.tool_failure import Failure
from rca.toolkit.paging import Page
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.word_filter import binaries_of, files_possibly_containing

_EXPRESSION = re.compile(r"[|*+?\\[\]^$]|\.\*")
"""Signs that in a text which stands nowhere may be meant as a regular expression."""
_HINT_SHARE = 0.5
"""The part of the remaining time in which the hint's matches are counted."""
_LONGEST_LINE = 240
_AROUND = 80
_COUNTED = 20_000
"""Lines that are counted at most: more tell nobody anything."""


def run(context: ToolContext, params: GrepSearchParams) -> Answer[GrepSearchResult]:
    """Search every text file below the folder that may contain a match, unsaved text first."""
    if params.file_pattern is not None:
        matcher(params.file_pattern)  # what is wrong with it is told before anything is looked for
    binaries = binaries_of(context.snapshot)
    pattern = _pattern(params.query, params.is_regex, params.ignore_case)
    search = Search(context.snapshot, pattern, context.deadline, binaries, whole_word=params.whole_word)
    place = directory(context.snapshot, params.path)
    tree = Tree(context.snapshot, place, context.deadline)
    lead = len(place.path) + 1 if place.path else 0
    end = params.cursor + params.max_results
    shown: list[GrepMatch] = []
    total = 0
    paths = tree.files()
    if params.file_pattern is not None:
        paths = chosen(params.file_pattern, paths, lead)
    for path in _holding(context, params, paths, search):
        for line in search.lines(path):
            if params.cursor <= total < end:
                shown.append(_match(line))
            total += 1
        if search.stopped or total >= _COUNTED:
            break
    page = Page(tuple(shown), end, total)
    tree.stopped = tree.stopped or search.stopped
    gaps = tree.gaps()
    if total >= _COUNTED:
        gaps = (*gaps, f"counting ended at {total} lines")
    passed = (f"{search.binary} binary files passed over",) if search.binary else ()
    result = GrepSearchResult(
        matches=page.items,
        total_matches=total,
        files_searched=search.searched,
        pattern=params.query,
        truncated=page.truncated,
        hint=None if total or search.stopped else _hint(context, params),
    )
    return page.answer(result, gaps, (*passed, *tree.omissions()))


def _holding(
    context: ToolContext, params: GrepSearchParams, paths: Iterable[str], search: Search
) -> Iterable[str]:
    """Drop files that are known to hold no match: these count as searched."""
    text = required_literal(params.query, is_regex=params.is_regex, ignore_case=params.ignore_case)
    signs = byte_hints(text)
    if not signs or not isinstance(paths, Sequence):
        return paths
    found = files_possibly_containing(context.snapshot, paths, signs, context.deadline, as_on_disk=True)
    search.searched += len(paths) - len(found)
    return found


def _pattern(query: str, is_regex: bool, ignore_case: bool) -> regex_engine.Pattern:
    try:
        return regex_engine.compiled(query, literal=not is_regex, ignore_case=ignore_case)
    except regex_engine.Invalid as problem:
        raise Failure(
            ErrorCode.INVALID_PATTERN,
            f"Invalid regular expression '{query[:100]}': {problem}",
            "The syntax is that of RE2, without references back and looking around; set isRegex to false to "
            "look for the text as it is.",
        ) from None


def _hint(context: ToolContext, params: GrepSearchParams) -> str | None:
    """Return what would find something where the text itself stands nowhere, with the number of lines."""
    if not params.is_regex and _EXPRESSION.search(params.query):
        other = params.model_copy(update={"is_regex": True})
        return _counted(context, other, "this was a literal search; did you mean isRegex: true?")
    if params.whole_word:
        return _counted(context, params.model_copy(update={"whole_word": False}), "try it without wholeWord.")
    if not params.ignore_case:
        return _counted(
            context, params.model_copy(update={"ignore_case": True}), "try it with ignoreCase: true."
        )
    return None


def _counted(context: ToolContext, params: GrepSearchParams, said: str) -> str | None:
    """Return a hint with what that search finds in the time that is left; None if it finds nothing."""
    try:
        pattern = _pattern(params.query, params.is_regex, params.ignore_case)
    except Failure:
        return None
    deadline = context.deadline.part(_HINT_SHARE)
    search = Search(
        context.snapshot, pattern, deadline, binaries_of(context.snapshot), whole_word=params.whole_word
    )
    place = directory(context.snapshot, params.path)
    paths = Tree(context.snapshot, place, deadline).files()
    if params.file_pattern is not None:
        paths = chosen(params.file_pattern, paths, len(place.path) + 1 if place.path else 0)
    found = 0
    for path in _holding(context, params, paths, search):
        found += sum(1 for _ in search.lines(path))
        if search.stopped or found >= _COUNTED:
            break
    at_least = "at least " if search.stopped or found >= _COUNTED else ""
    return f"{said} It matches {at_least}{found} {_plural(found)}." if found else None


def _plural(count: int) -> str:
    return "line" if count == 1 else "lines"


def _match(line: Line) -> GrepMatch:
    text, start = line.text, line.start
    if len(text) > _LONGEST_LINE:
        first = max(0, start - _AROUND)
        last = min(len(text), first + _LONGEST_LINE)
        text = f"{'…' if first else ''}{text[first:last]}{'…' if last < len(text) else ''}"
    return GrepMatch(file_path=line.path, line=line.number, column=start + 1, text=text)


TOOL = Tool(
    name="grep_search",
    description=(
        "Find lines that hold a text, a whole word (wholeWord) or a match of a regular expression (isRegex, "
        "RE2 syntax), in all text files of the project or those of filePattern. Without isRegex the query "
        "is literal, `|` and `*` included. Best for messages, keys and literals; find_references has the "
        "uses of a symbol."
    ),
    params=GrepSearchParams,
    result=GrepSearchResult,
    run=run,
    words=lines_in_words,
    idempotent=True,
)
