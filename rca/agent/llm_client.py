"""Client of an OpenAI-compatible endpoint on this machine: Ollama, llama.cpp, LM Studio.

Source: OpenAI's chat completions as those servers implement it. Nothing but loopback addresses is spoken
to: an error text and code go out here, and the user was promised that nothing leaves the machine.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from models.debugging import CallingMode
from models.error_codes import ErrorCode
from rca.tool_failure import Failure

if TYPE_CHECKING:
    import httpx

USUAL = ("http://127.0.0.1:11434/v1", "http://127.0.0.1:8080/v1", "http://127.0.0.1:1234/v1")
"""Where Ollama, llama.cpp and LM Studio listen when nothing else was set."""

_LARGEST_ANSWER = 4_000_000
_LOOK_SECONDS = 2.0
_SHOWN = 300


class UnsupportedError(Exception):
    """The endpoint refuses a member of the request (`tools`, `response_format`); another mode may work."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A function that the model wants called; `arguments` is its JSON text, valid or not."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of the model.

    `tokens` is what the endpoint counts for prompt and answer, None where it counts nothing; `cut` tells
    that the answer ended at the limit of its length.
    """

    content: str
    calls: tuple[ToolCall, ...]
    tokens: int | None
    cut: bool


class _Function(BaseModel):
    name: str
    arguments: Any = None


class _GivenCall(BaseModel):
    id: Any = None
    function: _Function


class _Message(BaseModel):
    content: Any = None
    tool_calls: list[_GivenCall] | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: Any = None


class _Completion(BaseModel):
    """The part of a chat completion that is read; servers differ in what they put into the rest."""

    choices: list[_Choice] = Field(min_length=1)
    usage: dict[str, Any] | None = None


class LlmClient:
    """One endpoint and the model to ask there. Close it after use.

    Args:
        url: its base, as `http://127.0.0.1:11434/v1`.
        model: name of the model.
        seconds: how long an answer may take.
        mode: how tools are called there; None tries the endpoint's own way first.
    """

    def __init__(self, url: str, model: str, seconds: float, mode: CallingMode | None = None) -> None:
        import httpx

        self.url = url.rstrip("/")
        self.model = model
        self.mode = mode
        # A proxy from the environment would carry the request off the machine.
        self._client = httpx.Client(timeout=httpx.Timeout(seconds, connect=5.0), trust_env=False)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def ask(self, messages: Sequence[Mapping[str, Any]], **more: Any) -> Reply:  # noqa: ANN401 - JSON
        """Send the conversation and return the answer.

        Args:
            messages: as the API has them.
            more: further members of the request: `tools`, `response_format`, `max_tokens`.

        Raises:
            UnsupportedError: it refuses a member of `more`.
            Failure: API_ERROR, TIMEOUT, RATE_LIMIT_EXCEEDED.
        """
        import httpx

        body = {"model": self.model, "messages": list(messages), "temperature": 0, "stream": False, **more}
        try:
            with self._client.stream("POST", f"{self.url}/chat/completions", json=body) as response:
                text = _read(response)
                status = response.status_code
        except httpx.TimeoutException:
            raise Failure(
                ErrorCode.TIMEOUT,
                f"The model at {self.url} did not answer within {self._client.timeout.read:g} s",
                "Use a smaller model, or give it more time with --turn-timeout.",
            ) from None
        except httpx.HTTPError as problem:
            raise unreachable(self.url, problem) from None
        if status in (400, 404, 422, 500, 501) and more.keys() & {"tools", "response_format"}:
            raise UnsupportedError(text[:_SHOWN])
        if status != 200:
            raise _refused(self.url, status, text)
        return _reply(self.url, text)


def check_local(url: str) -> None:
    """Refuse an address that is not on this machine.

    Raises:
        Failure: INVALID_URL, NETWORK_DISABLED.
    """
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        host = None
    if host is None or urlsplit(url).scheme not in ("http", "https"):
        raise Failure(
            ErrorCode.INVALID_URL,
            f"'{url}' is no address of an endpoint",
            "Give it as http://127.0.0.1:11434/v1.",
        )
    if host == "localhost":
        return
    try:
        local = ipaddress.ip_address(host).is_loopback
    except ValueError:
        local = False
    if not local:
        raise Failure(
            ErrorCode.NETWORK_DISABLED,
            f"{host} is not this machine; code and error text stay on it",
            "Run the model here (Ollama, llama.cpp, LM Studio), or tunnel its port to 127.0.0.1.",
        )


def find(url: str | None, model: str | None, seconds: float, mode: CallingMode | None = None) -> LlmClient:
    """Return an endpoint that answers, and its model: the given ones, else the first local one found.

    Raises:
        Failure: API_ERROR where nothing answers or it has no such model; what `check_local` raises.
    """
    for place in (url,) if url is not None else USUAL:
        check_local(place)
        models = _models(place.rstrip("/"))
        if models is None:
            continue
        if model is not None and models and model not in models:
            raise Failure(
                ErrorCode.API_ERROR,
                f"{place} has no model '{model}'",
                f"It has {', '.join(models[:8])}.",
            )
        chosen = model or next(iter(models), None)
        if chosen is None:
            raise Failure(ErrorCode.API_ERROR, f"{place} has no model", "Load one there first.")
        return LlmClient(place, chosen, seconds, mode)
    looked = url or ", ".join(USUAL)
    raise Failure(
        ErrorCode.API_ERROR,
        f"No model answers at {looked}",
        "Start Ollama, llama.cpp's server or LM Studio, or name another endpoint with --endpoint.",
    )


def unreachable(url: str, problem: Exception) -> Failure:
    """Return the failure for an endpoint that broke off."""
    return Failure(
        ErrorCode.API_ERROR,
        f"{url} broke off: {type(problem).__name__}",
        "See the log of the model's server; it may have run out of memory.",
    )


def _models(url: str) -> list[str] | None:
    """Return the names of an endpoint's models; None if nothing answers."""
    import httpx

    try:
        response = httpx.get(f"{url}/models", timeout=_LOOK_SECONDS, trust_env=False)
        listed = response.json()["data"] if response.status_code == 200 else []
        return [str(one["id"]) for one in listed]
    except (httpx.HTTPError, ValueError, KeyError, TypeError):
        return None


