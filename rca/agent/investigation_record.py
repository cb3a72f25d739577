"""What every investigation needs and leaves: its dependencies, limits, steps and report."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from models.debugging import CallingMode, DebugLead, DebugReport, DebugStep, StopReason
from models.planning import Citation, Hypothesis
from rca.agent.llm_client import LlmClient
from rca.agent.prompt import AnyTool
from rca.planning.citation_checks import Checked

Envelope = Mapping[str, Any]


@dataclass(frozen=True)
class Limits:
    """Limits of an investigation; `context` is the model's context window in tokens."""

    max_turns: int = 15
    max_total_tokens: int = 200_000
    context: int = 8_192


@dataclass(frozen=True)
class RunContext:
    """Dependencies of an investigation, injected so that it knows neither sessions nor terminals.

    Attributes:
        tools: those that the model is offered; it can call no others.
        call: runs a tool as any surface does, approval and limits included.
        check: checks a final answer against the code.
        show: told each step as it ends.
        resolve: returns the name under which a tool is listed, for any of its names.
    """

    tools: Sequence[AnyTool]
    call: Callable[[str, dict[str, Any]], Envelope]
    check: Callable[[object], Checked]
    show: Callable[[DebugStep], None] = lambda _step: None
    resolve: Callable[[str], str] = lambda name: name


@dataclass
class Record:
    """The steps of an investigation and their cost, and the report at its end."""

    endpoint: LlmClient
    around: RunContext
    lead: DebugLead
    mode: CallingMode = "json"
    steps: list[DebugStep] = field(default_factory=list)
    turn: int = 0
    tokens: int = 0
    culprit: Mapping[str, Any] | None = None

    def is_spent(self, limits: Limits) -> bool:
        """Return whether no further turn is allowed."""
        return self.turn >= limits.max_turns or self.tokens >= limits.max_total_tokens

    def call(self, tool: str, parameters: dict[str, Any], tokens: int | None = None) -> Envelope:
        """Run a tool and note the step."""
        started = time.perf_counter()
        envelope = self.around.call(tool, parameters)
        took = int((time.perf_counter() - started) * 1000)
        self.step(tool, parameters, _outcome(envelope), took, tokens)
        return envelope

    def step(
        self, tool: str | None, parameters: dict[str, Any], outcome: str, took: int, tokens: int | None
    ) -> None:
        """Note a step."""
        step = DebugStep(
            turn=self.turn,
            tool=tool,
            parameters=parameters,
            outcome=outcome,
            milliseconds=took,
            tokens=tokens or 0,
        )
        self.steps.append(step)
        self.around.show(step)

    def gave_up(self, stop: StopReason, lacking: str, error: str | None = None) -> DebugReport:
        """End without an answer of the model, with the findings of the analysis alone."""
        citations: tuple[Citation, ...] = ()
        explanation = ""
        if self.culprit is not None:
            place = Citation(file_path=self.culprit["filePath"], line=self.culprit.get("line"))
            citations = (place,)
            named = (self.culprit.get("function") or {}).get("name") or place.file_path
            explanation = f"Without the model, the analysis of the error points at {named}."
        hypothesis = Hypothesis(
            verdict="not_enough_information", explanation=explanation, citations=citations, missing=(lacking,)
        )
        return self.report(stop, hypothesis, error=error)

    def report(
        self,
        stop: StopReason,
        hypothesis: Hypothesis,
        *,
        doubts: tuple[str, ...] = (),
        error: str | None = None,
    ) -> DebugReport:
        """Return the report of an investigation that has ended."""
        return DebugReport(
            stop=stop,
            hypothesis=hypothesis,
            doubts=doubts,
            steps=tuple(self.steps),
            turns=self.turn,
            total_tokens=self.tokens,
            model=self.endpoint.model,
            endpoint=self.endpoint.url,
            mode=self.mode,
            lead=self.lead,
            error=error,
        )


def _outcome(envelope: Envelope) -> str:
    """Return a one-line summary of an answer."""
    if not envelope["success"]:
        return f"{envelope['error']['code']}: {envelope['error']['message']}"[:160]
    data = envelope["data"]
    counted = next(
        (f"{len(value)} {name}" for name, value in data.items() if isinstance(value, list) and value), None
    )
    partial = " (partial)" if envelope.get("meta", {}).get("completeness") == "partial" else ""
    return (counted or "answered") + partial
