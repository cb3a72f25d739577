"""Scores of attempts: the rank of the fixed place, and the cost in calls, bytes, tokens and seconds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.assistants.answer_file import read_places
from benchmarks.assistants.prepared_run import Attempt, list_attempts, load_prepared
from benchmarks.assistants.toolbox import LISTING, read_log
from benchmarks.fixed_bugs.cases import Case
from benchmarks.fixed_bugs.score import first_rank

ANSWER = "answer.json"
NOTES = "notes.json"
"""What a driver says of an attempt: why it ended, tokens as the endpoint counts them."""


@dataclass(frozen=True, slots=True)
class AttemptScore:
    """An attempt's result.

    Attributes:
        rank: of the first right place, None if none is.
        answered: there is an answer that can be read.
        calls: calls of tools, wrong ones included.
        wrong_calls: those that were answered with an error.
        returned: bytes of the answers.
        characters: characters of the answers.
        sent: bytes of the arguments.
        listing: bytes of the list of tools, as often as it was asked for.
        seconds: that the tools took.
        tokens: of the model, by the endpoint's count; None where nobody counted.
        stop: why the attempt ended, where a driver says so.
    """

    number: str
    case: str
    stratum: str
    way: str
    run: int
    rank: int | None
    answered: bool
    calls: int
    wrong_calls: int
    returned: int
    characters: int
    sent: int
    listing: int
    seconds: float
    tokens: int | None
    stop: str


def score_run(root: Path) -> list[AttemptScore]:
    """Return the scores of a prepared run's attempts that were begun: with a call, notes or an answer."""
    prepared = load_prepared(root)
    cases = prepared.load_cases()
    return [
        score_attempt(attempt, cases[attempt.number])
        for attempt in list_attempts(root, prepared)
        if any((attempt.folder / name).exists() for name in (ANSWER, NOTES, attempt.log.name))
    ]


def score_attempt(attempt: Attempt, case: Case) -> AttemptScore:
    """Return the score of an attempt."""
    answer = attempt.folder / ANSWER
    places = read_places(answer.read_text("utf-8"), attempt.tree) if answer.exists() else []
    log = read_log(attempt.log)
    calls = [call for call in log if call.tool != LISTING]
    notes = _notes(attempt.folder / NOTES)
    tokens = notes.get("tokens")
    return AttemptScore(
        number=attempt.number,
        case=case.id,
        stratum=case.stratum,
        way=attempt.way,
        run=attempt.run,
        rank=first_rank(case, places),
        answered=bool(places),
        calls=len(calls),
        wrong_calls=sum(call.is_error for call in calls),
        returned=sum(call.returned for call in calls),
        characters=sum(call.characters for call in calls),
        sent=sum(call.sent for call in calls),
        listing=sum(call.returned for call in log if call.tool == LISTING),
        seconds=round(sum(call.seconds for call in calls), 2),
        tokens=tokens if isinstance(tokens, int) else None,
        stop=str(notes.get("stop", "")),
    )


def save_scores(scores: Sequence[AttemptScore], file: Path) -> None:
    """Write scores, one a line."""
    file.write_text("".join(json.dumps(asdict(score)) + "\n" for score in scores), "utf-8")


def load_scores(file: Path) -> list[AttemptScore]:
    """Return the scores of a file that `save_scores` wrote, or of the folder of a run."""
    if file.is_dir():
        return score_run(file)
    return [AttemptScore(**json.loads(line)) for line in file.read_text("utf-8").splitlines()]


def _notes(file: Path) -> dict[str, object]:
    value = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return value if isinstance(value, dict) else {}
