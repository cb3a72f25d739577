"""The agent loop: analyze the error, let the model call tools in turns, check its answer.

Whatever the model does, the loop ends: by its answer, its limits, or because it makes no progress.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

from models.debugging import CallingMode, DebugReport
from models.error_codes import ErrorCode
from models.planning import Hypothesis
from rca.agent.conversation import Conversation
from rca.agent.investigation_record import Envelope, Limits, Record, RunContext
from rca.agent.llm_client import LlmClient, Reply, UnsupportedError
from rca.agent.prompt import FINAL, AnyTool, answer_schema, final_tool, material, system_prompt
from rca.agent.tool_calls import Action, actions_of
from rca.analysis.rendering.token_budget import estimate_tokens
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.toolkit.answer_rendering import as_text
from rca.toolkit.tool_schemas import as_openai

_MOST_UNREADABLE = 3
"""Answers in a row that hold no call; then the model is given up."""
_MOST_REPEATS = 3
"""Calls in a row that were made before; then the model is told to end, and given up after as many again."""
_MENDINGS = 1
"""How often a final answer that does not hold is given back."""
_BRIEF_SHARE, _ANSWER_SHARE = 0.4, 0.2

_NO_JSON = 'That was no call. Answer with one JSON object: {"tool": "…", "parameters": {…}}.'
_REPEATED = "You called this before with the same parameters; the answer is above and has not changed."
_END_NOW = f"End now: call {FINAL} with what you know, or with the verdict not_enough_information."


def investigate(
    error_text: str,
    endpoint: LlmClient,
    around: RunContext,
    limits: Limits,
    deadline: Deadline,
) -> DebugReport:
    """Search for the root cause of an error.

    Args:
        error_text: as it was printed.
        endpoint: the model.
        around: see there.
        limits: see there.
        deadline: ends it between turns.

    Raises:
        Cancelled: the caller no longer wants it.
    """
    return _Investigation(error_text, endpoint, around, limits, deadline).run()


@dataclass
class _Investigation:
    error_text: str
    endpoint: LlmClient
    around: RunContext
    limits: Limits
    deadline: Deadline
    seen: set[str] = field(default_factory=set)
    unreadable: int = 0
    repeats: int = 0
    mended: int = 0
    constrained: bool = True
    first: str = ""
    talk: Conversation = field(init=False)
    record: Record = field(init=False)

    def run(self) -> DebugReport:
        """Run turns until the investigation ends."""
        self.record = Record(self.endpoint, self.around, "model")
        self._begin(self.endpoint.mode or "native", self._analysis())
        while True:
            self.deadline.check_cancelled()
            if self.record.is_spent(self.limits):
                return self.record.gave_up("budget_exceeded", "more turns or tokens than were allowed")
            self.record.turn += 1
            try:
                reply = self._ask()
            except Failure as failure:
                return self.record.gave_up("endpoint_failed", "the model's answer", failure.error.message)
            ended = self._act(reply)
            if ended is not None:
                return ended

    @property
    def _answer_tokens(self) -> int:
        return int(self.limits.context * _ANSWER_SHARE)

    def _begin(self, mode: CallingMode, first: str) -> None:
        self.first = first
        self.record.mode = mode
        self.talk = Conversation(mode, self.limits.context - self._answer_tokens)
        self.talk.say("system", system_prompt(self.around.tools, mode))
        self.talk.say("user", first)

    def _analysis(self) -> str:
        """Analyze the error without the model, so that every investigation starts from facts."""
        budget = max(300, int(self.limits.context * _BRIEF_SHARE))
        envelope = self.record.call("analyze_error", {"errorText": self.error_text, "tokenBudget": budget})
        if not envelope["success"]:
            return "Find the root cause of this error.\n" + material("error", self.error_text[-budget * 3 :])
        data = envelope["data"]
        self.record.culprit = data.get("culprit")
        return "Find the root cause of this error.\n" + material("analyze_error", data["brief"])

    def _ask(self) -> Reply:
        last = self.record.turn == self.limits.max_turns
        if last:
            self.talk.say("user", _END_NOW)
        while True:
            try:
                reply = self.endpoint.ask(self.talk.messages, **self._request(only_final=last))
                break
            except UnsupportedError:
                self._fall_back()
        counted = reply.tokens
        self.record.tokens += counted or self.talk.tokens + estimate_tokens(reply.content)
        first_turn = self.record.turn == 1 and self.endpoint.mode is None
        if self.talk.mode == "native" and first_turn and not reply.calls and not actions_of(reply):
            # Many servers leave `tools` out without a word.
            self._begin("json", self.first)
            return self._ask()
        return reply

    def _request(self, *, only_final: bool) -> dict[str, Any]:
        room = {"max_tokens": self._answer_tokens}
        offered = () if only_final else self.around.tools
        if self.talk.mode == "native":
            return room | {"tools": [*as_openai(offered), final_tool()]}
        if not self.constrained:
            return room
        schema = {"name": "call", "strict": True, "schema": answer_schema(offered)}
        return room | {"response_format": {"type": "json_schema", "json_schema": schema}}

    def _fall_back(self) -> None:
        """Drop what the endpoint refuses: function calls first, then the response schema."""
        if self.talk.mode == "native":
            self._begin("json", self.first)
        elif self.constrained:
            self.constrained = False
        else:
            raise Failure(ErrorCode.API_ERROR, f"{self.endpoint.url} refuses every form of request")

    def _act(self, reply: Reply) -> DebugReport | None:
        actions = actions_of(reply)
        self.talk.heard(reply)
        if not actions:
            self.unreadable += 1
            cut = " It was cut at its length." if reply.cut else ""
            self.record.step(None, {}, f"no call in the answer.{cut}", 0, reply.tokens)
            if self.unreadable >= _MOST_UNREADABLE:
                return self.record.gave_up("no_progress", "an answer that can be read")
            self.talk.say("user", _NO_JSON)
            return None
        self.unreadable = 0
        for given in actions:
            action = replace(given, tool=self.around.resolve(given.tool))
            ended = self._end(action, reply) if action.ends else self._run(action, reply)
            if ended is not None:
                return ended
        return None

    def _run(self, action: Action, reply: Reply) -> DebugReport | None:
        if action.key in self.seen:
            self.repeats += 1
            self.record.step(action.tool, action.parameters or {}, "called before", 0, reply.tokens)
            if self.repeats >= 2 * _MOST_REPEATS:
                return self.record.gave_up("no_progress", "a call that was not made before")
            told = f"{_REPEATED} {_END_NOW}" if self.repeats >= _MOST_REPEATS else _REPEATED
            self.talk.answered(action.id, action.tool, json.dumps({"note": told}))
            return None
        self.repeats = 0
        self.seen.add(action.key)
        if action.parameters is None:
            envelope: Envelope = _error(ErrorCode.INVALID_PARAMETERS, "The parameters are no JSON object.")
            self.record.step(action.tool, {}, "INVALID_PARAMETERS", 0, reply.tokens)
        elif action.tool not in {tool.name for tool in self.around.tools}:
            names = ", ".join(tool.name for tool in self.around.tools)
            envelope = _error(
                ErrorCode.UNKNOWN_TOOL, f"There is no tool '{action.tool}'. There are: {names}."
            )
            self.record.step(action.tool, action.parameters, "UNKNOWN_TOOL", 0, reply.tokens)
        else:
            envelope = self.record.call(action.tool, action.parameters, reply.tokens)
        self.talk.answered(action.id, action.tool, as_text(self._offered(action.tool), envelope))
        return None

    def _offered(self, name: str) -> AnyTool | None:
        return next((tool for tool in self.around.tools if tool.name == name), None)

    def _end(self, action: Action, reply: Reply) -> DebugReport | None:
        checked = self.around.check(action.parameters)
        hypothesis = _readable(checked.value)
        if checked.errors and self.mended < _MENDINGS:
            self.mended += 1
            self.record.step(FINAL, {}, f"given back: {checked.errors[0]}", 0, reply.tokens)
            wrong = "; ".join(checked.errors[:5])
            note = {"errors": wrong, "note": "Mend it, or cite other places."}
            self.talk.answered(action.id, FINAL, json.dumps(note, ensure_ascii=False))
            return None
        if hypothesis is None:
            return self.record.gave_up("no_progress", "a final answer that can be read")
        self.record.step(FINAL, {}, hypothesis.verdict, 0, reply.tokens)
        if checked.errors and hypothesis.verdict == "root_cause":
            # It is shown, as the idea may be right, with what speaks against it, and nobody vouches for it.
            hypothesis = hypothesis.model_copy(update={"confidence": 0.0})
        return self.record.report("answered", hypothesis, doubts=tuple(checked.errors))


def _error(code: ErrorCode, message: str) -> Envelope:
    return {"success": False, "error": {"code": code.value, "message": message}}


def _readable(value: object) -> Hypothesis | None:
    try:
        return Hypothesis.model_validate(value)
    except ValueError:
        return None
