"""The kind of a failed build: that of its root error, never of one that follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from models.error_report import Diagnostic, ErrorKind, ReportedException
from rca.error_text.builds.build_paths import language_of
from rca.error_text.builds.gradle import Outcome
from rca.error_text.builds.linters import STYLE_TASK
from rca.error_text.builds.tool_message import ToolMessage
from rca.text.lazy_regex import lazy_regex

_PROCESSOR_TASK = lazy_regex(r":(?:ksp(?!Generate)|kapt(?!GenerateStubs))\w*$|:hiltAggregateDeps")

# What Gradle's own words say, where no tool's message was seen. In this order.
_WORDS: tuple[tuple[re.Pattern[str], ErrorKind], ...] = (
    (
        lazy_regex(r"Plugin \[id: .*?\] was not found|Plugin with id '.*?' not found|SDK location not found"),
        "gradle_build",
    ),
    (lazy_regex(r"Manifest merger failed|ManifestMerger"), "manifest_merger"),
    (lazy_regex(r"Lint found (?:fatal )?errors|LintGradleExecution|AndroidLint"), "lint"),
    (
        lazy_regex(r"There were failing tests|There was\(were\) test failure|No tests found|tests failed\b"),
        "test_failure",
    ),
    (
        lazy_regex(
            r"Android resource (?:linking|compilation) failed|\bAAPT2? ?(?:error|:)"
            r"|Resource compilation failed|Duplicate resources|LinkApplicationAndroidResourcesTask"
            r"|Failed to crunch|Found item \S+ more than one time|Invalid resource directory"
            r"|ResourceCompil|Error: The content of elements|failed to read PNG"
            r"|[\\/]aapt2?(?:\.exe)?'' finished with non-zero"
        ),
        "resource_linking",
    ),
    (
        lazy_regex(
            r"Duplicate class \S+ found in modules|AAR metadata|AarMetadata"
            r"|Could not resolve all |Could not resolve \S+:\S+|Could not find (?:\S+ \()?\S+:\S+"
            r"|Could not download "
            r"|No matching (?:variant|configuration)|Cannot choose between the following"
            r"|No cached version|Cannot find a version of|Could not (?:GET|HEAD) '"
            r"|Could not resolve project|Unable to resolve dependency"
            r"|requires libraries and applications that depend"
        ),
        "dependency_resolution",
    ),
    (
        lazy_regex(
            r"R8Task|\bR8\b|tools\.r8|android\.dex\.|Multiple dex files"
            r"|[Dd]exArchive|defined multiple times|method references in a \.dex"
            r"|single dex file|[Dd]exMerging|DesugarGraph|Missing class(?:es)? "
        ),
        "r8",
    ),
    (
        lazy_regex(
            r"\[CXX\d+\]|\bninja\b|Build command failed|\b[Cc][Mm]ake\b|ndk-build|konan|cinterop"
            r"|ld invocation|clang\+\+|linker command failed"
        ),
        "native_link",
    ),
    (
        lazy_regex(
            r"KspAAWorkerAction|KSP failed|Kapt\w*(?:Execution|WithoutKotlinc|Launcher)|kapt3"
            r"|Error while annotation processing|devtools\.ksp|ksp\.gradle|dagger\.hilt"
        ),
        "annotation_processing",
    ),
    (
        lazy_regex(
            r"Internal compiler error|BackendException|FileAnalysisException|CompilationException: Back-end"
        ),
        "compiler_crash",
    ),
)
_COMPILER_WORDS: tuple[tuple[re.Pattern[str], ErrorKind], ...] = (
    (lazy_regex(r"Compilation error\. See log|GradleKotlinCompilerWorkAction"), "kotlin_compile"),
    (lazy_regex(r"Compilation failed; see the compiler"), "java_compile"),
)
_TASKS: tuple[tuple[re.Pattern[str], ErrorKind], ...] = (
    (_PROCESSOR_TASK, "annotation_processing"),
    (lazy_regex(r":(?:compile\w*Java\w*|hiltJavaCompile\w*)$"), "java_compile"),
    (
        lazy_regex(
            r":(?:link(?:Debug|Release|Pod)\w*|cinterop\w*|buildCMake\S*|configureCMake\S*"
            r"|externalNativeBuild\w*)"
        ),
        "native_link",
    ),
    (lazy_regex(r":(?:compile\w*Kotlin\w*|kaptGenerateStubs\w*)$"), "kotlin_compile"),
    (lazy_regex(r":process\w*Manifest\w*$"), "manifest_merger"),
    (lazy_regex(r":(?:process|merge|link|verify|compile|parse)\w*Resources$"), "resource_linking"),
    (lazy_regex(r":lint\w*$"), "lint"),
    (STYLE_TASK, "lint"),
    (lazy_regex(r":(?:minify\w*|\w*Dex\w*|l8\w*)$"), "r8"),
    (lazy_regex(r":check\w*(?:DuplicateClasses|AarMetadata)$"), "dependency_resolution"),
)
_XML_KINDS = ("manifest_merger", "resource_linking")
_NATIVE_TASK = lazy_regex(r":(?:buildCMake|configureCMake|externalNativeBuild|buildNdk)")
_KOTLIN_TASK = lazy_regex(r":(?:ksp|kapt)\w*$|:compile\w*Kotlin\w*$|:link(?:Debug|Release)\w*|:cinterop")


def root_kind(
    errors: Sequence[ToolMessage], outcome: Outcome, exceptions: Sequence[ReportedException]
) -> ErrorKind | None:
    """Decide the kind by the first real error, else by Gradle's words, else by the failed task."""
    for hit in sorted(errors, key=lambda hit: hit.summary):
        kind = _in_task(hit, outcome)
        if kind is not None:
            return kind
    said = "\n".join(outcome.blocks)
    thrown = "\n".join(f"{exception.type}: {exception.message}" for exception in exceptions)
    return (
        _by_words(said, _WORDS)
        or _by_task(said, outcome)
        or _by_words(thrown, _WORDS)
        or ("gradle_build" if outcome.failed else None)
    )


