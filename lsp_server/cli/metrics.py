"""`rca metrics`: totals of the tool calls recorded on this machine."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import click

from lsp_server.cli.options import json_option, print_json
from lsp_server.environment_variables import data_folder

_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


@click.command(name="metrics")
@click.option("--since", help="Start: a date or time (ISO 8601), or how long ago: 30m, 12h, 7d.")
@click.option("--task", help="Only this task.")
@json_option
def command(since: str | None, task: str | None, as_json: bool) -> None:
    """Show how often each tool was called, how long it took, and whether the index was used first."""
    from rca.policy.metrics import Journal
    from rca.policy.metrics_summary import aggregate
    from rca.toolkit import tool_catalog

    journal = Journal(data_folder() / "metrics")
    calls = list(
        journal.read(None if since is None else _time(since), task, lambda what: click.echo(what, err=True))
    )
    called = (tool_catalog.load(name) for name in {call["tool"] for call in calls})
    found = aggregate(calls, {tool.name for tool in called if tool is not None and tool.needs_index})
    if as_json:
        print_json(found)
    else:
        _show(found)


def _time(text: str) -> datetime:
    span = re.fullmatch(r"(\d{1,6})([mhd])", text)
    try:
        if span:
            return datetime.now(UTC) - timedelta(**{_UNITS[span[2]]: int(span[1])})
        return datetime.fromisoformat(text).astimezone(UTC)
    except OverflowError:  # before all time that is counted
        return datetime.min.replace(tzinfo=UTC)
    except ValueError:
        wrong = f"'{text}' is neither a time (ISO 8601) nor a duration such as 7d"
        raise click.BadParameter(wrong, param_hint="'--since'") from None


def _show(found: dict[str, Any]) -> None:
    if not found["total_calls"]:
        click.echo("No call was recorded in that time.")
        return
    ratio = found["index_first_ratio"]
    click.echo(f"{found['total_calls']} calls in {len(found['tasks'])} tasks")
    click.echo(
        f"{found['total_query_calls']} queries of the index, {found['total_file_reads']} files read, ",
        nl=False,
    )
    click.echo(f"{found['avg_reads_per_task']} a task")
    click.echo(
        f"index first: {'no task read a file' if ratio is None else f'{ratio:.0%} of tasks that read'}"
    )
    click.echo(f"\n{'tool':28}{'calls':>7}{'errors':>8}{'p50 ms':>10}{'p99 ms':>10}")
    for name, tool in found["tools"].items():
        click.echo(
            f"{name:28}{tool['calls']:>7}{tool['errors']:>8}{tool['p50_ms']:>10.1f}{tool['p99_ms']:>10.1f}"
        )
