"""Run agents on the attempts of a run, one after another, and store their answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from benchmarks.assistants.attempt_scores import ANSWER, NOTES
from benchmarks.assistants.chat_agent import solve
from benchmarks.assistants.chat_endpoint import ChatEndpoint
from benchmarks.assistants.command_agent import run_agent
from benchmarks.assistants.debug_agent import run_debug
from benchmarks.assistants.prepared_run import Attempt
from benchmarks.assistants.session_client import SessionTools, open_tools

Show = Callable[[str], None]


def run_chat(attempts: Sequence[Attempt], endpoint: ChatEndpoint, most_turns: int, show: Show) -> None:
    """Run a model behind a chat endpoint on each attempt that has not ended yet."""
    for attempt in _unfinished(attempts):
        with _server_ended(attempt):
            outcome = solve(attempt, _error_text(attempt), open_tools(attempt), endpoint, most_turns)
        notes = {"stop": outcome.stop, "turns": outcome.turns, "tokens": outcome.tokens or None}
        _finish(attempt, outcome.answer, notes, show)


def run_command(attempts: Sequence[Attempt], command: Sequence[str], most_seconds: float, show: Show) -> None:
    """Run a program on each attempt that has not ended yet.

    It answers in `answer.json` of its folder, or in what it prints.
    """
    for attempt in _unfinished(attempts):
        with _server_ended(attempt):
            outcome = run_agent(attempt, _error_text(attempt), command, most_seconds)
        written = (attempt.folder / ANSWER).exists()
        _finish(attempt, "" if written else outcome.output, {"stop": outcome.stop}, show)


def run_local_model(attempts: Sequence[Attempt], options: Sequence[str], show: Show) -> None:
    """Run `rca debug` on each attempt that has not ended yet."""
    for attempt in _unfinished(attempts):
        answer, notes = run_debug(attempt, options)
        _finish(attempt, answer, notes, show)


def _unfinished(attempts: Sequence[Attempt]) -> Iterator[Attempt]:
    """Yield attempts without notes; what an interrupted one left is removed."""
    for attempt in attempts:
        if not (attempt.folder / NOTES).exists():
            attempt.log.unlink(missing_ok=True)
            (attempt.folder / ANSWER).unlink(missing_ok=True)
            yield attempt


@contextmanager
def _server_ended(attempt: Attempt) -> Iterator[None]:
    """End the tree's server afterwards: those of all trees together take too much memory."""
    try:
        yield
    finally:
        if attempt.way == "ours":
            SessionTools(attempt.root, attempt.number).stop()


def _error_text(attempt: Attempt) -> str:
    return (attempt.folder / "error.txt").read_text("utf-8")


def _finish(attempt: Attempt, answer: str, notes: dict[str, object], show: Show) -> None:
    if answer:
        (attempt.folder / ANSWER).write_text(answer, "utf-8")
    (attempt.folder / NOTES).write_text(json.dumps(notes), "utf-8")
    show(f"{attempt.folder.parent.name}/{attempt.number}: {notes['stop']}")
