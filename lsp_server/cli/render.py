"""Rendering of envelopes in a terminal, coloured where it is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
from rich.text import Text

from lsp_server.cli.word_wrap import Page
from lsp_server.enum_labels import EVIDENCE, KINDS, REASONS, STATES, VERDICTS, label
from models.crash_context import CrashContext
from models.error_report import ErrorReport
from models.wait_graph import WaitGraph
from rca.analysis.rendering.crash_context_lines import context_sentences, flag_line, trail_lines
from rca.analysis.rendering.error_headline import headline
from rca.analysis.rendering.place_headings import place_heading
from rca.analysis.rendering.wait_graph_lines import cycle_lines, outer_lines, wait_arrows
from rca.toolkit.completeness import provenance_of

_CODE_LINES = 6
_MOST_CALLERS = 10
_MOST_BREADCRUMBS = 8
_MOST_WAITS = 6
_SURE = 0.9
"""A call site at least as sure as this is shown without a figure."""

_LEXERS = {
    ".kt": "kotlin",
    ".kts": "kotlin",
    ".java": "java",
    ".xml": "xml",
    ".gradle": "groovy",
    ".toml": "toml",
}


def show_analysis(envelope: dict[str, Any], locate: Callable[[str], str | None] = lambda _path: None) -> None:
    """Print the answer of `analyze_error`.

    Args:
        envelope: the whole answer.
        locate: returns the `file:` address of a wire path, for links.
    """
    if not envelope["success"]:
        show_error(envelope)
        return
    page = Page(locate)
    data = envelope["data"]
    error = ErrorReport.model_validate(data["error"])
    _head(page, error)
    _explanation(page, data.get("explanation", []))
    _waits(page, data.get("waitGraph"))
    _code(page, data)
    _chain(page, error)
    _frames(page, data["frames"], data["culprit"])
    _callers(page, data["callers"], data["culprit"])
    _changes(page, data["suspectChanges"])
    _solutions(page, data["similarSolutions"], data["verdict"], data.get("weakerSolutions", 0))
    page.blank()
    _tried(page, data.get("failedAttempts", []))
    _web(page, data["webResults"])
    _provenance(page, envelope["meta"])
    page.line(Text(f"{envelope['meta']['executionTimeMs'] / 1000:.2f} s", style="dim"))


def show_search(envelope: dict[str, Any], *, unlikely: bool) -> None:
    """Print the answer of `vector_search_db`; unlikely solutions only with `unlikely`."""
    if not envelope["success"]:
        show_error(envelope)
        return
    page = Page()
    data = envelope["data"]
    likely = [hit for hit in data["results"] if unlikely or hit["verdict"] != "novel"]
    _solutions(page, likely, data["verdict"])
    if hidden := data["results"][len(likely) :]:
        best = min(0.99, max(hit["confidence"] for hit in hidden))
        count = "1 solution is" if len(hidden) == 1 else f"{len(hidden)} solutions are"
        told = f"{count} not shown, at most {best:.0%} likely to fit; --min-confidence 0 shows all."
        page.line(Text(told, style="dim"))
    page.blank()
    _tried(page, data.get("failedAttempts", []))
    _provenance(page, envelope["meta"])


def show_error(envelope: dict[str, Any]) -> None:
    """Print an error answer on standard error."""
    error = envelope["error"]
    click.echo(click.style(f"{error['code']}: {error['message']}", fg="red", bold=True), err=True)
    if error.get("suggestion"):
        click.echo(error["suggestion"], err=True)


def _head(page: Page, error: ErrorReport) -> None:
    facts = [label(KINDS, error.kind)]
    facts += [error.process] if error.process else []
    facts += [f"thread {error.thread}"] if error.thread else []
    facts += ["obfuscated names"] if error.obfuscated else []
    facts += ["text incomplete"] if error.truncated else []
    facts += [f"{len(error.others)} more error(s) in the text"] if error.others else []
    page.title("Root error")
    page.line(Text(headline(error), style="bold red"), 2)
    page.line(Text(" · ".join(facts), style="dim"), 2)
    page.blank()
    if error.crash_context is not None:
        _crash_context(page, error.crash_context)


def _crash_context(page: Page, context: CrashContext) -> None:
    page.title("Reported")
    for sentence in context_sentences(context):
        page.line(Text(sentence), 2)
    for line in (*trail_lines(context, _MOST_BREADCRUMBS), flag_line(context, _MOST_BREADCRUMBS)):
        if line:
            page.line(Text(line, style="dim"), 4)
    page.blank()


def _explanation(page: Page, clauses: list[dict[str, Any]]) -> None:
    """Print what happened and why, each sentence with its place; other causes below, by likelihood."""
    if not clauses:
        return
    page.title("What happened and why")
    for clause in clauses:
        if clause["kind"] in {"check", "alternative"}:
            continue
        style = "bold" if clause["kind"] == "cause" else ""
        row = Text(clause["text"].replace("`", ""), style=style)
        if clause["kind"] == "cause":
            row.append(f"  {clause['confidence']:.0%} likely", "bold")
        page.line(row, 2)
        if "filePath" in clause:
            page.line(Text.assemble("  ", page.place(clause["filePath"], clause.get("line", 1))), 4)
    for clause in clauses:
        if clause["kind"] == "check":
            page.line(Text(f"To check: {clause['text']}", style="dim"), 2)
    page.blank()
    lines: list[tuple[Text, int]] = []
    for clause in clauses:
        if clause["kind"] == "alternative":
            lines.append((Text(f"{clause['confidence']:.0%}  {clause['text'].replace('`', '')}"), 7))
            lines.append((Text.assemble("     ", page.place(clause["filePath"], clause["line"])), 7))
    is_decided = any(clause["kind"] == "cause" for clause in clauses)
    _part(page, "Less likely" if is_decided else "Candidates", lines)


def _waits(page: Page, data: dict[str, Any] | None) -> None:
    """Print who waits for whom: each cycle as arrows, then its waits, then the others."""
    graph = WaitGraph.model_validate(data) if data is not None else None
    if graph is None or not graph.edges:
        return
    page.title("Who waits for whom")
    for cycle in graph.cycles:
        for row in wait_arrows(cycle, graph).split("\n"):
            page.line(Text(row, style="bold"), 2)
        for line in cycle_lines(cycle, graph):
            page.line(Text(line.replace("`", "")), 4)
    for line in outer_lines(graph, _MOST_WAITS):
        page.line(Text(line.replace("`", "")), 2)
    page.blank()


def _chain(page: Page, error: ErrorReport) -> None:
    lines: list[tuple[Text, int]] = []
    if len(error.exceptions) > 1:
        for depth, exception in enumerate(error.exceptions[:6]):
            arrow = {"primary": "", "cause": "caused by ", "suppressed": "suppressed "}[exception.relation]
            message = (exception.message or "").strip().split("\n", 1)[0]
            said = f": {message[:160]}" if message else ""
            lines.append(
                (Text.assemble("  " * depth + arrow, (exception.type, "yellow"), said), 2 * depth + 2)
            )
    errors = [found for found in error.diagnostics if found.severity == "error"]
    for found in errors[:6]:
        place = page.place(found.file, found.line) if found.file else Text(found.tool or "build", "cyan")
        lines.append((Text.assemble(place, " ", found.message.split("\n", 1)[0][:200]), 2))
    if len(errors) > 6:
        lines.append((Text(f"… {len(errors) - 6} more errors", style="dim"), 2))
    if error.failed_tasks:
        lines.append((Text(f"failed: {', '.join(error.failed_tasks)}", style="dim"), 2))
    _part(page, "Error chain", lines)


def _code(page: Page, data: dict[str, Any]) -> None:
    """Print the code of the likely cause, and where the error surfaced if that is another place."""
    culprit, cause = data["culprit"], data.get("causeContext")
    if cause is not None:
        page.title("Look here first")
        place = page.place(cause["filePath"], cause["errorLine"], "bold cyan")
        function = cause.get("functionDefinition")
        if function:
            place.append(f"  {function['name']}", style="magenta")
        page.line(place, 2)
        _lines_of(page, cause)
        page.blank()
    if culprit is None:
        return
    usual = "Look here first" if cause is None else "Where it surfaced"
    page.title(place_heading(culprit.get("foundBy"), usual))
    place = Text.assemble(page.place(culprit["filePath"], culprit["line"] or 1, "bold cyan"))
    if culprit.get("function"):
        place.append(f"  {culprit['function']['name']}", style="magenta")
    if culprit.get("note"):
        place.append(f"  ({culprit['note']})", style="yellow")
    page.line(place, 2)
    if data["context"] is not None:
        _lines_of(page, data["context"])
    page.blank()


def _lines_of(page: Page, context: dict[str, Any]) -> None:
    from rich.syntax import Syntax  # loads pygments, which a search does not need

    before = context["context"]["before"].splitlines()[-_CODE_LINES:]
    after = context["context"]["after"].splitlines()[:_CODE_LINES]
    page.code(
        Syntax(
            "\n".join([*before, context["context"]["errorLine"], *after]),
            _LEXERS.get("." + context["filePath"].rsplit(".", 1)[-1], "text"),
            line_numbers=True,
            word_wrap=True,
            start_line=context["errorLine"] - len(before),
            highlight_lines={context["errorLine"]},
            theme="ansi_dark",
            background_color="default",
        )
    )


def _frames(page: Page, frames: list[dict[str, Any]], culprit: dict[str, Any] | None) -> None:
    if len(frames) < 2:
        return
    lines: list[tuple[Text, int]] = []
    for frame in frames[:10]:
        name = frame["function"]["name"] if frame.get("function") else frame["method"] or ""
        row = Text.assemble(("→ " if frame == culprit else "  ", "bold"))
        row.append(f"{name}  " if name else "", "magenta")
        row.append_text(page.place(frame["filePath"], frame["line"]))
        row.append(f"  ({frame['note']})" if frame.get("note") else "", "yellow")
        lines.append((row, 4))
    if len(frames) > 10:
        lines.append((Text(f"  … {len(frames) - 10} more", "dim"), 4))
    _part(page, "In this project", lines)


def _callers(page: Page, callers: list[dict[str, Any]], culprit: dict[str, Any] | None) -> None:
    if not callers:
        return
    name = culprit["function"]["name"] if culprit and culprit.get("function") else callers[0]["callChain"][-1]
    lines = [(Text(name, style="magenta"), 2)]
    shown = {(name,): 0}
    children: dict[tuple[str, ...], list[tuple[tuple[str, ...], dict[str, Any]]]] = {}
    for caller in sorted(callers, key=lambda found: found["depth"])[:_MOST_CALLERS]:
        chain = tuple(reversed(caller["callChain"]))
        parent = chain[:-1] if chain[:-1] in shown else (name,)
        shown[chain] = 0
        children.setdefault(parent, []).append((chain, caller))

    def add(parent: tuple[str, ...], depth: int) -> None:
        for chain, caller in children.pop(parent, ()):
            doubt = f", {caller['confidence']:.0%} sure" if caller["confidence"] < _SURE else ""
            row = Text.assemble(("  " * depth + "← ", "dim"), (caller["callerName"], "magenta"), "  ")
            row.append_text(page.place(caller["filePath"], caller["line"]))
            row.append(f"  {label(EVIDENCE, caller['evidence'])}{doubt}", "dim")
            lines.append((row, 2 * depth + 4))
            add(chain, depth + 1)

    add((name,), 0)
    if len(callers) > _MOST_CALLERS:
        lines.append((Text(f"… {len(callers) - _MOST_CALLERS} more", style="dim"), 2))
    _part(page, "Who calls it", lines)


def _changes(page: Page, changes: list[dict[str, Any]]) -> None:
    lines: list[tuple[Text, int]] = []
    seen: set[str | None] = set()
    for change in changes:
        # A commit is one suspect, however many of the places it touched; the worst reason comes first.
        if change["commit"] in seen or len(seen) == 5:
            continue
        seen.add(change["commit"])
        row = Text(change["commit"][:10] if change["commit"] else "uncommitted", "yellow")
        row.append(f"  {change['date'][:10]}" if change["date"] else "", "dim")
        row.append(f"  {change['summary'][:90]}")
        row.append(f"  {label(REASONS, change['reason'])}", "dim")
        lines.append((row, 4))
    _part(page, "Suspect changes", lines)


def _solutions(page: Page, solutions: list[dict[str, Any]], verdict: str, weaker: int = 0) -> None:
    if not solutions:
        page.title("Past solutions")
        count = "1 known solution shares" if weaker == 1 else f"{weaker} known solutions share"
        told = f"{count} only the exception's type: rca knowledge search shows what is alike."
        page.line(told if weaker else "No known solution fits: the problem is new.")
        return
    page.title(f"Past solutions: {label(VERDICTS, verdict)}")
    for hit in solutions[:3]:
        style = {"same": "bold green", "similar": "green", "novel": "dim"}[hit["verdict"]]
        likely = f"  {min(0.99, hit['confidence']):.0%} likely"
        summary = hit["errorDescription"].split("\n", 1)[0]
        page.line(
            Text.assemble((label(VERDICTS, hit["verdict"]), style), (likely, "bold"), f"  {summary}"), 2
        )
        page.line(Text.assemble("  cause  ", hit["rootCause"].strip()), 9)
        page.line(Text.assemble("  fix    ", (hit["solution"].strip(), "green")), 9)
        notes = [(f"matched {', '.join(hit['matched'][:4])}", "dim")] if hit["matched"] else []
        if hit["state"] != "candidate":
            notes.append((label(STATES, hit["state"]), "bold green" if hit["userValidated"] else "yellow"))
        notes += [
            (note, "yellow") for note in (*hit.get("standing", ()), *hit.get("environmentMismatches", ()))
        ]
        whose = "from the team" if hit.get("source") == "team" else None
        source = "  ".join(filter(None, (hit["id"], whose, hit["metadata"].get("reference"))))
        for text, look in (*notes, (source, "dim")):
            page.line(Text.assemble(" " * 9, (text, look)), 9)


def _tried(page: Page, attempts: list[dict[str, Any]]) -> None:
    rows = [
        Text.assemble(one["attempt"], (f"  {one['note']}" if one.get("note") else "", "dim"))
        for one in attempts
    ]
    _part(page, "Tried without success", [(row, 2) for row in rows])


def _web(page: Page, pages: list[dict[str, Any]]) -> None:
    rows = [Text.assemble(f"{one['title']}  ", (one["url"], "cyan")) for one in pages]
    _part(page, "On the web (not verified)", [(row, 2) for row in rows])


def _provenance(page: Page, meta: dict[str, Any]) -> None:
    known = provenance_of(meta)
    for title, lines, style in (
        ("Where this answer comes from", known.origins, "dim"),
        ("What this answer lacks", known.gaps, "yellow"),
    ):
        _part(page, title, [(Text(f"- {line}", style=style), 2) for line in lines])


def _part(page: Page, title: str, lines: list[tuple[Text, int]]) -> None:
    """Print a part under its heading, each line with its continuation indent; nothing without lines."""
    if not lines:
        return
    page.title(title)
    for line, indent in lines:
        page.line(line, indent)
    page.blank()