def _read(response: httpx.Response) -> str:
    text = bytearray()
    for chunk in response.iter_bytes():
        text += chunk
        if len(text) > _LARGEST_ANSWER:
            raise Failure(ErrorCode.API_ERROR, f"The model's answer is larger than {_LARGEST_ANSWER:,} bytes")
    return text.decode("utf-8", "replace")


def _refused(url: str, status: int, text: str) -> Failure:
    code = ErrorCode.RATE_LIMIT_EXCEEDED if status == 429 else ErrorCode.API_ERROR
    return Failure(code, f"{url} answered {status}: {text[:_SHOWN].strip()}", "See the log of the server.")


def _reply(url: str, text: str) -> Reply:
    try:
        completion = _Completion.model_validate_json(text)
    except ValueError:
        raise Failure(
            ErrorCode.API_ERROR,
            f"{url} did not answer as an OpenAI-compatible endpoint does: {text[:80].strip()!r}",
            "Check the address; it usually ends in /v1.",
        ) from None
    choice = completion.choices[0]
    message = choice.message
    calls = tuple(_call(number, one) for number, one in enumerate(message.tool_calls or ()))
    tokens = (completion.usage or {}).get("total_tokens")
    return Reply(
        str(message.content or ""),
        calls,
        tokens if isinstance(tokens, int) else None,
        choice.finish_reason == "length",
    )


def _call(number: int, given: _GivenCall) -> ToolCall:
    arguments = given.function.arguments
    # Some servers hand over the object, some its text.
    told = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
    return ToolCall(str(given.id or f"call-{number}"), given.function.name, told)
