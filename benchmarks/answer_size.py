"""Measure what answers cost a context window, and whether the short form loses what decides.

For fixed bugs of the development half: `analyze_error` with the text as it was quoted, then each other tool
that reads, asked about the place that came out. Of each answer the whole envelope as JSON and the compact
text over MCP are measured; tokens are characters divided by four. The list of tools is measured as a client
gets it.

    python -m benchmarks.answer_size --mirror DIR --cache DIR [--bugs 40] [--all-tools 20] [--out FILE]

Fails where the median of `analyze_error` is above 1,500 tokens, or the default list of tools above 3,000.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.fixed_bugs.cases import Case, load_cases
from benchmarks.fixed_bugs.materialize import MissingMirrorError, read_text, write_tree
from lsp_server.user_session import Session
from models.settings import Settings
from rca.scheduling.deadline import Deadline
from rca.toolkit import tool_catalog
from rca.toolkit.answer_rendering import as_text
from rca.toolkit.tool_schemas import as_mcp

MOST_TOKENS, MOST_LIST_TOKENS = 1_500, 3_000
MOST_FILES = 800
"""Kotlin and Java files of a tree; larger ones take minutes to index."""
PER_REPOSITORY = 4
LEAST_HYPOTHESIS = 0.05
CALLERS, CHANGES = 3, 3


@dataclass(frozen=True)
class Size:
    """Characters of one answer, and what its text lacks of what decides."""

    tool: str
    whole: int
    text: int
    missing: tuple[str, ...] = ()


def main() -> int:
    """Measure, print the tables, and say whether the bounds hold."""
    options = _options()
    sizes: dict[str, list[Size]] = defaultdict(list)
    for number, case in enumerate(_chosen(options.bugs)):
        try:
            answers = [*_ask(case, options, everything=number < options.all_tools)]
        except MissingMirrorError as problem:
            print(problem)
            continue
        for tool, envelope in answers:
            if envelope["success"]:
                sizes[tool].append(_size(tool, envelope))
    listed = {toolset: _tokens(len(_list_of_tools(toolset))) for toolset in ("debugging", "all")}
    for toolset, tokens in listed.items():
        print(f"tools/list, {toolset}: {tokens} tokens")
    print("\n| tool | answers | JSON, median | p90 | text, median | p90 |\n|---|---|---|---|---|---|")
    for tool, rows in sizes.items():
        print(
            f"| `{tool}` | {len(rows)} | {_row([row.whole for row in rows])} "
            f"| {_row([row.text for row in rows])} |"
        )
    analyses = sizes["analyze_error"]
    incomplete = [row.missing for row in analyses if row.missing]
    print(
        f"\nanalyze_error: {len(analyses) - len(incomplete)} of {len(analyses)} texts hold all that decides"
    )
    for missing in incomplete:
        print(f"- {'; '.join(missing)}")
    if options.out:
        options.out.write_text(
            json.dumps({tool: [vars(row) for row in rows] for tool, rows in sizes.items()}), "utf-8"
        )
    median = statistics.median(_tokens(row.text) for row in analyses)
    return 0 if median <= MOST_TOKENS and listed["debugging"] <= MOST_LIST_TOKENS else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--bugs", type=int, default=40)
    parser.add_argument("--all-tools", type=int, default=20)
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def _chosen(most: int) -> list[Case]:
    """Return development bugs, one of each repository first, then a second one, and so on."""
    by_repository: dict[str, list[Case]] = defaultdict(list)
    for case in load_cases():
        if case.split == "development":
            by_repository[case.repository].append(case)
    rounds = (cases[place : place + 1] for place in range(PER_REPOSITORY) for cases in by_repository.values())
    return [case for cases in rounds for case in cases][:most]


def _ask(
    case: Case, options: argparse.Namespace, *, everything: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the answers to the questions about one bug."""
    text = read_text(case, options.mirror)
    root = write_tree(case, options.cache, options.mirror)
    sources = sum(1 for suffix in ("kt", "java") for _path in root.rglob(f"*.{suffix}"))
    if sources > MOST_FILES:
        return
    settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
    with tempfile.TemporaryDirectory() as data:
        session = Session([root], Path(data), settings)
        try:
            session.start_indexing()
            session.wait_for_index()
            session.workspace.collect_words()
            envelope = session.call("analyze_error", {"errorText": text}, Deadline())
            yield "analyze_error", envelope
            if everything and envelope["success"]:
                for tool, parameters in _questions(text, envelope["data"]):
                    yield tool, session.call(tool, parameters, Deadline())
        finally:
            session.close()


