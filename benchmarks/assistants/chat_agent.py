"""A model behind a chat endpoint works on an attempt: it calls tools until it answers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from benchmarks.assistants.answer_file import read_places
from benchmarks.assistants.chat_endpoint import ChatEndpoint, ChatReply, EndpointError, RequestedCall
from benchmarks.assistants.prepared_run import Attempt
from benchmarks.assistants.session_client import SessionError
from benchmarks.assistants.task_folders import prompt_text
from benchmarks.assistants.toolbox import LoggedTools, ToolDescription

_ANSWER_TOOL = ToolDescription(
    "answer",
    "End with the places that have to be changed, the likeliest first.",
    {
        "type": "object",
        "properties": {
            "places": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "file": {"type": "string"},
                        "function": {"type": "string"},
                        "line": {"type": "integer"},
                    },
                    "required": ["file"],
                },
            }
        },
        "required": ["places"],
    },
)
_MOST_SILENT = 3
"""Replies in a row with neither a call nor an answer; then the attempt ends."""


@dataclass(frozen=True, slots=True)
class ChatOutcome:
    """How an attempt ended; `answer` is the text that holds the places, empty without one."""

    answer: str
    stop: str
    turns: int
    tokens: int


def solve(
    attempt: Attempt, error_text: str, tools: LoggedTools, endpoint: ChatEndpoint, most_turns: int
) -> ChatOutcome:
    """Return what a model answers. Faults of model, endpoint and tools end an attempt, they do not raise."""
    try:
        return _Conversation(attempt, error_text, tools, endpoint, most_turns).run()
    except SessionError as problem:
        return ChatOutcome("", f"tools: {problem}", 0, 0)


@dataclass
class _Conversation:
    attempt: Attempt
    error_text: str
    tools: LoggedTools
    endpoint: ChatEndpoint
    most_turns: int
    messages: list[dict[str, Any]] = field(default_factory=list)
    tokens: int = 0

    def run(self) -> ChatOutcome:
        listing = self.tools.listing()
        if listing.instructions:
            self.messages.append({"role": "system", "content": listing.instructions})
        self._say(prompt_text(self.error_text, "with the tool `answer`"))
        silent = 0
        for turn in range(1, self.most_turns + 1):
            last = turn == self.most_turns
            if last and turn > 1:
                self._say("This is the last turn: call `answer` with what you know.")
            try:
                reply = self.endpoint.ask(self.messages, [*(() if last else listing.tools), _ANSWER_TOOL])
            except EndpointError as problem:
                return ChatOutcome("", f"endpoint: {problem}", turn, self.tokens)
            self.tokens += reply.tokens
            answer = self._act(reply)
            if answer:
                return ChatOutcome(answer, "answered", turn, self.tokens)
            silent = 0 if reply.calls else silent + 1
            if silent == _MOST_SILENT:
                return ChatOutcome("", "neither calls nor an answer", turn, self.tokens)
        return ChatOutcome("", "no answer in all turns", self.most_turns, self.tokens)

    def _say(self, text: str) -> None:
        self.messages.append({"role": "user", "content": text})

    def _act(self, reply: ChatReply) -> str:
        """Run the calls of a reply; returns the text of an answer, empty as long as there is none."""
        self.messages.append(reply.message)
        if not reply.calls:
            if read_places(reply.content, self.attempt.tree):
                return reply.content
            self._say("Call a tool, or end with the tool `answer`.")
        for call in reply.calls:
            if call.tool == _ANSWER_TOOL.name and read_places(call.arguments, self.attempt.tree):
                return call.arguments
            self.messages.append({"role": "tool", "tool_call_id": call.id, "content": self._answer(call)})
        return ""

    def _answer(self, call: RequestedCall) -> str:
        if call.tool == _ANSWER_TOOL.name:
            return "No place can be read from this. Form: " + json.dumps(_ANSWER_TOOL.parameters)
        try:
            arguments = json.loads(call.arguments or "{}")
        except ValueError:
            arguments = None
        if not isinstance(arguments, dict):
            return self.tools.refuse(call.tool, "The arguments are no JSON object.").text
        return self.tools.call(call.tool, arguments).text
