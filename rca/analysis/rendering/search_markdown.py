"""Compact text of search results: grouped by file, code with line numbers, omitted results counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from models.tools.find_class import FindClassResult, FoundClass
from models.tools.find_references import CodeReference, FindReferencesResult
from models.tools.grep_search import GrepSearchResult
from models.tools.list_dirs import ListDirsResult
from models.tools.query_index import QueryIndexResult
from models.tools.search_code import CodeHit, SearchCodeResult
from rca.analysis.rendering.answer_markdown import numbered, shortened
from rca.analysis.rendering.relevant_hits import SNIPPET_LINES, relevant_hits

_LINE = 200
_MEMBERS = 20
_DECLARATIONS = 5
_SURE = 0.9


def lines_in_words(result: GrepSearchResult) -> str:
    """Render the lines of a text search by file."""
    if not result.matches:
        none = f"`{shortened(result.pattern, _LINE)}` stands in none of {result.files_searched} files."
        return none if result.hint is None else f"{none} {_sentence(result.hint)}"
    shown = len(result.matches)
    of_all = f"{shown} of {result.total_matches}" if shown < result.total_matches else str(shown)
    parts = [f"{of_all} lines in {len({one.file_path for one in result.matches})} files:"]
    parts.extend(
        _blocks(
            (path, [f"{one.line}: {one.text.strip()}" for one in matches])
            for path, matches in groupby(result.matches, key=lambda one: one.file_path)
        )
    )
    return "\n\n".join(parts)


def hits_in_words(result: SearchCodeResult) -> str:
    """Render the hits of a code search that matter, by file, and count the rest."""
    parts = []
    if result.no_such_name:
        name = shortened(result.query, _LINE)
        parts.append(f"No class, function, property or resource here is named `{name}`.")
    if not result.hits:
        return " ".join((*parts, f"Nothing fits in {result.searched_files} files."))
    shown = relevant_hits(result.hits)
    if result.no_such_name:
        parts.append("What comes near:")
    by_file: dict[str, list[CodeHit]] = {}
    for hit in shown:
        by_file.setdefault(hit.file_path, []).append(hit)
    parts.extend(
        _block(path, (row for hit in hits for row in _hit_rows(hit))) for path, hits in by_file.items()
    )
    weaker = len(result.hits) - len(shown)
    if weaker:
        following = result.cursor + len(shown)
        parts.append(f"{weaker} weaker hits of this page are left out; cursor={following} shows them.")
    return "\n\n".join(parts)


def references_in_words(result: FindReferencesResult) -> str:
    """Render the uses of a declaration by file; evidence only where a use is not sure."""
    declared = [f"{one.kind} `{one.name}` at {one.file_path}:{one.line}" for one in result.declarations]
    left = len(declared) - _DECLARATIONS
    shown = declared[:_DECLARATIONS] + ([f"and {left} more of the name"] if left > 0 else [])
    head = f"{result.total_references} uses in {result.total_files} files of {'; '.join(shown)}"
    several = 1 < len(result.declarations) <= _DECLARATIONS
    parts = [f"{head}:" if result.files else f"{head}."]
    parts.extend(
        _blocks((one.file_path, list(_use_rows(one.references, several=several))) for one in result.files)
    )
    if result.possible_uses:
        parts.append("May use it; the receiver's type is not known:")
        parts.extend(
            _blocks(
                (one.file_path, [f"{use.line}: {use.text}" for use in one.references])
                for one in result.possible_uses
            )
        )
    return "\n\n".join(parts)


def classes_in_words(result: FindClassResult) -> str:
    """Render classes: place, header, subclasses and members."""
    inexact = all(one.match != "exact" for one in result.classes)
    parts = [f"No class is named `{result.name}`. What comes near:"] if inexact else []
    parts.extend(_class(one) for one in result.classes)
    left = result.total_found - len(result.classes)
    return "\n\n".join((*parts, f"{left} more classes fit.") if left > 0 else parts)


def files_in_words(result: QueryIndexResult) -> str:
    """Render files of the index by folder, each with its tags and exports."""
    if not result.files:
        return "No file of the index fits."
    parts = [f"{len(result.files)} of {result.total_matches} files:"]
    for folder, files in groupby(result.files, key=lambda one: one.path.rpartition("/")[0]):
        rows = []
        for one in files:
            exports = ", ".join(one.exports)
            rows.append(f"{one.path.rpartition('/')[2]} [{', '.join(one.tags)}] {exports}".rstrip())
        parts.append(_block(f"{folder or '.'}/", rows))
    return "\n\n".join(parts)


def folders_in_words(result: ListDirsResult) -> str:
    """Render folders as a tree of names."""
    head = (
        f"`{result.directory}` has {result.total} folders:"
        if result.dirs
        else f"`{result.directory}` has none."
    )
    rows = (f"{'  ' * (one.depth - 1)}{one.path.rpartition('/')[2]}/" for one in result.dirs)
    return "\n".join((head, *rows))


def _hit_rows(hit: CodeHit) -> Iterable[str]:
    summary = f": {hit.summary}" if hit.summary else ""
    yield f"{hit.kind} `{hit.name}`, lines {hit.line}-{hit.end_line}{summary}"
    lines = hit.snippet.splitlines()
    yield from numbered("\n".join(lines[:SNIPPET_LINES]), hit.snippet_line).splitlines()


def _use_rows(uses: Sequence[CodeReference], *, several: bool) -> Iterable[str]:
    """Return a row for each line, with how it uses which declaration, and what is not sure."""
    for line, group in groupby(uses, key=lambda one: one.line):
        on_line = list(group)
        kinds = ", ".join(dict.fromkeys(one.kind for one in on_line))
        inside = f" in `{on_line[0].inside}`" if on_line[0].inside else ""
        numbers = dict.fromkeys(str(one.declaration) for one in on_line if one.declaration is not None)
        which = f" of declaration {', '.join(numbers)}" if several and numbers else ""
        unsure = min(on_line, key=lambda one: one.confidence)
        doubt = f" (unsure: {unsure.evidence} {unsure.confidence:.2f})" if unsure.confidence < _SURE else ""
        yield f"{line}: {on_line[0].text}  [{kinds}{inside}{which}]{doubt}"


def _class(found: FoundClass) -> str:
    members = ", ".join(found.members.names[:_MEMBERS])
    more = len(found.members.names) - _MEMBERS
    subclasses = "" if not found.subclasses else f", {found.subclasses} direct subclasses"
    place = f"{found.file_path}:{found.line}-{found.end_line}"
    rows = [
        f"{found.kind} `{found.qualified_name}` at {place}{subclasses}",
        shortened(found.signature, 400),
    ]
    known = [f"{one.name} at {one.file_path}:{one.line}" for one in found.supertypes if one.file_path]
    if known:
        rows.append(f"supertypes here: {', '.join(known)}")
    if members:
        rows.append(f"members: {members}{f', and {more} more' if more > 0 else ''}")
    return "\n".join(rows)


def _block(head: str, rows: Iterable[str]) -> str:
    return "\n".join((shortened(head, 300), *(f"  {row}" for row in rows)))


def _blocks(blocks: Iterable[tuple[str, Sequence[str]]]) -> Iterable[str]:
    """Return files with their rows; one row alone stands behind its file's name."""
    lone: list[str] = []
    for head, rows in blocks:
        if len(rows) == 1 and rows[0][:1].isdigit():
            lone.append(f"{shortened(head, 300)}:{rows[0]}")
            continue
        if lone:
            yield "\n".join(lone)
            lone = []
        yield _block(head, rows)
    if lone:
        yield "\n".join(lone)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
