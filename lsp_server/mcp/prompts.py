"""Prompts of MCP: `/diagnose`, `/why` and `/record-fix`, with the completion of their arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import anyio.to_thread
import mcp_types as types
from mcp.shared.exceptions import MCPError

from lsp_server.mcp.instructions import Topic, steps_about
from lsp_server.mcp.resources import ERROR, REPORT, read

if TYPE_CHECKING:
    from lsp_server.user_session import Session
    from models.events import ErrorEvent

_LAST = "last"
_MOST_VALUES = 100
"""Values of one completion at most, by the protocol."""
_SYMBOL_SECONDS = 1.0
_PLACE = re.compile(r"(?P<path>.+?):(?P<line>[1-9]\d{0,7})")


@dataclass(frozen=True, slots=True)
class _Prompt:
    """A prompt. `needs` are tools of which the server must offer one; `topics` are the steps it quotes."""

    name: str
    title: str
    description: str
    arguments: tuple[types.PromptArgument, ...]
    needs: tuple[str, ...]
    topics: tuple[Topic, ...]


_PROMPTS = (
    _Prompt(
        "diagnose",
        "Diagnose an error",
        "Find the root cause of an error, and the smallest fix.",
        (types.PromptArgument(name="error", description="The error's text, or `last` (default), or an id."),),
        ("analyze_error",),
        ("error", "after analysis", "verify"),
    ),
    _Prompt(
        "why",
        "Why is it so?",
        "Find out why a value or a piece of code is as it is.",
        (
            types.PromptArgument(
                name="place", description="A place such as `app/Main.kt:12`, or a symbol.", required=True
            ),
        ),
        ("trace_value_origin", "find_callers_of_function", "get_code_context"),
        ("look up", "answers"),
    ),
    _Prompt(
        "record-fix",
        "Record a fix",
        "Record how an error was fixed, for the next time.",
        (
            types.PromptArgument(name="error", description="The error's id, or `last` (default)."),
            types.PromptArgument(name="fix", description="What fixed it, in a sentence."),
        ),
        ("record_solution",),
        ("verify", "record"),
    ),
)


class Prompts:
    """The prompts of one server, for the tools that it offers."""

    def __init__(self, session: Callable[[], Session], tools: Collection[str]) -> None:
        self._session = session
        self._tools = tools
        self._prompts = {one.name: one for one in _PROMPTS if set(one.needs) & set(tools)}

    def listed(self) -> types.ListPromptsResult:
        """Return the prompts whose tools are offered."""
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=one.name,
                    title=one.title,
                    description=one.description,
                    arguments=list(one.arguments),
                )
                for one in self._prompts.values()
            ]
        )

    async def get(self, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """Return a prompt's message, with the report of the error that it is about.

        Raises:
            MCPError: there is no such prompt, or an argument is missing or unknown.
        """
        prompt = self._prompts.get(params.name)
        if prompt is None:
            names = ", ".join(self._prompts)
            raise MCPError(
                types.INVALID_PARAMS, f"There is no prompt '{params.name}'. The prompts are: {names}."
            )
        given = dict(params.arguments or {})
        known = [one.name for one in prompt.arguments]
        if unknown := [name for name in given if name not in known]:
            raise MCPError(
                types.INVALID_PARAMS, f"{prompt.name} takes {', '.join(known)}, and not {unknown[0]}."
            )
        messages = await anyio.to_thread.run_sync(partial(self._messages, prompt, given))
        return types.GetPromptResult(description=prompt.description, messages=messages)

    async def complete(self, params: types.CompleteRequestParams) -> types.CompleteResult:
        """Return values of an argument that begin as what was typed, or contain it."""
        values = await anyio.to_thread.run_sync(partial(self._values, params))
        shown = values[:_MOST_VALUES]
        completion = types.Completion(values=shown, total=len(values), has_more=len(values) > len(shown))
        return types.CompleteResult(completion=completion)

    # --- messages, on a thread of their own -----------------------------------------------------

    def _messages(self, prompt: _Prompt, given: dict[str, str]) -> list[types.PromptMessage]:
        steps = "\n".join(f"- {step}" for step in steps_about(prompt.topics, self._tools))
        if prompt.name == "why":
            subject, attached = self._place(given.get("place", "").strip()), None
        else:
            subject, attached = self._error(prompt.name, given)
        text = f"{subject}\n\n{steps}" if steps else subject
        contents: list[types.ContentBlock] = [types.TextContent(type="text", text=text)]
        contents += [attached] if attached is not None else []
        return [types.PromptMessage(role="user", content=content) for content in contents]

    def _error(self, name: str, given: dict[str, str]) -> tuple[str, types.EmbeddedResource | None]:
        from lsp_server.error_documents import known_errors

        asked = given.get("error", "").strip() or _LAST
        events = known_errors(self._session())
        event = next((one for one in events if asked in (_LAST, one.id)), None)
        if name == "record-fix":
            fix = given.get("fix", "").strip()
            what = f"Record this fix: {fix}" if fix else "Record the fix that we found."
            about = f" It is about the error `{event.id}`, attached." if event is not None else ""
            return f"{what}{about}", None if event is None else self._attached(ERROR, event)
        if event is not None:
            return (
                "Diagnose this error. Its analysis is attached, so analyze_error need not be called again.",
                self._attached(REPORT, event),
            )
        if asked == _LAST:
            return "Diagnose the last error. The server knows none yet: ask me for its text.", None
        return f"Diagnose this error:\n\n{asked}", None

    def _attached(self, prefix: str, event: ErrorEvent) -> types.EmbeddedResource:
        return types.EmbeddedResource(type="resource", resource=read(self._session, prefix + event.id))

    def _place(self, place: str) -> str:
        if not place:
            raise MCPError(types.INVALID_PARAMS, "why needs a place: `app/Main.kt:12`, or a symbol.")
        found = _PLACE.fullmatch(place)
        if found is None:
            return f"Why is `{place}` as it is: where does its value or behaviour come from, and who uses it?"
        return f"Why is line {found['line']} of `{found['path']}` as it is: where do its values come from?"

    # --- completion, on a thread of its own -----------------------------------------------------

    def _values(self, params: types.CompleteRequestParams) -> list[str]:
        typed, name = params.argument.value.strip(), params.argument.name
        if isinstance(params.ref, types.ResourceTemplateReference):
            is_error = params.ref.uri.startswith((ERROR, REPORT))
            return list(self._error_ids(typed)) if is_error else []
        prompt = self._prompts.get(params.ref.name)
        if prompt is None or name not in [one.name for one in prompt.arguments]:
            return []
        if name == "error":
            return list(self._error_ids(typed))
        return list(self._places(typed)) if name == "place" else []

    def _error_ids(self, typed: str) -> Iterator[str]:
        from lsp_server.error_documents import known_errors

        events = known_errors(self._session())
        if events and _LAST.startswith(typed):
            yield _LAST
        for event in events:
            if event.id.startswith(typed) or typed.lower() in event.title.lower():
                yield event.id

    def _places(self, typed: str) -> Iterator[str]:
        """Yield the culprits of known errors first, then declarations by name."""
        from lsp_server.error_documents import known_errors
        from rca.navigation.symbol_search import symbols_like
        from rca.scheduling.deadline import Deadline

        session = self._session()
        culprits = (event.culprit for event in known_errors(session))
        places = {f"{one.file_path}:{one.line}": None for one in culprits if one is not None and one.line}
        yield from (place for place in places if typed.lower() in place.lower())
        if not typed:
            return
        index = session.workspace.snapshot.index
        found = symbols_like(index, typed, _MOST_VALUES, Deadline(_SYMBOL_SECONDS))
        yield from dict.fromkeys(one.display_name for one in found)
