"""Summary of a project: modules and their graph, versions, libraries, central classes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.error_codes import ErrorCode
from models.navigation import EntryPoint
from models.summaries import Count, Library, ModuleShape
from models.tools.get_plugin_summary import GetPluginSummaryResult
from rca.analysis.derived_value_cache import LastRead, cached_read
from rca.analysis.module_graph import BuildModel, builds_of
from rca.analysis.rendering.token_budget import fit
from rca.analysis.summary.import_counts import counts, importers, most_imported, outside_packages
from rca.analysis.summary.module_summary import entry_points, gaps, shown, tag_counts
from rca.analysis.summary.summary_markdown import counted, head, libraries, listing, used
from rca.caching.memo_key import MemoKey
from rca.index.index_view import IndexView
from rca.index.storage.file_list import ListedFiles
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules, is_test

_ROOT_NAME = re.compile(r"""rootProject\.name\s*=\s*["']([^"']+)["']""")
_WRAPPER = "gradle/wrapper/gradle-wrapper.properties"
_DISTRIBUTION = re.compile(r"distributionUrl\s*=.*?gradle-([\w.+-]+?)-(?:bin|all)\.zip")
_LEVELS = ("compileSdk", "minSdk", "targetSdk")
_LOGIC = re.compile(r"(?:^|/)(?:buildSrc|build[-_]?(?:logic|plugins?|conventions?))/", re.IGNORECASE)
_MOST_CLASSES, _MOST_FILES, _MOST_LIBRARIES, _MOST_PACKAGES, _MOST_LAUNCHERS = 15, 10, 25, 20, 10
_CODE = ("kotlin", "java")
_IMPORT_SHARE = 0.4

_LIBRARIES = MemoKey[tuple[list[Library], list[Library]]]("libraries of builds: of tests, and the others")

_TAGS = MemoKey[dict[object, tuple[Count, ...]]]("tags of all files")

_BUILD_LOGIC = MemoKey[tuple[str, ...]]("files of build logic")

_LEVELS_TOLD = MemoKey[LastRead[dict[str, int]]]("levels of the platform")

_COUNTED = MemoKey["_FileCounts"]("files counted")


@dataclass(frozen=True)
class ProjectSummary:
    """The summary; `reasons` say what may be missing."""

    result: GetPluginSummaryResult
    reasons: tuple[str, ...]


def summarise_project(
    snapshot: Snapshot, modules: Modules, given: str | None, tokens: int, deadline: Deadline
) -> ProjectSummary:
    """Summarise the project.

    Raises:
        Failure: SYMBOL_NOT_FOUND where no project has the name, LSP_UNAVAILABLE while nothing is indexed.
    """
    index = snapshot.index
    name = _name(snapshot, given)
    listed = index.listed
    files = list(listed)
    if not index.ready and not files:
        raise Failure(
            ErrorCode.LSP_UNAVAILABLE,
            "The index is still being built, and no file is known yet",
            "Ask again once indexing is done, or wait for it with `rca call --wait`.",
        )
    builds = builds_of(index, modules)
    sizes = Counter(index.sizes())
    tests, main = index.memoize(_LIBRARIES, lambda: _libraries(builds))
    held = index.memoize(_COUNTED, lambda: _counted(listed, modules))
    shapes = _shapes(builds, held.by_module)
    tags = _tags(index)
    versions = _versions(snapshot, builds, files)
    imported, whole = importers(index, deadline.part(_IMPORT_SHARE))
    classes = most_imported(snapshot, modules, imported, _MOST_CLASSES)
    outside = outside_packages(index, imported, _MOST_PACKAGES)
    entries, found_all = entry_points(snapshot, modules, deadline)
    reasons = gaps(index, imports=whole, entries=found_all)
    result = GetPluginSummaryResult(
        name=name,
        build="gradle" if builds.scripts else "maven" if len(modules.names) > 1 else "none",
        versions=versions,
        files=len(files),
        code_files=held.code,
        test_files=held.tests,
        languages=held.languages,
        modules=shapes,
        layers=_layers(shapes),
        tags=tags,
        entry_points=counts(Counter(one.kind for one in entries)),
        launchers=shown([one for one in entries if _is_launcher(one)][:_MOST_LAUNCHERS]),
        most_depended_on=classes,
        largest_files=counts(sizes, _MOST_FILES),
        libraries=main[:_MOST_LIBRARIES],
        test_libraries=tests[:_MOST_LIBRARIES],
        imported_packages=outside,
        text="",
    )
    return ProjectSummary(result.model_copy(update={"text": _text(result, tokens)}), tuple(reasons))


def _shapes(builds: BuildModel, files: Mapping[str, int]) -> tuple[ModuleShape, ...]:
    """Return the modules with what they depend on; `files` are their numbers of files by module."""
    levels = _levels({one.name: tuple(one.modules) for one in builds.by_module.values()})
    return tuple(
        ModuleShape(
            name=one.name,
            files=files[one.name],
            level=levels[one.name],
            depends_on=tuple(sorted(one.modules)),
            plugins=tuple(one.plugins),
        )
        for one in builds.by_module.values()
    )


def _is_launcher(entry: EntryPoint) -> bool:
    return entry.kind == "application" or "android.intent.category.LAUNCHER" in entry.details


class _FileCounts(NamedTuple):
    """Counts of files."""

    code: int
    tests: int
    languages: tuple[Count, ...]
    by_module: Counter[str]


def _counted(listed: ListedFiles, modules: Modules) -> _FileCounts:
    languages: Counter[str] = Counter()
    by_module: Counter[str] = Counter()
    code = tests = 0
    for path, one in listed.items():
        languages["gradle" if path.endswith((".gradle", ".gradle.kts")) else one.language] += 1
        by_module[modules.of(path)] += 1
        code += one.language in _CODE and not path.endswith(".gradle.kts")
        tests += is_test(path)
    return _FileCounts(code, tests, counts(languages), by_module)


def _name(snapshot: Snapshot, given: str | None) -> str:
    """Return the project's name, else its folder's; compare it with the requested one."""
    folders = [root.path.name for root in snapshot.folders]
    told = []
    for script in ("settings.gradle.kts", "settings.gradle"):
        if script in snapshot.index.listed:
            match = _ROOT_NAME.search(snapshot.text(script) or "")
            told += [match[1]] if match else []
    names = [*told, *folders]
    if given is None or given in names:
        return given if given is not None and given not in folders else names[0]
    near = next((one for one in names if one.lower() == given.lower()), None)
    if near is not None:
        return near
    raise Failure(
        ErrorCode.SYMBOL_NOT_FOUND,
        f"The workspace has no project '{given}'",
        f"It has {', '.join(dict.fromkeys(names))}; of one module ask get_module_summary.",
        {"similar": list(dict.fromkeys(names))},
    )


def _tags(index: IndexView) -> tuple[Count, ...]:
    """Return the number of files of each tag, cached until a file changes."""
    state = index.written, tuple(index.layers[1].values())
    kept = index.memoize(_TAGS, dict)
    known = kept.get(state)
    if known is None:
        known = tag_counts(index, list(index.listed))
        kept.clear()
        kept[state] = known
    return known


def _versions(snapshot: Snapshot, builds: BuildModel, files: Sequence[str]) -> dict[str, str]:
    found = {
        "kotlin": builds.kotlin_version,
        "androidGradlePlugin": builds.android_version,
    }
    wrapper = _DISTRIBUTION.search(snapshot.text(_WRAPPER) or "")
    found["gradle"] = wrapper[1] if wrapper else None
    logic = snapshot.index.memoize(_BUILD_LOGIC, lambda: tuple(filter(_is_logic, files)))
    told = cached_read(snapshot, _LEVELS_TOLD, (*builds.scripts, *logic), _levels_told)
    for level in _LEVELS:
        named = _words(level).replace("_?", "[-_.]?")
        version = builds.version_like(re.compile(rf"(?i)(?<![a-z]){named}(?:[-_.]?version)?$"))
        found[level] = str(told[level]) if level in told else version
    return {name: version for name, version in found.items() if version is not None}


def _is_logic(path: str) -> bool:
    """Return whether a file is build logic."""
    return path.endswith(".kt") and _LOGIC.search(path) is not None


def _levels_told(texts: Iterable[str]) -> dict[str, int]:
    """Return the highest API level of each kind that the texts state."""
    # `compileSdk = 35`, `compileSdkVersion(35)`, `const val COMPILE_SDK = 35`, `sdkCompile = 35`
    patterns = {
        level: re.compile(rf"(?i)(?<![a-z]){_words(level)}(?:_?version)?\b\s*[=(: ]\s*[\"']?(\d+)")
        for level in _LEVELS
    }
    found: dict[str, int] = {}
    for text in texts:
        for level, pattern in patterns.items():
            for match in pattern.finditer(text):
                found[level] = max(found.get(level, 0), int(match[1]))
    return found


def _words(level: str) -> str:
    """Return the pattern of the properties that state an API level."""
    which = level.removesuffix("Sdk")
    return f"(?:{which}_?sdk|sdk_?{which})"


def _libraries(builds: BuildModel) -> tuple[list[Library], list[Library]]:
    """Return test libraries and other libraries, those used by most modules first."""
    named: dict[tuple[str, bool], list[Library]] = {}
    for build in builds.by_module.values():
        for one in build.shown_libraries:
            tests = all("test" in how.lower() for how in one.configurations)
            named.setdefault((one.name, tests), []).append(one)
    joined = {
        key: Library(
            name=key[0],
            version=next((one.version for one in ones if one.version), None),
            configurations=tuple(dict.fromkeys(how for one in ones for how in one.configurations)),
            modules=len(ones),
        )
        for key, ones in named.items()
    }
    ordered = sorted(joined.items(), key=lambda item: (-item[1].modules, item[0]))
    return [one for key, one in ordered if key[1]], [one for key, one in ordered if not key[1]]


def _levels(graph: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Return each module's depth in the module graph; dependencies that close a cycle are ignored."""
    found: dict[str, int] = {}

    def level(name: str, above: frozenset[str]) -> int:
        if name not in found:
            below = [one for one in graph.get(name, ()) if one in graph and one not in above | {name}]
            found[name] = 1 + max((level(one, above | {name}) for one in below), default=-1)
        return found[name]

    for name in graph:
        level(name, frozenset())
    return found


