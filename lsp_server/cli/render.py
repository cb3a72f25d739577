"""Envelopes as a person reads them in a terminal: coloured where one is, plain text elsewhere."""

from __future__ import annotations

from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from models.error_report import ErrorReport
from rca.analysis.brief import headline

_CODE_LINES = 6
_MOST_CALLERS = 10
_LEXERS = {
    ".kt": "kotlin",
    ".kts": "kotlin",
    ".java": "java",
    ".xml": "xml",
    ".gradle": "groovy",
    ".toml": "toml",
}
_WHY = {
    "uncommitted": "not committed yet",
    "blame_line": "last changed the failing line",
    "blame_function": "last changed the failing function",
    "recent_commit": "recently changed this file",
    "caller_changed": "changed a caller",
    "dependency_changed": "changed a dependency",
}


def show_analysis(envelope: dict[str, Any]) -> None:
    """Print the answer of `analyze_error`."""
    console = Console()
    if not envelope["success"]:
        _show_error(envelope)
        return
    data = envelope["data"]
    error = ErrorReport.model_validate(data["error"])
    console.print(_head(error))
    for part in (
        _chain(error),
        _culprit(data),
        _frames(data["frames"], data["culprit"]),
        _callers(data["callers"], data["culprit"]),
        _changes(data["suspectChanges"]),
        _solutions(data["similarSolutions"], data["verdict"]),
        _tried(data.get("failedAttempts", [])),
        _web(data["webResults"]),
        _lacks(envelope["meta"]),
    ):
        if part is not None:
            console.print(part)
            console.print()
    console.print(Text(f"{envelope['meta']['executionTimeMs'] / 1000:.2f} s", style="dim"))


def show_search(envelope: dict[str, Any]) -> None:
    """Print the answer of `vector_search_db`."""
    if not envelope["success"]:
        _show_error(envelope)
        return
    console = Console()
    data = envelope["data"]
    for part in (
        _solutions(data["results"], data["verdict"]),
        _tried(data.get("failedAttempts", [])),
        _lacks(envelope["meta"]),
    ):
        if part is not None:
            console.print(part)


def _show_error(envelope: dict[str, Any]) -> None:
    error = envelope["error"]
    console = Console(stderr=True)
    console.print(Text(f"{error['code']}: {error['message']}", style="bold red"))
    if error.get("suggestion"):
        console.print(Text(error["suggestion"]))


def _head(error: ErrorReport) -> RenderableType:
    facts = [error.kind.removeprefix("jvm_").replace("_", " ")]
    facts += [error.process] if error.process else []
    facts += [f"thread {error.thread}"] if error.thread else []
    facts += ["obfuscated names"] if error.obfuscated else []
    facts += ["cut text"] if error.truncated else []
    facts += [f"{len(error.others)} more error(s) in the text"] if error.others else []
    body = Group(Text(headline(error), style="bold"), Text(" · ".join(facts), style="dim"))
    return Panel(body, title="Root error", title_align="left", border_style="red")


def _chain(error: ErrorReport) -> RenderableType | None:
    lines = Text()
    if len(error.exceptions) > 1:
        for depth, exception in enumerate(error.exceptions[:6]):
            arrow = {"primary": "", "cause": "caused by ", "suppressed": "suppressed "}[exception.relation]
            message = (exception.message or "").strip().split("\n", 1)[0]
            lines.append("  " * depth + arrow)
            lines.append(exception.type, style="yellow")
            lines.append(f": {message[:160]}\n" if message else "\n")
    errors = [found for found in error.diagnostics if found.severity == "error"]
    for found in errors[:6]:
        place = f"{found.file}:{found.line}" if found.file else (found.tool or "build")
        lines.append(f"{place} ", style="cyan")
        lines.append(f"{found.message.split(chr(10), 1)[0][:200]}\n")
    if len(errors) > 6:
        lines.append(f"… {len(errors) - 6} more errors\n", style="dim")
    if error.failed_tasks:
        lines.append(f"failed: {', '.join(error.failed_tasks)}\n", style="dim")
    lines.rstrip()
    return _titled("Error chain", lines) if lines.plain else None


def _culprit(data: dict[str, Any]) -> RenderableType:
    culprit, context = data["culprit"], data["context"]
    if culprit is None:
        return _titled("Look here first", Text("No project code is named by this error."))
    place = Text(f"{culprit['filePath']}:{culprit['line'] or 1}", style="bold cyan")
    if culprit.get("function"):
        place.append(f"  {culprit['function']['name']}", style="magenta")
    if culprit.get("note"):
        place.append(f"  ({culprit['note']})", style="yellow")
    if context is None:
        return _titled("Look here first", place)
    before = context["context"]["before"].splitlines()[-_CODE_LINES:]
    after = context["context"]["after"].splitlines()[:_CODE_LINES]
    code = "\n".join([*before, context["context"]["errorLine"], *after])
    from rich.syntax import Syntax

    syntax = Syntax(
        code,
        _LEXERS.get("." + culprit["filePath"].rsplit(".", 1)[-1], "text"),
        line_numbers=True,
        start_line=context["errorLine"] - len(before),
        highlight_lines={context["errorLine"]},
        theme="ansi_dark",
        background_color="default",
    )
    return _titled("Look here first", place, syntax)


