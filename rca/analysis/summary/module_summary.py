"""Summary of a module: its build, contents and public declarations."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from models.error_codes import ErrorCode
from models.navigation import EntryKind, EntryPoint
from models.summaries import Count, Shown
from models.tools.get_module_summary import GetModuleSummaryResult
from rca.analysis.entry_points.entry_point_search import EntryPoints, Only, everything
from rca.analysis.module_graph import builds_of
from rca.analysis.rendering.token_budget import fit
from rca.analysis.summary.import_counts import counts, importers, most_imported
from rca.analysis.summary.summary_markdown import counted, head, libraries, listing, used
from rca.index.index_view import IndexView
from rca.index.storage.file_list import ListedFiles
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules, is_test

_MOST_PACKAGES, _MOST_CLASSES, _MOST_ENTRIES = 30, 15, 10
_CODE = ("kotlin", "java")
_IMPORT_SHARE, _ENTRY_SHARE = 0.4, 0.8
_BATCH = 500
PLAIN_TAGS = frozenset(("test", "gradle"))
"""Tags that say where a file lies, which is counted apart."""


@dataclass(frozen=True)
class ModuleSummary:
    """The summary; `reasons` say what may be missing."""

    result: GetModuleSummaryResult
    reasons: tuple[str, ...]


def summarise_module(
    snapshot: Snapshot, modules: Modules, given: str, tokens: int, deadline: Deadline
) -> ModuleSummary:
    """Summarise a module.

    Raises:
        Failure: SYMBOL_NOT_FOUND with near names, LSP_UNAVAILABLE while the index is not ready.
    """
    index = snapshot.index
    name = find_module(index, modules, given)
    builds = builds_of(index, modules)
    build = builds.by_module[name]
    listed = index.listed
    files = [path for path in listed if modules.of(path) == name]
    code = [path for path in files if listed[path].language in _CODE and not _is_script(path)]
    tests = [path for path in files if is_test(path)]
    imported, whole = importers(index, deadline.part(_IMPORT_SHARE))
    tags = index.tags(files)
    classes = most_imported(snapshot, modules, imported, _MOST_CLASSES, name)
    names = {one.qualified_name for path in code for one in index.symbols(path)}
    entries, found_all = entry_points(snapshot, modules, deadline, name, names.__contains__)
    reasons = gaps(index, imports=whole, entries=found_all)
    result = GetModuleSummaryResult(
        name=name,
        path=modules.folder(name),
        script=build.script,
        namespace=build.namespace,
        plugins=build.shown_plugins,
        depends_on=build.links,
        libraries=build.shown_libraries,
        depended_on_by=builds.dependents(name),
        files=len(files),
        test_files=len(tests),
        test_functions=sum(
            one.tag == "test"
            and one.evidence.startswith("annotated")
            and one.name.rpartition(".")[2][:1].islower()
            for path in files
            for one in tags.get(path, ())
        ),
        languages=counts(_language(listed, path) for path in files),
        packages=counts((listed[path].package for path in code if listed[path].package), _MOST_PACKAGES),
        tags=tag_counts(index, files),
        public_api=classes,
        entry_points=counts(Counter(one.kind for one in entries)),
        some_entry_points=shown(entries[:_MOST_ENTRIES]),
        text="",
    )
    return ModuleSummary(result.model_copy(update={"text": _text(result, tokens)}), tuple(reasons))


def find_module(index: IndexView, modules: Modules, given: str) -> str:
    """Return the module of a name.

    Raises:
        Failure: SYMBOL_NOT_FOUND with similar names, LSP_UNAVAILABLE while the index is not ready.
    """
    name = modules.named(given)
    if name is not None:
        return name
    if not index.ready:
        raise Failure(
            ErrorCode.LSP_UNAVAILABLE,
            f"The module '{given}' is not in the index, which is still being built",
            "Ask again once indexing is done, or wait for it with `rca call --wait`.",
        )
    near = _near(modules, given.strip(":/ ").replace("/", ":"))
    raise Failure(
        ErrorCode.SYMBOL_NOT_FOUND,
        f"The workspace has no module '{given}'",
        f"Did you mean {', '.join(near[:3])}?" if near else f"It has {', '.join(modules.names[:10])}.",
        {"similar": near} if near else None,
    )


def _near(modules: Modules, wanted: str) -> list[str]:
    """Return modules whose name ends with the given one, else those with similar names."""
    ending = [one for one in modules.names if one.endswith(f":{wanted}")]
    whole = difflib.get_close_matches(f":{wanted}", modules.names, n=3)
    lasts = {one.rpartition(":")[2]: one for one in reversed(modules.names)}
    alike = difflib.get_close_matches(wanted.rpartition(":")[2], lasts, n=3)
    return list(dict.fromkeys((*ending, *whole, *(lasts[one] for one in alike))))[:5]


def entry_points(
    snapshot: Snapshot,
    modules: Modules,
    deadline: Deadline,
    module: str | None = None,
    only: Only = everything,
) -> tuple[list[EntryPoint], bool]:
    """Return the entry points of a module or of all, without tests, and whether time sufficed.

    Root composables need the resolver: ask for them last.
    """
    kinds: tuple[EntryKind, ...] = tuple(kind for kind in get_args(EntryKind) if kind != "test")
    part = deadline.part(_ENTRY_SHARE)
    search = EntryPoints(snapshot, modules, only)
    found = {one for one in search.find(kinds, part) if module is None or one.module == module}
    ordered = sorted(found, key=lambda one: (kinds.index(one.kind), one.module, one.file_path, one.line))
    return ordered, not search.lacking


def gaps(index: IndexView, *, imports: bool, entries: bool) -> list[str]:
    """Return sentences about what is missing because imports or entry points were not all examined."""
    return [
        reason
        for reason, holds in (
            ("the index is still being checked against the disk", not index.ready),
            ("the time limit ended the count of imports; ask again, what was read is quicker", not imports),
            ("the time limit ended the search for entry points; get_entry_points takes it on", not entries),
        )
        if holds
    ]


def shown(found: Sequence[EntryPoint]) -> tuple[Shown, ...]:
    """Convert entry points to the contract's short form."""
    return tuple(Shown(kind=one.kind, name=one.name, file_path=one.file_path, line=one.line) for one in found)


