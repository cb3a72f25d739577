"""Forgiving readers of a small model's replies: JSON with other keys, prose, a bare letter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rca.agent.candidates import Candidate
from rca.agent.choice_prompts import CAUSE_EXAMPLE, FIX_EXAMPLE, LABELS, NONE, REASON_EXAMPLE
from rca.agent.llm_client import Reply
from rca.text.embedded_json import json_values

_CHOICE_KEYS = ("choice", "answer", "candidate", "option", "place", "letter", "id")
_CAUSE_KEYS = ("cause", "rootCause", "root_cause", "because", "explanation", "reason", "problem")
_FIX_KEYS = ("fix", "suggestedFix", "suggested_fix", "change", "solution")
_LETTER = re.compile(r"^\W*(?:(?:candidate|option|place|choice|answer)\W*)?([A-E])(?:\W|$)", re.IGNORECASE)
_STATED = re.compile(
    r"\b(?:choice|answer|option|candidate|place|choose|chose|pick)\b(?:\s+(?:is|would be))?\W{0,6}"
    r"\b([A-E])\b",
    re.IGNORECASE,
)
_LINE = re.compile(r"\bline\W{0,3}(\d{1,6})\b", re.IGNORECASE)
_SHORTEST, _LONGEST = 4, 600
"""Characters of a cause or fix."""
_EXAMPLES = (REASON_EXAMPLE, CAUSE_EXAMPLE, FIX_EXAMPLE)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a model says is wrong. `place` is a label, None where it names none; so is `line`."""

    cause: str
    fix: str
    place: str | None
    line: int | None


def read_choice(reply: Reply, candidates: Sequence[Candidate]) -> str | None:
    """Return the label that was chosen, NONE, or None where no choice can be read."""
    labels = LABELS[: len(candidates)]
    for value in _objects(reply):
        given = _first(value, _CHOICE_KEYS)
        label = _label(given, labels) or _named(str(given or ""), candidates)
        if label:
            return label
    text = _text(reply).strip()
    if len(text) <= 20 and (label := _label(text, labels)):
        return label
    stated = [match[1].upper() for match in _STATED.finditer(text) if match[1].upper() in labels]
    if stated:
        return stated[-1]
    return _named(text, candidates) or (NONE if re.search(r"\bnone of\b", text, re.IGNORECASE) else None)


def read_names(reply: Reply) -> list[str]:
    """Return the names to look for, at most three."""
    for value in json_values(_text(reply)):
        given = value.get("names") if isinstance(value, dict) else value
        if isinstance(given, str):
            given = [given]
        if isinstance(given, list):
            return [name.strip() for name in given if isinstance(name, str) and name.strip()][:3]
    quoted = re.findall(r"[`\"]([^`\"\n]{3,80})[`\"]", _text(reply))
    return list(dict.fromkeys(quoted))[:3]


def read_conclusion(reply: Reply) -> Conclusion:
    """Return what a model says is wrong; prose counts as the cause."""
    text = _text(reply).strip()
    for value in _objects(reply):
        cause, fix = _words(_first(value, _CAUSE_KEYS)), _words(_first(value, _FIX_KEYS))
        if cause or fix:
            place = _label(_first(value, ("place", *_CHOICE_KEYS)), LABELS)
            found = re.search(r"\d+", str(value.get("line", "")))
            line = int(found[0]) if found else None
            return Conclusion(cause, fix, place, line)
    prose = "" if text[:1] in {"{", "["} else text
    stated = _LINE.search(prose)
    return Conclusion(prose[:_LONGEST], "", None, int(stated[1]) if stated else None)


def _words(value: object) -> str:
    """Return the model's own words, empty where it copied the prompt's or gave a letter or a number."""
    text = str(value or "").strip()
    plain = text.strip("().").lower()
    is_copied = any(plain == example.strip("().") for example in _EXAMPLES)
    return "" if is_copied or len(text) < _SHORTEST else text[:_LONGEST]


def _objects(reply: Reply) -> Iterator[dict[str, Any]]:
    yield from (value for value in json_values(_text(reply)) if isinstance(value, dict))


def _text(reply: Reply) -> str:
    """Return the text, with the arguments of calls: some models call a function that nobody offered."""
    return "\n".join((reply.content, *(call.arguments for call in reply.calls)))


def _first(value: dict[str, Any], keys: Sequence[str]) -> Any:  # noqa: ANN401 - JSON
    return next((value[key] for key in keys if value.get(key)), None)


def _label(given: object, labels: str) -> str | None:
    text = str(given or "").strip()
    if re.match(r"\W*none\b", text, re.IGNORECASE):
        return NONE
    match = _LETTER.match(text)
    return match[1].upper() if match and match[1].upper() in labels else None


def _named(text: str, candidates: Sequence[Candidate]) -> str | None:
    """Return the label of the one candidate whose function a text names."""
    named = [
        label
        for label, candidate in zip(LABELS, candidates, strict=False)
        if candidate.function and re.search(rf"\b{re.escape(candidate.function.rpartition('.')[2])}\b", text)
    ]
    return named[0] if len(named) == 1 else None
