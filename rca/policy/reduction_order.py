"""Reduction order of each tool's answer: which fields are cut first.

One table for all tools; a tool without a row is cut evenly. `keeps` is spared by that even cut, which comes
after the moves: the root of an error stays whatever the limit is. `pages` is the list that the tool's
`cursor` walks through, so that `meta.next` can say where the shown rows end.
"""

from __future__ import annotations

from dataclasses import dataclass

from rca.policy.reductions import DropField, Move, Rows, Text, Window


@dataclass(frozen=True, slots=True)
class ReductionOrder:
    """The reductions of one tool, the gentlest first."""

    moves: tuple[Move, ...] = ()
    keeps: tuple[str, ...] = ()
    pages: str | None = None


def _error(at: str) -> tuple[Move, ...]:
    """Shorten a parsed error: other errors, distant frames, native frames, long messages; never its chain."""
    return (
        Rows(f"{at}others", 1),
        DropField(f"{at}exceptions.*.frames", "alternatives"),
        Rows(f"{at}exceptions.*.frames", 30),
        Rows(f"{at}nativeFrames", 20),
        Rows(f"{at}others", 0),
        Rows(f"{at}exceptions.*.frames", 10),
        Text(f"{at}whatWentWrong", 1000),
        Text(f"{at}exceptions.*.message", 1000),
        Rows(f"{at}diagnostics", 20),
        Text(f"{at}diagnostics.*.message", 600),
        Rows(f"{at}nativeFrames", 5),
        Rows(f"{at}exceptions.*.frames", 3),
        Text(f"{at}whatWentWrong", 300),
        Text(f"{at}exceptions.*.message", 300),
        Rows(f"{at}diagnostics", 5),
        Text(f"{at}diagnostics.*.message", 300),
        Rows(f"{at}exceptions.*.frames", 1),
    )


def _root(at: str) -> tuple[str, ...]:
    return tuple(
        f"{at}{field}"
        for field in ("culprit", "exceptions", "diagnostics", "failedTasks", "whatWentWrong", "others")
    )


def _list(name: str, *before: Move) -> ReductionOrder:
    """Shorten a tool's only list from its end, after optional fields of its rows."""
    return ReductionOrder((*before, *(Rows(name, count) for count in (100, 50, 25, 10, 5, 3))), pages=name)


_SOLUTIONS = ("receipts", "environmentMismatches", "matched", "foundBy")
"""Optional fields of a past solution, the least telling first."""


def _solutions(at: str) -> tuple[Move, ...]:
    return (
        *(DropField(at, field) for field in _SOLUTIONS),
        Rows(at, 3),
        Text(f"{at}.*.solution", 1000),
        Text(f"{at}.*.rootCause", 600),
        Text(f"{at}.*.errorDescription", 300),
        Rows(at, 1),
    )


_DEPENDENTS = ("places", "via", "module")

