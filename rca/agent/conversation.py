"""The messages of one investigation, kept inside the model's context by shortening old answers first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from models.debugging import CallingMode
from rca.agent.llm_client import Reply
from rca.agent.prompt import material
from rca.analysis.rendering.token_budget import estimate_tokens

_SHORT = 400
"""Characters that are left of an old answer."""
_KEPT = 3
"""The latest messages that are never shortened, and the first two, which hold job and error."""
_HEAD = 2


@dataclass
class Conversation:
    """The messages so far; `room` is the token limit of a request."""

    mode: CallingMode
    room: int
    messages: list[dict[str, Any]] = field(default_factory=list)

    def say(self, role: str, content: str) -> None:
        """Add a message."""
        self.messages.append({"role": role, "content": content})
        self._fit()

    def heard(self, reply: Reply) -> None:
        """Add the model's answer in the form in which the endpoint expects it back."""
        message: dict[str, Any] = {"role": "assistant", "content": reply.content}
        if self.mode == "native" and reply.calls:
            message["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                }
                for call in reply.calls
            ]
        self.messages.append(message)

    def answered(self, call_id: str, tool: str, answer: str) -> None:
        """Add a tool's answer."""
        text = material(tool, answer)
        if self.mode == "native":
            self.messages.append({"role": "tool", "tool_call_id": call_id, "content": text})
            self._fit()
        else:
            self.say("user", text)

    @property
    def tokens(self) -> int:
        """Estimate the tokens of a request."""
        return sum(map(_tokens, self.messages))

    def _fit(self) -> None:
        for message in self.messages[_HEAD:-_KEPT]:
            if self.tokens <= self.room:
                return
            content = message["content"]
            if len(content) > _SHORT + 40:
                message["content"] = f"{content[:_SHORT]} … (shortened; call the tool again if needed)"
        for message in self.messages[_HEAD - 1 :]:
            over = self.tokens - self.room
            if over <= 0:
                return
            content = message["content"]
            kept = max(_SHORT, len(content) - over * 4)
            if len(content) > kept + 40:
                message["content"] = f"{content[:kept]} … (cut)"


def _tokens(message: dict[str, Any]) -> int:
    calls: Sequence[Any] = message.get("tool_calls", ())
    return estimate_tokens(message["content"]) + (estimate_tokens(json.dumps(calls)) if calls else 0) + 4