def _in_task(hit: ToolMessage, outcome: Outcome) -> ErrorKind | None:
    """Return a message with its kind corrected by the task that printed it."""
    task = outcome.task_at(hit.first)
    failing = task if task in outcome.tasks else (outcome.tasks[0] if len(outcome.tasks) == 1 else task)
    from_processor = failing is not None and _PROCESSOR_TASK.search(failing) is not None
    file = (hit.diagnostic.file if hit.diagnostic else None) or ""
    own = file and "/generated/ksp/" not in file.replace("\\", "/")
    if from_processor and (
        hit.kind in ("java_compile", "compiler_crash", None) or (hit.kind == "kotlin_compile" and not own)
    ):
        return "annotation_processing"
    if hit.kind == "gradle_build" and failing and failing.endswith("Kotlin"):
        return "kotlin_compile"  # a precompiled script plugin is compiled like any source
    if hit.kind == "kotlin_compile" and failing and STYLE_TASK.search(failing):
        return "lint"  # detekt marks its issues as the compiler does
    if hit.kind is None and failing is not None:
        return next((kind for pattern, kind in _TASKS if pattern.search(failing)), None)
    return hit.kind


def _by_words(text: str, table: Iterable[tuple[re.Pattern[str], ErrorKind]]) -> ErrorKind | None:
    return next((kind for pattern, kind in table if pattern.search(text)), None)


def _by_task(said: str, outcome: Outcome) -> ErrorKind | None:
    for task in outcome.tasks:
        if _PROCESSOR_TASK.search(task):
            return "annotation_processing"
    by_words = _by_words(said, _COMPILER_WORDS)
    if by_words is not None or not outcome.blocks:
        return by_words or next(
            (kind for task in outcome.tasks for pattern, kind in _TASKS if pattern.search(task)), None
        )
    return None


def root_language(
    kind: ErrorKind,
    diagnostics: Sequence[Diagnostic],
    exceptions: Sequence[ReportedException],
    outcome: Outcome,
) -> str | None:
    """Return the language of the root's file, else the one that kind and task imply."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    for diagnostic in errors or diagnostics:
        if diagnostic.file is not None:
            language = language_of(diagnostic.file)
            if language is not None or errors:
                return language or _by_kind(kind, diagnostics, outcome)
    if kind == "test_failure":
        for exception in exceptions:
            for frame in exception.frames:
                if frame.origin == "app" and language_of(frame.file):
                    return language_of(frame.file)
    return _by_kind(kind, diagnostics, outcome)


def _by_kind(kind: ErrorKind, diagnostics: Sequence[Diagnostic], outcome: Outcome) -> str | None:
    if kind in _XML_KINDS:
        return "xml"
    if kind in ("kotlin_compile", "compiler_crash", "kotlin_warnings_only"):
        return "kotlin"
    if kind == "java_compile":
        return "java"
    if any(_NATIVE_TASK.search(task) for task in outcome.tasks):
        return "cpp"
    by_kotlinc = any(told.tool in ("kotlinc", "ksp") for told in diagnostics)
    in_kotlin = kind in ("annotation_processing", "native_link") and any(
        _KOTLIN_TASK.search(task) for task in outcome.tasks
    )
    return "kotlin" if in_kotlin or (kind == "annotation_processing" and by_kotlinc) else None