def tag_counts(index: IndexView, files: Sequence[str]) -> tuple[Count, ...]:
    """Return the number of files of each tag."""
    found: Counter[str] = Counter()
    for start in range(0, len(files), _BATCH):
        tags = index.tags(files[start : start + _BATCH])
        found.update(tag for ones in tags.values() for tag in {one.tag for one in ones} - PLAIN_TAGS)
    return counts(found)


def _language(listed: ListedFiles, path: str) -> str:
    return "gradle" if _is_script(path) else listed[path].language


def _is_script(path: str) -> bool:
    return path.endswith((".gradle", ".gradle.kts"))


def _text(found: GetModuleSummaryResult, tokens: int) -> str:
    return fit(
        (
            head(
                f"Module {found.name}",
                f"{found.files} files ({counted(found.languages, 5)}), {found.test_files} of tests with "
                f"{found.test_functions} test functions.",
                f"Namespace {found.namespace}." if found.namespace else "",
                f"Plugins: {', '.join(found.plugins)}." if found.plugins else "",
            ),
            listing(1, "Most imported classes", used(found.public_api), 6),
            listing(
                2,
                "Depends on",
                [f"- {one.module} ({', '.join(one.configurations)})" for one in found.depends_on],
                8,
            ),
            listing(3, "Libraries", libraries(found.libraries), 6),
            listing(2, "Modules that depend on it", [f"- {one}" for one in found.depended_on_by], 6),
            listing(5, "Packages", [f"- {one.name} ({one.count})" for one in found.packages], 5),
            listing(4, "Tags", [counted(found.tags)] if found.tags else []),
            listing(
                3,
                f"Entry points: {counted(found.entry_points)}",
                [f"- {one.kind} {one.name} ({one.file_path}:{one.line})" for one in found.some_entry_points],
            ),
        ),
        tokens,
    )
