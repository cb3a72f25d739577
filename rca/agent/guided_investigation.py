"""The engine leads: it analyzes the error and gathers code; the model chooses a place and says what is wrong.

As a rule two questions are enough, each short enough for a small model. An answer that cannot be read is
asked for once more; then the findings of the analysis remain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from models.debugging import DebugReport
from models.planning import Hypothesis
from rca.agent.candidates import (
    Candidate,
    find_named,
    list_candidates,
    list_related,
    shorten_error,
    with_code,
)
from rca.agent.choice_prompts import (
    LABELS,
    NONE,
    SYSTEM,
    batch_size,
    choice_prompt,
    choice_schema,
    conclusion_prompt,
    conclusion_schema,
    names_prompt,
    names_schema,
)
from rca.agent.choice_replies import Conclusion, read_choice, read_conclusion, read_names
from rca.agent.investigation_record import Limits, Record, RunContext
from rca.agent.llm_client import LlmClient, Reply, UnsupportedError
from rca.scheduling.deadline import Deadline
from rca.text.llm_token_count import estimate_tokens
from rca.tool_failure import Failure

CHOICE, CONCLUSION, NAMES = "choose_place", "conclude", "name_places"
"""How the steps of the model are called in the report."""

_ANSWER_TOKENS = 400
_ERROR_TOKENS = 500
_MOST_BATCHES = 4
"""Times that the model is shown places to choose from."""
_SCHEMA, _JSON, _FREE = range(3)
"""How far an endpoint's constraints on the answer's form reach."""


class _EndOfInvestigation(Exception):  # noqa: N818 - no error: it carries the report out of a step
    def __init__(self, report: DebugReport) -> None:
        super().__init__()
        self.report = report


def investigate_guided(
    error_text: str, endpoint: LlmClient, around: RunContext, limits: Limits, deadline: Deadline
) -> DebugReport:
    """Search for the root cause of an error with a small model.

    Args:
        error_text: as it was printed.
        endpoint: the model.
        around: its tools are not offered to the model.
        limits: `context` bounds each prompt.
        deadline: ends it between turns.

    Raises:
        Cancelled: the caller no longer wants it.
    """
    investigation = _Guided(error_text, endpoint, around, limits, deadline)
    try:
        return investigation.run()
    except _EndOfInvestigation as ended:
        return ended.report


@dataclass
class _Guided:
    error_text: str
    endpoint: LlmClient
    around: RunContext
    limits: Limits
    deadline: Deadline
    form: int = _SCHEMA
    data: dict[str, Any] = field(default_factory=dict)
    record: Record = field(init=False)

    def run(self) -> DebugReport:
        self.record = Record(self.endpoint, self.around, "engine")
        envelope = self.record.call("analyze_error", {"errorText": self.error_text})
        if envelope["success"]:
            self.data = dict(envelope["data"])
            self.record.culprit = self.data.get("culprit")
        chosen = self._choose()
        if chosen is None:
            return self.record.gave_up("answered", "a place in the project that has to do with the error")
        return self._conclude(chosen)

    @property
    def _room(self) -> int:
        """Return the tokens of a prompt."""
        return self.limits.context - _ANSWER_TOKENS - 50

    def _error(self) -> str:
        """Return what failed, by the analysis, and the error itself, shortened."""
        clauses = self.data.get("explanation") or ()
        said = [clause["text"] for clause in clauses if clause["kind"] in {"failed", "surfaced"}]
        return "\n".join((*said, shorten_error(self.error_text, _ERROR_TOKENS)))

    def _choose(self) -> Candidate | None:
        """Return the place that the model chose; None if it wants none."""
        waiting = list_candidates(self.data)
        has_searched = False
        for _batch in range(_MOST_BATCHES):
            if not waiting:
                if has_searched:
                    return None
                has_searched = True
                waiting = self._search()
            size = batch_size(self._room)
            batch = [with_code(candidate, self.record.call) for candidate in waiting[:size]]
            waiting = waiting[size:]
            if not batch:
                return None
            label = self._ask_for_choice(batch)
            if label != NONE:
                return batch[LABELS.index(label)]
        return None

    def _ask_for_choice(self, batch: Sequence[Candidate]) -> str:
        prompt = choice_prompt(self._error(), batch, self._room)
        letters = f"{', '.join(LABELS[: len(batch)])} or {NONE}"
        for again in ("", f"\n\nAnswer with one letter only: {letters}."):
            reply = self._ask(prompt + again, choice_schema(len(batch)))
            label = read_choice(reply, batch)
            told = label or "no choice can be read from the answer"
            if label and label != NONE:
                told = f"{label}: {batch[LABELS.index(label)].name}"
            self.record.step(CHOICE, {"among": [one.name for one in batch]}, told, 0, reply.tokens)
            if label:
                return label
        raise _EndOfInvestigation(self.record.gave_up("no_progress", "a choice that can be read"))

    def _search(self) -> list[Candidate]:
        """Return what the project has of the names that the model wants to look up."""
        reply = self._ask(names_prompt(self._error(), self._room), names_schema())
        names = read_names(reply)
        self.record.step(NAMES, {"names": names}, f"{len(names)} names", 0, reply.tokens)
        return find_named(names, self.record.call)

    def _conclude(self, chosen: Candidate) -> DebugReport:
        related = list_related(chosen, self.data, self.record.call)[: batch_size(self._room) - 1]
        places = [chosen, *(with_code(candidate, self.record.call) for candidate in related)]
        prompt = conclusion_prompt(self._error(), places, self._room)
        shown = dict(zip(LABELS, places, strict=False))
        again = doubt = ""
        for _try in range(2):
            reply = self._ask(prompt + again, conclusion_schema(len(places)))
            said = read_conclusion(reply)
            place = shown.get(said.place or LABELS[0], chosen)
            doubt = _problem(said, place)
            self.record.step(CONCLUSION, {"place": place.name}, doubt or "answered", 0, reply.tokens)
            if not doubt or self.record.is_spent(self.limits):
                break
            again = f"\n\nYour last answer cannot be used: {doubt}."
        return self._report(said, place, doubt)

    def _report(self, said: Conclusion, place: Candidate, doubt: str) -> DebugReport:
        """Return the report; the citation quotes the line, so that the check reads it in the file again."""
        code = place.code or {}
        line = said.line if said.line is not None and said.line in code else place.line
        citation = {"filePath": place.file, "line": line, "quote": code.get(line) or None}
        checked = self.around.check(
            {
                "verdict": "root_cause",
                "rootCause": said.cause or place.statement,
                "explanation": _standing(place, len(list_candidates(self.data))),
                "citations": [citation],
                "suggestedFix": said.fix,
                "confidence": place.confidence or 0.0,
            }
        )
        doubts = (*((f"{place.file}: {doubt}",) if doubt else ()), *checked.errors)
        hypothesis = Hypothesis.model_validate(checked.value)
        if doubts:
            hypothesis = hypothesis.model_copy(update={"confidence": 0.0})
        return self.record.report("answered", hypothesis, doubts=doubts)

    def _ask(self, prompt: str, schema: dict[str, Any]) -> Reply:
        """Return the model's reply; ends the investigation where there is none or no turn is left."""
        self.deadline.check_cancelled()
        if self.record.is_spent(self.limits):
            raise _EndOfInvestigation(
                self.record.gave_up("budget_exceeded", "more turns or tokens than were allowed")
            )
        self.record.turn += 1
        messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": prompt}]
        try:
            reply = self._send(messages, schema)
        except Failure as failure:
            lacking = "the model's answer"
            raise _EndOfInvestigation(
                self.record.gave_up("endpoint_failed", lacking, failure.error.message)
            ) from failure
        self.record.tokens += reply.tokens or estimate_tokens(prompt + reply.content)
        return reply

    def _send(self, messages: list[dict[str, Any]], schema: dict[str, Any]) -> Reply:
        """Send a prompt with the strictest form of answer that the endpoint takes."""
        named = {"name": "answer", "strict": True, "schema": schema}
        forms: dict[int, dict[str, Any]] = {
            _SCHEMA: {"response_format": {"type": "json_schema", "json_schema": named}},
            _JSON: {"response_format": {"type": "json_object"}},
            _FREE: {},
        }
        while True:
            try:
                return self.endpoint.ask(messages, max_tokens=_ANSWER_TOKENS, **forms[self.form])
            except UnsupportedError:  # never of the last form, which asks for nothing special
                self.form += 1


def _problem(said: Conclusion, place: Candidate) -> str:
    """Return what is wrong with a conclusion, empty if nothing is."""
    if not said.cause and not said.fix:
        return "the answer names neither a cause nor a fix"
    if said.line is not None and place.code and said.line not in place.code:
        first, last = min(place.code), max(place.code)
        return f"line {said.line} is not among the lines {first} to {last}"
    return ""


def _standing(place: Candidate, count: int) -> str:
    """Return what the analysis thinks of a place that the model chose."""
    if place.rank is None:
        return f"The analysis did not list {place.name}; the model chose it among related code."
    sure = "" if place.confidence is None else f" and gives it {place.confidence:.0%}"
    return f"{place.statement} The analysis ranks it {place.rank} of {count}{sure}."
