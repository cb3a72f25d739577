"""Removes prompt injection: text on a page that addresses a model instead of a reader."""

from __future__ import annotations

import re

REMOVED = "[removed]"

_CHAT_MARKS = re.compile(
    r"<\|[^|<>\n]{1,40}\|>|<\uff5c[^<>\n]{1,60}\uff5c>"  # <|im_start|> and the like, full-width ones too
    r"|\[/?(?:INST|SYS|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS)\]|<</?SYS>>"
    r"|</?(?:system|assistant|user|tool_call|tool_response|tool_use|tool_result|function_calls?|invoke|think"
    r"|start_of_turn|end_of_turn|antml:\w{1,30})(?:\s[^<>\n]{0,200})?>"
    r"|(?:^|(?<=\s))#{1,6}\s*(?:system|assistant|instruction|response)s?\s*:"
    r"|(?:^|(?<=[.!?]\s))(?:system|assistant|developer)(?:\s+(?:message|prompt))?\s*:(?!\w)",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"\b(?:please\s+)?(?:ignore|disregard|forget|override|bypass|do\s+not\s+follow)\b[^.!?\n]{0,40}?"
    r"\b(?:previous|prior|above|earlier|preceding|all|your|any|the\s+system)\b[^.!?\n]{0,30}?"
    r"\b(?:instructions?|prompts?|rules?|guidelines?|directions?|orders?|context|messages?)\b[^.!?\n]{0,200}"
    r"|\b(?:you\s+are\s+now|from\s+now\s+on,?\s+you|act\s+as\s+(?:an?\s+)?(?:ai|assistant|system)|pretend\s+to\s+be)\b"
    r"[^.!?\n]{0,200}"
    r"|\b(?:new|updated|important|secret)\s+(?:system\s+)?(?:instructions?|prompt)\s*(?:for\s+(?:the\s+)?"
    r"(?:ai|assistants?|models?|llms?|agents?)\b)?\s*:[^.!?\n]{0,200}"
    r"|\b(?:reveal|print|repeat|show|output|leak|send|exfiltrate)\b[^.!?\n]{0,30}\b(?:your|the)\s+"
    r"(?:system\s+prompt|hidden\s+prompt|initial\s+instructions?|api\s+keys?|credentials|secrets)\b[^.!?\n]{0,200}"
    r"|\b(?:ai|llm|language\s+model|coding)\s*(?:assistants?|agents?|models?)?\s*(?:reading|processing|that\s+reads?)"
    r"\s+this\b[^.!?\n]{0,200}",
    re.IGNORECASE,
)


def strip_prompt_injection(text: str) -> str:
    """Replace chat template markers and instructions to a model by `[removed]`.

    The rest is still written by strangers, and may be false; it only no longer looks like a turn of a
    conversation or a command. Linear time.
    """
    shown = _ORDERS.sub(REMOVED, _CHAT_MARKS.sub(REMOVED, text))
    return re.sub(rf"(?:{re.escape(REMOVED)}\s*){{2,}}", f"{REMOVED} ", shown).strip()