def _layers(shapes: Sequence[ModuleShape]) -> tuple[tuple[str, ...], ...]:
    highest = max((one.level for one in shapes), default=-1)
    return tuple(
        tuple(sorted(one.name for one in shapes if one.level == level)) for level in range(highest + 1)
    )


def _text(found: GetPluginSummaryResult, tokens: int) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in found.versions.items())
    layers = [
        f"- {level}: {', '.join(names[:12])}{f', … {len(names) - 12} more' if len(names) > 12 else ''}"
        for level, names in enumerate(found.layers)
    ]
    return fit(
        (
            head(
                f"Project {found.name}",
                f"{found.build.capitalize()} build of {len(found.modules)} modules; {found.files} files "
                f"({counted(found.languages, 5)}), {found.test_files} of tests.",
                f"Versions: {versions}." if versions else "",
            ),
            listing(1, "Modules by level, the lowest first", layers, 3),
            listing(2, "Most imported classes", used(found.most_depended_on), 6),
            listing(
                3,
                f"Entry points: {counted(found.entry_points)}",
                [f"- {one.kind} {one.name} ({one.file_path}:{one.line})" for one in found.launchers],
            ),
            listing(4, "Tags", [counted(found.tags, 20)] if found.tags else []),
            listing(5, "Libraries", libraries(found.libraries), 8),
            listing(6, "Test libraries", libraries(found.test_libraries), 5),
            listing(
                6,
                "Packages from outside",
                [counted(found.imported_packages)] if found.imported_packages else [],
            ),
            listing(
                7, "Largest files", [f"- {one.name} ({one.count} bytes)" for one in found.largest_files], 3
            ),
        ),
        tokens,
    )
