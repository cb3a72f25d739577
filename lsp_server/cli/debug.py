"""`rca debug`: a local model searches for the root cause; every step is shown."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lsp_server.cli.approval_prompt import approval
from lsp_server.cli.options import (
    TOOL_FAILED,
    json_option,
    open_session,
    prepare,
    print_json,
    toolset_option,
    workspace_option,
)

if TYPE_CHECKING:
    from models.debugging import CallingMode, DebugLead, DebugReport, DebugStep

_DEFAULT_TOOLS = (
    "get_code_context",
    "read_file",
    "find_callers_of_function",
    "query_index",
    "search_code",
    "find_class",
    "find_references",
    "vector_search_db",
)
"""Enough for an investigation, and few enough for a small model: reading alone."""
_ANALYSIS_SECONDS = 60.0
_LEFT_OUT = frozenset({"analyze_error", "get_user_error_context", "parse_error"})
"""The error was analyzed before the first turn, and there is no editor here."""


@click.command(name="debug")
@click.argument("file", default="-", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--endpoint",
    help="Base URL of an OpenAI-compatible local server. Default: Ollama, llama.cpp, LM Studio.",
)
@click.option("--model", help="Name of the model. Default: the first one of the endpoint.")
@click.option(
    "--lead",
    type=click.Choice(["engine", "model"]),
    help="Who plans. engine: it gathers the code, and the model chooses among its hypotheses; for models of "
    "3 to 8 billion parameters. model: it calls tools. Default: engine; model with --toolset or --calling.",
)
@click.option(
    "--calling",
    type=click.Choice(["auto", "native", "json"]),
    help="How the model calls tools: by the endpoint's function calling (native), by one JSON object per "
    "turn, or by the first where it works (auto, the default).",
)
@click.option("--max-turns", default=15, show_default=True, type=click.IntRange(1, 200))
@click.option("--max-total-tokens", default=200_000, show_default=True, type=click.IntRange(500))
@click.option(
    "--context",
    default=8192,
    show_default=True,
    type=click.IntRange(2000),
    help="Context window, in tokens.",
)
@click.option(
    "--turn-timeout",
    default=300,
    show_default=True,
    type=click.IntRange(1),
    help="Time limit of an answer, in seconds.",
)
@click.option("--yes", is_flag=True, help="Approve tools that write or run something.")
@toolset_option
@workspace_option
@json_option
def command(
    file: Path,
    endpoint: str | None,
    model: str | None,
    lead: DebugLead | None,
    calling: str | None,
    max_turns: int,
    max_total_tokens: int,
    context: int,
    turn_timeout: int,
    yes: bool,
    toolset: str | None,
    workspaces: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Search for the root cause of the error in FILE or on standard input with a local model.

    Prints every step to standard error, and the hypothesis with its citations to standard output. The exit
    code is 0 if a root cause was found and its citations are correct.
    """
    from lsp_server.cli.error_input import read_error
    from rca.agent.agent_loop import investigate
    from rca.agent.guided_investigation import investigate_guided
    from rca.agent.investigation_record import Limits, RunContext
    from rca.agent.llm_client import find
    from rca.planning.citation_checks import check
    from rca.scheduling.deadline import Deadline
    from rca.tool_failure import Failure
    from rca.toolkit import tool_catalog

    text, beside = read_error(file)
    names = _DEFAULT_TOOLS if toolset is None else tool_catalog.select(toolset)
    tools = [
        tool for name in names if name not in _LEFT_OUT and (tool := tool_catalog.load(name)) is not None
    ]
    mode: CallingMode | None = "native" if calling == "native" else "json" if calling == "json" else None
    if lead is None:
        lead = "engine" if toolset is None and calling is None else "model"
    search = investigate_guided if lead == "engine" else investigate
    try:
        found = find(endpoint, model, float(turn_timeout), mode)
    except Failure as failure:
        _fail(failure, as_json=as_json)
    ask = approval(yes=yes, interactive=str(file) != "-")
    # The engine reads whole answers, and shows the model what fits.
    settings = {"answerTokens": max(300, context // 5)} if lead == "model" else {}
    with open_session(workspaces, beside=beside, approve=ask, settings=settings) as session:
        prepare(session, embeddings=False)

        def call(tool: str, parameters: dict[str, Any]) -> dict[str, Any]:
            # An answer of the model takes far longer than the limit of an analysis for an editor.
            patient = Deadline(_ANALYSIS_SECONDS) if tool == "analyze_error" else None
            return session.call(tool, parameters, patient, task="debug")

        around = RunContext(
            tools,
            call,
            lambda value: check("hypothesis", value, session.workspace.snapshot),
            _show_step,
            tool_catalog.resolve,
        )
        limits = Limits(max_turns, max_total_tokens, context)
        try:
            report = search(text, found, around, limits, Deadline())
        finally:
            found.close()
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        _show(report)
    is_found = report.stop == "answered" and report.hypothesis.verdict == "root_cause" and not report.doubts
    sys.exit(0 if is_found else TOOL_FAILED)


def _fail(failure: Any, *, as_json: bool) -> None:  # noqa: ANN401 - a Failure, whose import is slow
    error = failure.error
    if as_json:
        print_json({"success": False, "error": error.model_dump(mode="json")})
    else:
        click.echo(f"{error.code.value}: {error.message}\n{error.suggestion or ''}".rstrip(), err=True)
    sys.exit(TOOL_FAILED)


def _show_step(step: DebugStep) -> None:
    given = ", ".join(f"{name}={_short(value)}" for name, value in step.parameters.items())
    took = f" ({step.milliseconds} ms)" if step.milliseconds else ""
    click.echo(f"{step.turn:>3}  {step.tool or '-'} {given}  → {step.outcome}{took}", err=True)


def _short(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else f"{text[:57]}…"


def _certainty(report: DebugReport) -> str:
    """Return how sure who is: a small model's own figure says nothing, so the analysis' stands there."""
    sure = report.hypothesis.confidence
    if report.lead == "model":
        return f"{sure:.0%} sure, according to {report.model}"
    place = f"the analysis gives this place {sure:.0%}" if sure else "the analysis gives no figure for it"
    return f"chosen by {report.model}; {place}"


def _show(report: DebugReport) -> None:
    told = report.hypothesis
    if told.verdict == "root_cause":
        click.echo(f"Root cause ({_certainty(report)}): {told.root_cause}")
    else:
        click.echo("Not enough information to name the root cause.")
    if told.explanation:
        click.echo(f"\n{told.explanation}")
    for citation in told.citations:
        place = f"{citation.file_path}:{citation.line}" if citation.line else citation.file_path
        click.echo(f"  {place}{'  ' + citation.quote.strip() if citation.quote else ''}")
    if told.suggested_fix:
        click.echo(f"\nFix: {told.suggested_fix}")
    for missing in told.missing:
        click.echo(f"Missing: {missing}")
    for doubt in report.doubts:
        click.echo(f"Not confirmed: {doubt}")
    ended = {
        "answered": "",
        "budget_exceeded": "; stopped by its limits (--max-turns, --max-total-tokens)",
        "no_progress": "; stopped because the model made no progress",
        "endpoint_failed": f"; stopped because the endpoint failed: {report.error}",
    }[report.stop]
    calls = "by function calls" if report.mode == "native" else "by JSON in the text"
    if report.lead == "engine":
        calls = "led by the engine"
    click.echo(f"\n{report.turns} turns, {report.total_tokens} tokens, {calls}{ended}", err=True)
