"""Places among which a model chooses: those of the analysis, likeliest first, each with its code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from rca.agent.investigation_record import Envelope
from rca.text.llm_token_count import cut_to_tokens, estimate_tokens

CallTool = Callable[[str, dict[str, Any]], Envelope]

_LINES_AROUND = 60
"""Lines of code that are fetched on either side of a place."""
_LINES_OUTSIDE = 10
"""The same for a place outside of functions, as in a build script, where the rest is about other things."""
_MOST_CALLERS = 4
_MOST_FACTS = 2
_LONGEST_LINE = 200
_LINE_TOKENS = 4
"""Estimate for a line's number and its break."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that may have to be changed.

    Attributes:
        statement: why it may be the cause, by the analysis.
        confidence: the analysis' probability; None where it gives none.
        facts: what else speaks for it, in sentences.
        rank: place in the analysis' order, from 1; None for what the model asked for itself.
        code: lines around the place by their number, inside its function where it lies in one.
    """

    file: str
    line: int
    function: str | None
    statement: str
    confidence: float | None = None
    rank: int | None = None
    facts: tuple[str, ...] = ()
    code: Mapping[int, str] | None = None

    @property
    def key(self) -> tuple[str, object]:
        """Return what tells places apart: the function in its file, or the line."""
        return self.file, self.function or self.line

    @property
    def name(self) -> str:
        """Return the function, else the file."""
        return self.function or self.file.rpartition("/")[2]

    def excerpt(self, tokens: int) -> dict[int, str]:
        """Return the lines nearest to the place that fit into a number of tokens, in order."""
        if not self.code:
            return {}
        shown: dict[int, str] = {}
        left = tokens
        for number in sorted(self.code, key=lambda one: (abs(one - self.line), one)):
            text = self.code[number][:_LONGEST_LINE]
            left -= estimate_tokens(text) + _LINE_TOKENS
            if left < 0 and shown:
                break
            shown[number] = text
        return dict(sorted(shown.items()))


def list_candidates(data: Mapping[str, Any]) -> list[Candidate]:
    """Return the places of an analysis: of its hypotheses, the culprit, the frames, the callers."""
    ranks = count(1)
    changes: dict[str, list[str]] = {}
    for change in data.get("suspectChanges") or ():
        if not changes.get(change["filePath"]):
            changes[change["filePath"]] = [f"Suspect change of this file: {change['summary']}"]
    found: list[Candidate] = []
    seen: set[tuple[str, object]] = set()
    for candidate in _places(data):
        # A frame of a place that a hypothesis names may lack the function.
        keys = {candidate.key, (candidate.file, candidate.line)}
        if not keys & seen:
            facts = (*candidate.facts, *changes.pop(candidate.file, ()))
            found.append(replace(candidate, rank=next(ranks), facts=facts))
        seen |= keys
    return found


def _places(data: Mapping[str, Any]) -> Iterator[Candidate]:
    for hypothesis in data.get("hypotheses") or ():
        place = next(iter(hypothesis["places"]), None)
        if place:
            yield Candidate(
                place["filePath"],
                place["line"],
                place["function"],
                hypothesis["statement"],
                hypothesis["confidence"],
                facts=tuple(hypothesis.get("evidence") or ())[:_MOST_FACTS],
            )
    for frame in (data.get("culprit"), *(data.get("frames") or ())):
        if frame and frame.get("line"):
            function = (frame.get("function") or {}).get("name")
            yield Candidate(frame["filePath"], frame["line"], function, "The error names this place.")
    for caller in (data.get("callers") or ())[:_MOST_CALLERS]:
        statement = f"It calls {caller['callee']}."
        yield Candidate(caller["filePath"], caller["line"], caller["callerName"], statement)


def with_code(candidate: Candidate, call: CallTool) -> Candidate:
    """Return the candidate with the code around it; without code where the place cannot be read."""
    asked = {"filePath": candidate.file, "line": candidate.line, "contextLines": _LINES_AROUND}
    envelope = call("get_code_context", asked)
    if not envelope["success"]:
        return candidate
    data = envelope["data"]
    context = data["context"]
    lines = _numbered(context["before"], data["startLine"])
    lines |= {data["errorLine"]: context["errorLine"]}
    lines |= _numbered(context["after"], data["errorLine"] + 1)
    function = data.get("functionDefinition")
    near = range(candidate.line - _LINES_OUTSIDE, candidate.line + _LINES_OUTSIDE + 1)
    within = range(function["startLine"], function["endLine"] + 1) if function else near
    lines = {number: text for number, text in lines.items() if number in within}
    named = candidate.function or (function or {}).get("name")
    return replace(candidate, function=named, code=lines)


def list_related(chosen: Candidate, data: Mapping[str, Any], call: CallTool) -> list[Candidate]:
    """Return places that belong to a candidate: the others of its hypothesis, then its callers."""
    related: dict[tuple[str, int], Candidate] = {}
    for hypothesis in data.get("hypotheses") or ():
        first, *others = hypothesis["places"] or [None]
        if first and (first["filePath"], first["line"]) == (chosen.file, chosen.line):
            for place in others:
                role = place["role"].replace("_", " ")
                other = Candidate(place["filePath"], place["line"], place["function"], f"The {role}.")
                related.setdefault((other.file, other.line), other)
    for caller in _callers(chosen, call):
        other = Candidate(
            caller["filePath"], caller["line"], caller["callerName"], f"It calls {chosen.name}."
        )
        related.setdefault((other.file, other.line), other)
    known = {candidate.key: candidate for candidate in list_candidates(data)}
    shown = range(min(chosen.code), max(chosen.code) + 1) if chosen.code else range(0)
    return [
        replace(other, rank=known[other.key].rank, confidence=known[other.key].confidence)
        if other.key in known
        else other
        for other in related.values()
        if other.file != chosen.file or other.line not in shown
    ]


def _callers(chosen: Candidate, call: CallTool) -> Sequence[Mapping[str, Any]]:
    if chosen.function is None:
        return ()
    asked = {
        "functionName": chosen.function.rpartition(".")[2],
        "filePath": chosen.file,
        "line": chosen.line,
        "maxDepth": 1,
        "limit": _MOST_CALLERS,
    }
    envelope = call("find_callers_of_function", asked)
    return envelope["data"]["callers"] if envelope["success"] else ()


def find_named(names: Sequence[str], call: CallTool) -> list[Candidate]:
    """Return the declarations and texts of some names, those of each name in the order of the search."""
    found: dict[tuple[str, int], Candidate] = {}
    for name in names:
        envelope = call("search_code", {"query": name, "limit": 3})
        if envelope["success"]:
            for hit in envelope["data"]["hits"]:
                function = hit["name"] if "." in hit["name"] else None
                statement = f"Found for `{name}`."
                candidate = Candidate(hit["filePath"], hit["line"], function, statement)
                found.setdefault((candidate.file, candidate.line), candidate)
    return list(found.values())


def shorten_error(error_text: str, tokens: int) -> str:
    """Return the part of an error text that says most: messages, causes and the first frames of each."""
    kept: list[str] = []
    frames = 0
    for line in error_text.splitlines():
        is_frame = re.match(r"\s*(?:[>|]\s*)?at\s", line) is not None
        frames = frames + 1 if is_frame else 0
        if frames <= 6 and line.strip():
            kept.append(line.strip()[:300])
    return cut_to_tokens("\n".join(kept), tokens)


def _numbered(text: str, first: int) -> dict[int, str]:
    return dict(enumerate(text.splitlines(), first)) if text else {}