def _questions(text: str, found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield calls that a model may make after an analysis, about its first place."""
    yield "parse_error", {"errorText": text}
    yield "vector_search_db", {"query": text[:300], "minConfidence": 0.0}
    for name in ("get_plugin_summary", "get_entry_points", "detect_patterns", "list_dirs"):
        yield name, {}
    yield "search_config", {"query": "version"}
    yield "query_index", {"query": {"type": "tag", "value": "test"}}
    place = next((one["places"][0] for one in found.get("hypotheses", ())), found["culprit"])
    if place is None:
        return
    path, line = place["filePath"], place["line"] or 1
    name = path.rpartition("/")[2].partition(".")[0]
    yield "read_file", {"filePath": path, "lineStart": max(1, line - 40), "lineEnd": line + 40}
    for tool in ("get_code_context", "get_file_summary", "check_conventions", "get_config_schema"):
        yield tool, {"filePath": path} | ({"line": line} if tool == "get_code_context" else {})
    yield "list_files", {"path": path.rpartition("/")[0] or "."}
    yield "get_context_plan", {"task": f"fix the crash in {name}"}
    for tool in ("get_dependencies", "get_dependents", "analyze_impact"):
        yield tool, {"target": name}
    for tool, parameter in (("find_class", "name"), ("find_references", "symbol"), ("search_code", "query")):
        yield tool, {parameter: name}
    yield "grep_search", {"query": name}
    yield "file_search", {"query": f"*{name}*"}
    value = (found.get("failure") or {}).get("value")
    if value:
        asked = {"filePath": value["filePath"], "line": value["startLine"], "expression": value["text"]}
        yield "trace_value_origin", asked
    function = place.get("function")
    if function:
        named = function if isinstance(function, str) else function["name"]
        yield "find_callers_of_function", {"functionName": named.rpartition(".")[2], "filePath": path}


def _size(tool: str, envelope: dict[str, Any]) -> Size:
    whole = json.dumps(envelope, ensure_ascii=False, separators=(",", ":"))
    text = as_text(tool_catalog.load(tool), envelope)
    missing = _missing(envelope["data"], text) if tool == "analyze_error" else ()
    return Size(tool, len(whole), len(text), tuple(missing))


def _missing(found: dict[str, Any], text: str) -> Iterator[str]:
    """Yield the facts of an analysis that decide and that its text does not say."""
    frames = {(one["filePath"], one["line"]) for one in found["frames"]}
    wanted = {
        f"hypothesis {_at(one['places'][0])}": _at(one["places"][0])
        for one in found.get("hypotheses", ())
        if one["confidence"] >= LEAST_HYPOTHESIS
    }
    if found["context"] is not None:
        wanted["culprit's line"] = found["context"]["context"]["errorLine"].strip()
    wanted |= {f"change {one['commit'][:10]}": one["commit"][:10] for one in _committed(found)[:CHANGES]}
    wanted |= {
        f"caller {_at(one)}": f":{one['line']}"
        for one in found["callers"][:CALLERS]
        if (one["filePath"], one["line"]) not in frames
    }
    wanted["verdict"] = found["verdict"]
    if found["culprit"] is not None:
        wanted["culprit"] = _at(found["culprit"])
    yield from (fact for fact, said in wanted.items() if said not in text)


def _committed(found: dict[str, Any]) -> Sequence[dict[str, Any]]:
    return [one for one in found["suspectChanges"] if one["commit"] is not None]


def _at(place: dict[str, Any]) -> str:
    name = place["filePath"].rpartition("/")[2]
    return f"{name}:{place['line']}" if place["line"] else name


def _list_of_tools(toolset: str) -> str:
    listed = {"tools": as_mcp(tool_catalog.load_all(toolset))}
    return json.dumps(listed, ensure_ascii=False, separators=(",", ":"))


def _row(characters: Sequence[int]) -> str:
    tokens = sorted(map(_tokens, characters))
    return f"{statistics.median(tokens):.0f} | {tokens[int(0.9 * (len(tokens) - 1))]}"


def _tokens(characters: int) -> int:
    return characters // 4


if __name__ == "__main__":
    raise SystemExit(main())
