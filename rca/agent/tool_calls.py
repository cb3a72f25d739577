"""Parser of a model's answer: tool calls, the final answer, or neither."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rca.agent.llm_client import Reply
from rca.agent.prompt import FINAL
from rca.text.embedded_json import json_values

MOST_CALLS = 5
"""Calls that one answer may ask for; further ones are left out."""


@dataclass(frozen=True, slots=True)
class Action:
    """One tool call; `parameters` is None if they are not a JSON object. `id` is the endpoint's own."""

    id: str
    tool: str
    parameters: dict[str, Any] | None

    @property
    def ends(self) -> bool:
        """Return whether it is the final answer."""
        return self.tool == FINAL

    @property
    def key(self) -> str:
        """A text that identifies the call, equal for equal calls."""
        return f"{self.tool} {json.dumps(self.parameters, sort_keys=True, default=str)}"


def actions_of(reply: Reply) -> tuple[Action, ...]:
    """Parse an answer: function calls, else the JSON objects in its text that name a tool.

    An object that looks like the final answer itself counts as one: small models forget the wrapping.
    """
    if reply.calls:
        return tuple(Action(call.id, call.name, _object(call.arguments)) for call in reply.calls[:MOST_CALLS])
    found = (_action(number, value) for number, value in enumerate(json_values(reply.content)))
    return tuple(one for one in found if one is not None)[:MOST_CALLS]


def _action(number: int, value: object) -> Action | None:
    if not isinstance(value, dict):
        return None
    name = value.get("tool") or value.get("name")
    if not isinstance(name, str):
        return Action(f"said-{number}", FINAL, value) if "verdict" in value else None
    given: Any = next((value[key] for key in ("parameters", "arguments", "input") if key in value), {})
    parameters = _object(given) if isinstance(given, str) else given
    return Action(f"said-{number}", name, parameters if isinstance(parameters, dict) else None)


def _object(text: str) -> dict[str, Any] | None:
    if not text.strip():
        return {}
    return next((value for value in json_values(text) if isinstance(value, dict)), None)
