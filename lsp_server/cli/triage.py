"""`rca triage`: many crash reports as groups of one problem each, ranked by users and novelty."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lsp_server.cli.options import (
    TOOL_FAILED,
    json_option,
    open_session,
    prepare,
    print_json,
    workspace_option,
)

if TYPE_CHECKING:
    from lsp_server.user_session import Session
    from models.triage import CrashGroup, TriageResult

_BUDGET = 4000
_LONGEST = 200
"""Characters of a headline."""


@click.command(name="triage")
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="PATH…"
)
@click.option("--app-package", "app_packages", multiple=True, help="A package of the app; may be repeated.")
@click.option(
    "--analyze",
    "analyzed",
    default=3,
    show_default=True,
    type=click.IntRange(0, 100),
    help="Find the root cause of so many of the first groups.",
)
@click.option("--most", default=20, show_default=True, type=click.IntRange(1, 5000), help="Groups to show.")
@click.option(
    "--timeout", type=click.IntRange(1), help="Seconds for reading; what was read by then is shown."
)
@workspace_option
@json_option
def command(
    paths: tuple[Path, ...],
    app_packages: tuple[str, ...],
    analyzed: int,
    most: int,
    timeout: int | None,
    workspaces: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Group crash reports of files and folders by problem.

    Reads exports of Sentry, Crashlytics, Google Play, ACRA, Bugsnag, Datadog and Apple, `exit-info` and any
    other error text, also packed with gzip. A file that cannot be read is named and skipped.
    """
    from rca.scheduling.deadline import Deadline
    from rca.triage.triage_run import TriageRequest, triage

    with open_session(workspaces) as session:
        if analyzed:
            prepare(session, embeddings=False)
        packages = app_packages or (
            *session.settings.app_packages,
            *session.workspace.snapshot.app_packages,
        )
        request = TriageRequest(paths, packages, max(most, analyzed))
        result = triage(request, session.knowledge, Deadline(timeout))
        result = result.model_copy(
            update={
                "groups": tuple(
                    _analyzed(session, group, app_packages) if number < analyzed else group
                    for number, group in enumerate(result.groups)
                )
            }
        )
    if as_json:
        print_json(result.model_dump(mode="json"))
    else:
        _show(result)
    sys.exit(0 if result.reports else TOOL_FAILED)


def _analyzed(session: Session, group: CrashGroup, app_packages: tuple[str, ...]) -> CrashGroup:
    """Return a group with its root cause; nothing is recorded, as the error need not happen here and now."""
    from models.tools.analyze_error import AnalyzeErrorResult

    parameters: dict[str, object] = {"errorText": group.trace, "tokenBudget": _BUDGET}
    if app_packages:
        parameters["appPackages"] = list(app_packages)
    envelope = session.call("analyze_error", parameters, records=False)
    if not envelope["success"]:
        return group
    return group.model_copy(update={"analysis": AnalyzeErrorResult.model_validate(envelope["data"])})


def _show(result: TriageResult) -> None:
    from rca.analysis.rendering.answer_markdown import shortened

    groups, reports = len(result.groups), result.reports
    click.echo(
        f"{_count(reports, 'report')} of {_count(result.files, 'file')}, {_count(groups, 'group')} shown"
    )
    for number, group in enumerate(result.groups, 1):
        click.echo("")
        click.echo(click.style(f"{number}. {shortened(group.headline, _LONGEST)}", bold=True))
        for line in _facts(group):
            click.echo(f"   {line}")
        if group.analysis is not None:
            clauses = [one for one in group.analysis.explanation if one.kind not in {"check", "alternative"}]
            for clause in clauses:
                place = f" ({clause.file_path}:{clause.line})" if clause.file_path and clause.line else ""
                click.echo(f"   {clause.text.replace('`', '')}{place}")
    if result.skipped:
        click.echo("\nSkipped:")
    for skipped in result.skipped:
        click.echo(f"  {skipped.source}: {skipped.reason}")
    for note in result.notes:
        click.echo(f"note: {note}")


def _facts(group: CrashGroup) -> list[str]:
    from lsp_server.enum_labels import VERDICTS

    users = group.users + group.anonymous_reports
    is_least = group.users_at_least is True or bool(group.users and group.anonymous_reports)
    who = [f"{'at least ' if is_least else ''}{_count(group.users, 'user')}"] if group.users else []
    who += [_count(group.events, "event")] if users or group.events else []
    who += [f"{_count(group.reports, 'report')} here"]
    who += ["only in the newest build"] if group.only_newest_build else []
    who += [VERDICTS[group.verdict]] if group.verdict is not None else []
    lines = [" · ".join(who)]
    seen = [f"first {group.first_seen}"] if group.first_seen else []
    seen += [f"last {group.last_seen}"] if group.last_seen and group.last_seen != group.first_seen else []
    lines += (
        [" · ".join((*seen, *group.builds, *group.devices))] if seen or group.builds or group.devices else []
    )
    if group.error.culprit is not None:
        lines.append(group.error.culprit.text)
    issues = f" (issue {', '.join(group.issues)})" if group.issues else ""
    return [*lines, f"report: {group.source}{issues}"]


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
