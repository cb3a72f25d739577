"""Summary of a file: what it is, declares, uses and is used by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import get_args

from models.navigation import Dependency, EntryKind, EntryPoint
from models.summaries import Linked, Summarised, TestLink
from models.tools.get_file_summary import GetFileSummaryResult
from models.tools.query_index import TagEvidence
from rca.analysis.dependency_graph.dependencies import find_dependencies
from rca.analysis.dependency_graph.dependents import find_dependents
from rca.analysis.dependency_graph.query_target import QueryTarget
from rca.analysis.doc_comments import first_sentence
from rca.analysis.entry_points.entry_point_search import EntryPoints
from rca.analysis.rendering.token_budget import fit
from rca.analysis.summary.summary_markdown import head, listing
from rca.index.tags.tags import Tag
from rca.languages.facts import CALLABLE_KINDS, CLASS_KINDS, NONE, Facts
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules, is_test

_MOST_SHOWN, _MOST_LINKS, _MOST_TESTS = 60, 10, 20
_USES_SHARE, _USED_SHARE = 0.3, 0.75
_HIDDEN = ("private", "internal", "protected")
_TEST_ENDINGS = ("Test", "Tests", "Spec", "IT", "AndroidTest", "UnitTest")
_CODE = ("kotlin", "java")
_ENTRY_KINDS: tuple[EntryKind, ...] = get_args(EntryKind)


@dataclass(frozen=True)
class FileSummary:
    """The summary; `reasons` say what may be missing."""

    result: GetFileSummaryResult
    reasons: tuple[str, ...]


def summarise_file(
    snapshot: Snapshot, modules: Modules, given: str, tokens: int, deadline: Deadline
) -> FileSummary:
    """Summarise a file of any kind.

    Raises:
        Failure: what `Snapshot.read` raises: FILE_NOT_FOUND with near names, BINARY_FILE, ….
    """
    path = snapshot.resolve(given).path
    source = snapshot.read(path)
    index = snapshot.index
    facts = index.facts(path) or Facts("text")
    is_code = facts.language in _CODE
    reasons: list[str] = [] if index.ready else ["the index is still being checked against the disk"]
    tags = tuple(index.tags([path]).get(path, ()))
    uses: tuple[Dependency, ...] = ()
    used: tuple[Dependency, ...] = ()
    if facts.declarations and not facts.names_only:
        subject = QueryTarget("file", path, files=(path,))
        answer = find_dependencies(snapshot, modules, subject, 1, deadline.part(_USES_SHARE))
        uses = answer.dependencies
        found = find_dependents(snapshot, modules, subject, 1, deadline.part(_USED_SHARE))
        used = found.dependents
        reasons += [one for one in (*answer.reasons, *found.reasons) if one not in reasons]
    shown = tuple(_declarations(path, facts, source.text))
    entries = _entries(snapshot, modules, path, tags, deadline) if is_code else ()
    in_project = tuple(row.path for row in facts.imports if _is_own(index.packages, row.path))
    result = GetFileSummaryResult(
        file_path=path,
        language=_language(path, facts),
        module=modules.of(path),
        package=facts.package,
        purpose=_purpose(path, facts, source.text, tags),
        lines=source.lines.count,
        size_bytes=source.byte_size,
        tags=tuple(
            TagEvidence(tag=one.tag, symbol=one.name or None, line=one.line, evidence=one.evidence)
            for one in tags
        ),
        declarations=shown[:_MOST_SHOWN],
        total_declarations=len(shown),
        project_imports=in_project,
        library_imports=tuple(row.path for row in facts.imports if row.path not in in_project),
        depends_on=_links(uses),
        total_depends_on=len(uses),
        dependents=_links(used),
        total_dependents=len(used),
        tests=_tests(snapshot, path, facts, used),
        entry_points=entries,
        problems=facts.problems,
        text="",
    )
    return FileSummary(result.model_copy(update={"text": _text(result, tokens)}), tuple(reasons))


def _language(path: str, facts: Facts) -> str:
    return "gradle" if path.endswith((".gradle", ".gradle.kts")) else facts.language


def _is_own(packages: Iterable[str], name: str) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:count]) in packages for count in range(1, len(parts) + 1))


def _declarations(path: str, facts: Facts, text: str) -> Iterable[Summarised]:
    found = []
    for index, row in enumerate(facts.declarations):
        symbol = Symbol(path, facts, index)
        if not row.name or "implicit" in row.modifiers or row.kind in ("constructor", "anonymous"):
            continue
        around = None if row.parent == NONE else facts.declarations[row.parent]
        if around is not None and row.kind in CALLABLE_KINDS and not around.is_class:
            continue
        is_code = row.kind in CALLABLE_KINDS or row.kind in CLASS_KINDS or row.kind == "typealias"
        signature = (
            symbol.signature(text) if is_code and not facts.names_only else _row(row.kind, row.type, row.name)
        )
        hidden = any(_is_hidden(facts, one) for one in facts.enclosing(index))
        found.append(
            Summarised(
                name=symbol.display_name,
                kind=row.kind,
                line=max(1, row.name_line),
                signature=" ".join(signature.split()),
                public=not hidden,
                summary=first_sentence(text, row.start) if is_code else None,
            )
        )
    return sorted(found, key=lambda one: not one.public)


def _is_hidden(facts: Facts, index: int) -> bool:
    """Return whether other modules cannot see a declaration; in Java, whether it is not public."""
    row = facts.declarations[index]
    if facts.language != "java":
        return not frozenset(_HIDDEN).isdisjoint(row.modifiers)
    around = None if row.parent == NONE else facts.declarations[row.parent]
    implied = row.kind == "enum_entry" or (around is not None and around.kind in ("interface", "annotation"))
    return not implied and "public" not in row.modifiers


def _row(kind: str, type_text: str | None, name: str) -> str:
    return f"{kind} {name}" + (f": {type_text}" if type_text else "")


def _main(path: str, facts: Facts) -> Symbol | None:
    """Return the class named like the file, else the first top-level class."""
    base = PurePosixPath(path).name.partition(".")[0]
    classes = [
        Symbol(path, facts, index)
        for index, row in enumerate(facts.declarations)
        if row.kind in CLASS_KINDS and row.parent == NONE and row.name
    ]
    return next((one for one in classes if one.name == base), classes[0] if classes else None)


def _purpose(path: str, facts: Facts, text: str, tags: Sequence[Tag]) -> str:
    main = _main(path, facts)
    kinds = Counter(row.kind for row in facts.declarations if row.parent == NONE and row.name)
    if _language(path, facts) == "gradle":
        named = [row.name for row in facts.declarations if row.kind == "dependency"]
        own = sum(name.startswith((":", "projects.")) for name in named)
        modules = sum(row.kind == "module" for row in facts.declarations)
        includes = f", includes {modules} modules" if modules else ""
        plugins = [row.name for row in facts.declarations if row.kind == "plugin"]
        applied = f", applies {', '.join(plugins[:6])}" if plugins else ""
        return (
            f"Build script{applied}{includes}, depends on {own} modules of the project and "
            f"{len(named) - own} libraries."
        )
    if main is None or facts.language not in _CODE:
        parts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common(6))
        what = "Text" if facts.language == "text" else facts.language.capitalize()
        return f"{what} file" + (f" that declares {parts}." if parts else ".")
    said = first_sentence(text, main.declaration.start)
    named = [
        one.tag
        for one in tags
        if one.name in ("", main.qualified_name) and one.tag not in (main.declaration.kind, facts.language)
    ]
    facts_of = f"{main.declaration.kind.replace('_', ' ').capitalize()} {main.name}"
    if main.declaration.supertypes:
        facts_of += f", a {', '.join(main.declaration.supertypes[:3])}"
    if named:
        facts_of += f" ({', '.join(dict.fromkeys(named))})"
    return f"{facts_of}: {said}" if said else f"{facts_of}."


def _links(found: Sequence[Dependency]) -> tuple[Linked, ...]:
    ordered = sorted(found, key=lambda one: (one.external, -one.uses, one.qualified_name))
    return tuple(
        Linked(name=one.qualified_name, external=one.external, file_path=one.file_path, uses=one.uses)
        for one in ordered[:_MOST_LINKS]
    )


def _tests(snapshot: Snapshot, path: str, facts: Facts, used: Sequence[Dependency]) -> tuple[TestLink, ...]:
    found: dict[str, str] = {}
    if facts.language in _CODE and not is_test(path):
        base = PurePosixPath(path).name.partition(".")[0]
        for ending in _TEST_ENDINGS:
            for suffix in (".kt", ".java"):
                for named in snapshot.index.files_named(f"{base}{ending}{suffix}"):
                    found.setdefault(named, "is named for it")
        for one in used:
            for place in (one.file_path, *(use.file_path for use in one.places)):
                if place is not None and is_test(place):
                    found.setdefault(place, "uses it")
    return tuple(TestLink(file_path=one, why=why) for one, why in list(found.items())[:_MOST_TESTS])


def _entries(
    snapshot: Snapshot, modules: Modules, path: str, tags: Sequence[Tag], deadline: Deadline
) -> tuple[EntryPoint, ...]:
    names = {one.qualified_name for one in snapshot.index.symbols(path)}
    kinds = {one.tag for one in tags} & {"composable", *_ENTRY_KINDS}
    asked = tuple(kind for kind in _ENTRY_KINDS if kind in kinds or kind == "handler")
    found = EntryPoints(snapshot, modules, lambda name: name in names).find(asked, deadline)
    return tuple(one for one in found if one.file_path == path)


def _text(found: GetFileSummaryResult, tokens: int) -> str:
    def signatures(public: bool) -> list[str]:
        return [
            f"- {one.line}: `{one.signature}`{f' — {one.summary}' if one.summary else ''}"
            for one in found.declarations
            if one.public is public
        ]

    linked = [f"- {one.name} ({one.uses})" for one in found.depends_on]
    users = [f"- {one.name} ({one.uses})" for one in found.dependents]
    about = f"{found.language}, module {found.module}" + (
        f", package {found.package}" if found.package else ""
    )
    return fit(
        (
            head(
                found.file_path,
                found.purpose,
                f"{about}; {found.lines} lines, {found.size_bytes} bytes; "
                f"{found.total_declarations} declarations, used by {found.total_dependents}.",
            ),
            listing(1, "Public declarations", signatures(public=True), 8),
            listing(5, "Other declarations", signatures(public=False), 4),
            listing(3, f"Depends on {found.total_depends_on}", linked),
            listing(2, f"Used by {found.total_dependents}", users),
            listing(4, "Tests", [f"- {one.file_path} ({one.why})" for one in found.tests]),
            listing(
                4, "Entry points", [f"- {one.kind} {one.name}: {one.evidence}" for one in found.entry_points]
            ),
            listing(6, "Problems", [f"- {one}" for one in found.problems]),
        ),
        tokens,
    )
