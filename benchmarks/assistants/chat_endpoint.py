"""Client of an OpenAI-compatible chat endpoint with tool calls; transient failures are retried."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel, Field, ValidationError

from benchmarks.assistants.toolbox import ToolDescription

KEY_VARIABLE = "ASSISTANTS_API_KEY"
_ATTEMPTS = 3
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class EndpointError(Exception):
    """The endpoint gave no usable answer."""


@dataclass(frozen=True, slots=True)
class RequestedCall:
    """A call that the model asks for; `arguments` is its JSON text, valid or not."""

    id: str
    tool: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatReply:
    """One answer: its text, its calls, tokens of prompt and answer, and the message as it came."""

    content: str
    calls: tuple[RequestedCall, ...]
    tokens: int
    message: dict[str, Any]


class _Function(BaseModel):
    name: str
    arguments: Any = ""


class _Call(BaseModel):
    id: str | None = None
    function: _Function


class _Message(BaseModel):
    content: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(BaseModel):
    message: _Message


class _Usage(BaseModel):
    total_tokens: int = 0


class _Completion(BaseModel):
    choices: list[_Choice] = Field(min_length=1)
    usage: _Usage | None = None


class ChatEndpoint:
    """An endpoint and a model.

    Args:
        url: base, as `http://127.0.0.1:8080/v1`; a key is taken from the environment.
        model: name of the model.
        seconds: how long an answer may take.
        pause: seconds before the second attempt; it doubles.
    """

    def __init__(self, url: str, model: str, seconds: float, pause: float = 2.0) -> None:
        self._url = url.rstrip("/")
        self._model = model
        self._pause = pause
        key = os.environ.get(KEY_VARIABLE)
        local = urlsplit(url).hostname in _LOOPBACK
        self._client = httpx.Client(
            timeout=httpx.Timeout(seconds, connect=10.0),
            trust_env=not local,
            headers={"Authorization": f"Bearer {key}"} if key else {},
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def ask(self, messages: Sequence[dict[str, Any]], tools: Sequence[ToolDescription]) -> ChatReply:
        """Return the answer to a conversation.

        Raises:
            EndpointError: refused, or no answer in several attempts.
        """
        functions = [
            {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
            for tool in tools
        ]
        body = {
            "model": self._model,
            "messages": list(messages),
            "temperature": 0,
            "tools": [{"type": "function", "function": function} for function in functions],
        }
        problem = ""
        for attempt in range(_ATTEMPTS):
            if attempt:
                time.sleep(self._pause * 2 ** (attempt - 1))
            try:
                response = self._client.post(f"{self._url}/chat/completions", json=body)
            except httpx.TimeoutException:
                problem = "no answer in time"
                continue
            except httpx.HTTPError as error:
                problem = type(error).__name__
                continue
            if response.status_code == 200:
                return _read(response.text)
            problem = f"status {response.status_code}: {response.text[:200]}"
            if response.status_code < 500 and response.status_code != 429:
                break
        raise EndpointError(problem)


def _read(text: str) -> ChatReply:
    try:
        completion = _Completion.model_validate_json(text)
    except ValidationError:
        raise EndpointError(f"not an answer of a chat endpoint: {text[:200]}") from None
    message = completion.choices[0].message
    calls = tuple(
        RequestedCall(call.id or f"call-{number}", call.function.name, str(call.function.arguments or ""))
        for number, call in enumerate(message.tool_calls or ())
    )
    given: dict[str, Any] = {"role": "assistant", "content": message.content or ""}
    if calls:
        given["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.tool, "arguments": call.arguments}}
            for call in calls
        ]
    tokens = completion.usage.total_tokens if completion.usage else 0
    return ChatReply(message.content or "", calls, tokens, given)