def _frames(frames: list[dict[str, Any]], culprit: dict[str, Any] | None) -> RenderableType | None:
    if len(frames) < 2:
        return None
    lines = Text()
    for frame in frames[:10]:
        name = frame["function"]["name"] if frame.get("function") else frame["method"] or ""
        lines.append("→ " if frame == culprit else "  ", "bold")
        lines.append(f"{name}  ", "magenta")
        lines.append(f"{frame['filePath']}:{frame['line']}" if frame["line"] else frame["filePath"], "cyan")
        lines.append(f"  ({frame['note']})\n" if frame.get("note") else "\n", "yellow")
    lines.append(f"  … {len(frames) - 10} more" if len(frames) > 10 else "", "dim")
    lines.rstrip()
    return _titled("In this project", lines)


def _callers(callers: list[dict[str, Any]], culprit: dict[str, Any] | None) -> RenderableType | None:
    if not callers:
        return None
    name = culprit["function"]["name"] if culprit and culprit.get("function") else callers[0]["callChain"][-1]
    tree = Tree(Text(name, style="magenta"))
    branches = {(name,): tree}
    for caller in sorted(callers, key=lambda found: found["depth"])[:_MOST_CALLERS]:
        chain = tuple(reversed(caller["callChain"]))
        parent = branches.get(chain[:-1], tree)
        label = Text.assemble(
            (caller["callerName"], "magenta"),
            (f"  {caller['filePath']}:{caller['line']}", "cyan"),
            (f"  {caller['evidence']} {caller['confidence']:.2f}", "dim"),
        )
        branches[chain] = parent.add(label)
    more = len(callers) - _MOST_CALLERS
    rest = [Text(f"… {more} more", style="dim")] if more > 0 else []
    return _titled("Who calls it", tree, *rest)


def _changes(changes: list[dict[str, Any]]) -> RenderableType | None:
    if not changes:
        return None
    lines = Text()
    seen: set[str | None] = set()
    for change in changes:
        # A commit is one suspect, however many of the places it touched; the worst reason comes first.
        if change["commit"] in seen or len(seen) == 5:
            continue
        seen.add(change["commit"])
        lines.append(change["commit"][:10] if change["commit"] else "uncommitted", "yellow")
        lines.append(f"  {change['date'][:10]}" if change["date"] else "", "dim")
        lines.append(f"  {change['summary'][:90]}")
        lines.append(f"  {_WHY[change['reason']]}\n", "dim")
    lines.rstrip()
    return _titled("Suspect changes", lines)


def _solutions(solutions: list[dict[str, Any]], verdict: str) -> RenderableType | None:
    if not solutions:
        return _titled("Past solutions", Text("None fits: a novel problem, as far as this store knows."))
    parts: list[RenderableType] = []
    for hit in solutions[:3]:
        style = {"same": "bold green", "similar": "green", "novel": "dim"}[hit["verdict"]]
        summary = hit["errorDescription"].split("\n", 1)[0]
        parts.append(
            Text.assemble(
                (hit["verdict"], style), (f"  {min(0.99, hit['confidence']):.0%}", "bold"), f"  {summary}"
            )
        )
        # A grid keeps wrapped lines under their column.
        rows = Table.grid(padding=(0, 2))
        rows.add_row("  cause", hit["rootCause"])
        rows.add_row("  fix", Text(hit["solution"], style="green"))
        if hit["matched"]:
            rows.add_row("", Text(f"matched {', '.join(hit['matched'][:4])}", style="dim"))
        if hit["state"] != "candidate":
            rows.add_row("", Text(hit["state"], style="bold green" if hit["userValidated"] else "yellow"))
        for note in (*hit.get("standing", ()), *hit.get("environmentMismatches", ())):
            rows.add_row("", Text(note, style="yellow"))
        whose = "from the team" if hit.get("source") == "team" else None
        source = " ".join(filter(None, (hit["id"], whose, hit["metadata"].get("reference"))))
        rows.add_row("", Text(source, style="dim"))
        parts.append(rows)
    return _titled(f"Past solutions: {verdict}", *parts)


def _tried(attempts: list[dict[str, Any]]) -> RenderableType | None:
    if not attempts:
        return None
    lines = Text("\n").join(
        Text.assemble(one["attempt"], (f"  {one['note']}" if one.get("note") else "", "dim"))
        for one in attempts
    )
    return _titled("Tried, did not work", lines)


def _web(pages: list[dict[str, Any]]) -> RenderableType | None:
    if not pages:
        return None
    lines = Text()
    for page in pages:
        lines.append(f"{page['title']}  ")
        lines.append(f"{page['url']}\n", "cyan")
    lines.rstrip()
    return _titled("On the web (written by strangers)", lines)


def _lacks(meta: dict[str, Any]) -> RenderableType | None:
    provenance = meta.get("provenance")
    if not provenance or meta.get("completeness") == "complete":
        return None
    return _titled("What this answer lacks", *(Text(f"- {line}", style="yellow") for line in provenance))


def _titled(title: str, *parts: RenderableType) -> RenderableType:
    return Group(Text(title, style="bold underline"), *parts)
