"""`grep_search`: lines of files that hold a text or match an expression."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.errors import ErrorCode
from models.tools.grep_search import GrepMatch, GrepSearchParams, GrepSearchResult
from rca.failure import Failure
from rca.files import regex_engine
from rca.files.glob import chosen, matcher
from rca.files.grep import Line, Search
from rca.files.path_targets import directory
from rca.files.required_literals import byte_hints, required_literal
from rca.files.tree import Tree
from rca.toolkit.paging import Page
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.word_filter import binaries_of, files_possibly_containing

_LONGEST_LINE = 240
_AROUND = 80
_COUNTED = 20_000
"""Lines that are counted at most: more tell nobody anything."""


def run(context: ToolContext, params: GrepSearchParams) -> Answer[GrepSearchResult]:
    """Search every text file below the folder that may contain a match, unsaved text first."""
    if params.file_pattern is not None:
        matcher(params.file_pattern)  # what is wrong with it is told before anything is looked for
    search = Search(context.snapshot, _pattern(params), context.deadline, binaries_of(context.snapshot))
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
        pattern=params.pattern,
        truncated=page.truncated,
    )
    return page.answer(result, gaps, (*passed, *tree.omissions()))


def _holding(
    context: ToolContext, params: GrepSearchParams, paths: Iterable[str], search: Search
) -> Iterable[str]:
    """Drop files that are known to hold no match: these count as searched."""
    text = required_literal(params.pattern, is_regex=params.is_regex, ignore_case=params.ignore_case)
    signs = byte_hints(text)
    if not signs or not isinstance(paths, Sequence):
        return paths
    found = files_possibly_containing(context.snapshot, paths, signs, context.deadline, as_on_disk=True)
    search.searched += len(paths) - len(found)
    return found


def _pattern(params: GrepSearchParams) -> regex_engine.Pattern:
    try:
        return regex_engine.compiled(
            params.pattern, literal=not params.is_regex, ignore_case=params.ignore_case
        )
    except regex_engine.Invalid as problem:
        raise Failure(
            ErrorCode.INVALID_PATTERN,
            f"Invalid regular expression '{params.pattern[:100]}': {problem}",
            "The syntax is that of RE2, without references back and looking around; set isRegex to false to "
            "look for the text as it is.",
        ) from None


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
        "Find lines that hold a text or match a regular expression (RE2: linear time), in all text files of "
        "the project or those of filePattern; unsaved editor text comes first. Use it for exact strings: "
        "messages, keys, identifiers in any kind of file. search_code finds code by meaning, "
        "find_references the uses of a symbol. At most 1,000 lines come in one answer; a search that takes "
        "longer than 2 s gives what it found and says so."
    ),
    params=GrepSearchParams,
    result=GrepSearchResult,
    run=run,
    idempotent=True,
)