ORDERS: dict[str, ReductionOrder] = {
    "analyze_error": ReductionOrder(
        (
            Rows("webResults", 3),
            Rows("hypothesisContexts", 0),
            DropField("suspectChanges", "diff", 1),
            *(DropField("similarSolutions", field) for field in _SOLUTIONS),
            Rows("callers", 20),
            DropField("frames", "code", 5),
            DropField("frames", "function", 5),
            Rows("frames", 20),
            *_error("error.")[:5],
            Rows("webResults", 1),
            Rows("suspectChanges", 3),
            Rows("callers", 10),
            Window("context", 12),
            Rows("similarSolutions", 3),
            DropField("suspectChanges", "diff"),
            DropField("frames", "code", 1),
            DropField("frames", "function", 1),
            Rows("context.relevantImports", 10),
            *_error("error.")[5:11],
            Rows("frames", 8),
            Rows("callers", 5),
            Window("context", 5),
            Rows("failedAttempts", 1),
            *_solutions("similarSolutions")[-5:],
            Rows("suspectChanges", 1),
            Rows("webResults", 0),
            Rows("context.relevantImports", 0),
            *_error("error.")[11:],
            Rows("frames", 3),
            Rows("callers", 2),
            Window("context", 1),
            Window("context", 0),
            Text("context.context.errorLine", 500),
        ),
        keeps=(*_root("error."), "culprit", "context"),
    ),
    "parse_error": ReductionOrder(_error(""), keeps=_root("")),
    "get_code_context": ReductionOrder(
        (
            Rows("relevantImports", 20),
            Window("", 40),
            Window("", 25),
            Rows("relevantImports", 8),
            *(Window("", lines) for lines in (15, 8, 4, 2, 0)),
            Text("context.errorLine", 500),
        ),
        keeps=("context", "functionDefinition"),
    ),
    "find_callers_of_function": _list("callers"),
    "trace_value_origin": _list("origins"),
    "vector_search_db": ReductionOrder(
        (Rows("failedAttempts", 3), *_solutions("results")), keeps=("verdict",)
    ),
    "web_search_wiki": ReductionOrder(
        (
            Text("results.*.snippet", 600),
            Rows("results", 5),
            Text("results.*.snippet", 200),
            Rows("results", 2),
        )
    ),
    "get_user_error_context": ReductionOrder(
        (
            Text("terminalOutput", 4000),
            Rows("diagnostics", 30),
            Text("selectedText", 4000),
            Text("terminalOutput", 1000),
            Rows("diagnostics", 10),
            Text("selectedText", 1000),
            Rows("diagnostics", 3),
        )
    ),
    "query_index": _list("files", Rows("files.*.tagEvidence", 0), Rows("files.*.exports", 10)),
    "search_code": _list(
        "hits",
        DropField("hits", "summary", 5),
        DropField("hits", "matched", 5),
        Text("hits.*.snippet", 400),
        Text("hits.*.snippet", 160),
    ),
    "find_class": _list("classes", Rows("classes.*.members.names", 20), Rows("classes.*.members.names", 5)),
    "find_references": ReductionOrder(
        (
            Text("files.*.references.*.text", 120),
            *(Rows("files.*.references", count) for count in (20, 10, 5)),
            *(Rows("files", count) for count in (40, 20, 10, 5)),
        )
    ),
    "get_dependencies": _list(
        "dependencies", *(DropField("dependencies", field, 5) for field in _DEPENDENTS), Rows("byPackage", 10)
    ),
    "get_dependents": _list(
        "dependents", *(DropField("dependents", field, 5) for field in _DEPENDENTS), Rows("byPackage", 10)
    ),
    "get_entry_points": _list("entryPoints", DropField("entryPoints", "details", 5)),
    "analyze_impact": ReductionOrder(
        (
            *(DropField("transitive", field) for field in _DEPENDENTS),
            Rows("transitive", 20),
            Rows("related", 10),
            Rows("resources", 10),
            DropField("direct", "places", 5),
            Rows("transitive", 5),
            Rows("tests", 10),
            Rows("entryPoints", 10),
            Rows("callers", 20),
            Rows("direct", 20),
            Rows("transitive", 0),
            Rows("related", 3),
            Rows("resources", 3),
            Rows("tests", 3),
            Rows("entryPoints", 3),
            Rows("callers", 5),
            Rows("direct", 5),
        ),
        keeps=("risk", "totals"),
    ),
    # The Markdown says the same again, within the budget that the caller gave: the lists give way to it.
    "get_file_summary": ReductionOrder(
        (
            Rows("libraryImports", 10),
            Rows("projectImports", 20),
            DropField("declarations", "summary", 10),
            Rows("declarations", 40),
            Rows("dependents", 10),
            Rows("dependsOn", 10),
            Rows("libraryImports", 0),
            Rows("projectImports", 0),
            Rows("tests", 5),
            Rows("declarations", 10),
        )
    ),
    "get_module_summary": ReductionOrder(
        (
            Rows("libraries", 20),
            Rows("packages", 10),
            DropField("publicApi", "summary", 5),
            Rows("publicApi", 20),
            Rows("someEntryPoints", 5),
            Rows("libraries", 5),
            Rows("publicApi", 5),
        )
    ),
    "get_plugin_summary": ReductionOrder(
        (
            Rows("importedPackages", 5),
            Rows("testLibraries", 5),
            Rows("largestFiles", 5),
            Rows("libraries", 20),
            Rows("mostDependedOn", 10),
            DropField("modules", "plugins"),
            Rows("libraries", 5),
            Rows("modules", 40),
            DropField("modules", "dependsOn"),
            Rows("modules", 15),
        )
    ),
    "detect_patterns": ReductionOrder(
        (
            Rows("patterns.*.evidence", 3),
            Rows("nameEndings", 10),
            Rows("patterns.*.evidence", 1),
            Rows("patterns", 20),
            DropField("patterns", "evidence", 3),
            Rows("patterns", 8),
        ),
        keeps=("summary",),
    ),
    "check_conventions": ReductionOrder(
        (
            Rows("followed", 5),
            Rows("deviations.*.examples", 2),
            Rows("followed", 0),
            DropField("deviations", "examples", 3),
            Rows("deviations", 20),
            Rows("deviations", 8),
        )
    ),
    "get_config_schema": _list(
        "keys", Rows("keys.*.usedBy", 3), Rows("missing", 10), Rows("keys.*.usedBy", 1)
    ),
    "search_config": _list("keys", Rows("keys.*.usedBy", 3), Rows("keys.*.usedBy", 1)),
    "get_resource": _list("uses", Rows("definitions", 20), Rows("definitions", 5)),
    "list_dirs": _list("dirs"),
    "list_files": _list("files"),
    "file_search": _list("files"),
    "grep_search": _list("matches", Text("matches.*.text", 300), Text("matches.*.text", 120)),
    "run_build": ReductionOrder(
        (
            Text("output", 4000),
            DropField("places", "function", 3),
            Text("output", 1000),
            Rows("places", 10),
            Rows("errors", 5),
            Text("output", 300),
            *_error("errors.*."),
            Rows("places", 3),
            Rows("errors", 2),
        ),
        keeps=("run", "errors"),
    ),
    "run_tests": ReductionOrder(
        (
            Text("output", 4000),
            Rows("failed.*.error.exceptions.*.frames", 10),
            Text("output", 1000),
            Rows("failed", 20),
            Rows("failed.*.error.exceptions.*.frames", 3),
            Text("failed.*.error.exceptions.*.message", 600),
            Rows("failed", 8),
            Text("output", 300),
            *_error("errors.*."),
            Text("failed.*.error.exceptions.*.message", 200),
            Rows("failed.*.error.exceptions.*.frames", 1),
            Rows("failed", 3),
        ),
        keeps=("run", "counts", "failed", "errors"),
    ),
    "get_test_coverage": ReductionOrder(
        (
            Text("files.*.partialLines", 100),
            Text("files.*.missedLines", 200),
            Rows("files", 30),
            Rows("files", 10),
        ),
        keeps=("coverage",),
    ),
    "get_context_plan": ReductionOrder(
        (Rows("leftOut", 10), Rows("leftOut", 0), Rows("items", 20), Rows("items", 8))
    ),
}
