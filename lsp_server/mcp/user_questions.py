"""Questions to the user as forms of the protocol, and the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mcp_types as types

if TYPE_CHECKING:
    from lsp_server.mcp.elicitation import UserQuestion

QUESTION = "approval"
"""The one thing that a call asks for at a time."""


def question_form(question: UserQuestion) -> types.ElicitRequestFormParams:
    """Return the form that asks a question, with the harmless answer as default."""
    answer = {
        "type": "string",
        "title": "Answer",
        "enum": list(question.choices),
        "default": question.choices[-1],
    }
    return types.ElicitRequestFormParams(
        message=question.message,
        requested_schema={"type": "object", "properties": {"answer": answer}, "required": ["answer"]},
    )


def choice_of(answer: object) -> str | None:
    """Return the user's choice: a refusal is an answer, a closed dialog is none."""
    if not isinstance(answer, types.ElicitResult) or answer.action == "cancel":
        return None
    chosen = (answer.content or {}).get("answer") if answer.action == "accept" else "deny"
    return chosen if isinstance(chosen, str) else None
