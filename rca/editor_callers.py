"""Merges the callers that other language servers of the editor report with those of the index."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout

from models.code import Caller
from models.editor import CursorPosition, EditorCall, EditorCallersAnswer, EditorCallersQuestion
from rca.navigation.use_matching import confidence_of
from rca.resolve.symbol import Symbol
from rca.text.line_index import Lines
from rca.tool_failure import Failure
from rca.toolkit.tool import ToolContext

_logger = logging.getLogger(__name__)

MOST_SECONDS = 1.5
"""Others are never waited for longer, and never past the call's own limit."""
_MOST_TARGETS = 3
_AGREED = 0.98
_FROM_REFERENCES = 0.7
_KINDS = ("function", "constructor", "property")
_GUESSES = ("unique_name", "name_only")
_CALL_SHAPE = re.compile(r"[\w$`]*\s*(?:<[^;{}()]*>\s*)?[({]")
_REFERENCE_SHAPE = re.compile(r"::\s*\Z")


class EditorCallers:
    """Asks the editor when constructed, in parallel to the index search; `merge` combines both."""

    def __init__(self, context: ToolContext, targets: Sequence[Symbol]) -> None:
        self._context = context
        self._until = time.monotonic() + MOST_SECONDS
        self._asked: list[tuple[Symbol, Future[EditorCallersAnswer]]] = []
        ask = context.editor_callers
        for target in targets[:_MOST_TARGETS] if ask is not None else ():
            question = self._question(target)
            if ask is not None and question is not None:
                self._asked.append((target, ask(question)))

    def merge(self, callers: tuple[Caller, ...]) -> tuple[tuple[Caller, ...], tuple[str, ...]]:
        """Return the combined callers, and notes.

        A caller that both know becomes more certain; one that only the editor knows is added with evidence
        `editor`. A caller that the editor does not know is unchanged: its silence proves nothing.
        """
        said: dict[str, None] = {}
        for target, waiting in self._asked:
            answer = self._answer(waiting)
            if isinstance(answer, str):
                said[answer] = None
            elif answer.servers:
                callers, told = self._with(callers, target, answer)
                said[told] = None
        return callers, tuple(said)

    def _question(self, target: Symbol) -> EditorCallersQuestion | None:
        text = self._context.snapshot.text(target.path)
        if text is None or target.declaration.kind not in _KINDS:
            return None
        lines, row = Lines(text), target.declaration
        at = row.name_start
        if row.kind == "constructor" and target.owner is not None and not text.startswith("constructor", at):
            at = target.owner.declaration.name_start
        return EditorCallersQuestion(
            uri=self._context.snapshot.resolve(target.path).absolute.as_uri(),
            position=CursorPosition(line=lines.line_of(at), character=lines.utf16_column(at) + 1),
            kind=row.kind,
            timeout_ms=round(MOST_SECONDS * 1000),
        )

    def _answer(self, waiting: Future[EditorCallersAnswer]) -> EditorCallersAnswer | str:
        seconds = max(0.0, self._until - time.monotonic())
        remaining = self._context.deadline.remaining
        try:
            return waiting.result(seconds if remaining is None else min(seconds, remaining))
        except FutureTimeout:
            waiting.cancel()
            return "the editor's other language servers were asked and did not answer in time"
        except Exception:
            _logger.info("the editor's other language servers could not answer", exc_info=True)
            return "the editor's other language servers were asked and could not answer"

    def _with(
        self, callers: tuple[Caller, ...], target: Symbol, answer: EditorCallersAnswer
    ) -> tuple[tuple[Caller, ...], str]:
        name = target.display_name
        line = target.declaration.name_line
        mine = {
            (one.file_path, one.line)
            for one in callers
            if one.depth == 1 and one.callee == name and one.callee_line == line
        }
        theirs: dict[tuple[str, int], Caller] = {}
        for call in answer.calls:
            found = self._caller(target, call)
            if found is not None:
                key = (found.file_path, found.line)
                if key not in theirs or found.confidence > theirs[key].confidence:
                    theirs[key] = found
        merged = [
            _agreed(one)
            if one.depth == 1
            and (one.callee, one.callee_line) == (name, line)
            and (one.file_path, one.line) in theirs
            else one
            for one in callers
        ]
        added = [one for key, one in sorted(theirs.items()) if key not in mine]
        near = sum(1 for one in merged if one.depth == 1)
        told = (
            f"{', '.join(answer.servers)} in the editor: knows {len(mine & set(theirs))} of {len(mine)}"
            f" callers of {name}, and {len(added)} more"
        )
        return (*merged[:near], *added, *merged[near:]), told

    def _caller(self, target: Symbol, call: EditorCall) -> Caller | None:
        """Return the caller at a place; None outside the project, or if it is no call."""
        snapshot = self._context.snapshot
        try:
            path = snapshot.resolve(call.uri).path
        except Failure:
            return None
        text = snapshot.text(path)
        at_home = path == target.path and call.position.line == target.declaration.name_line
        if text is None or at_home or not _calls(text, target, call):
            return None
        around = snapshot.index.enclosing_function(path, call.position.line)
        caller = around.display_name if around is not None else path.rpartition("/")[2]
        sure = call.source == "call_hierarchy"
        return Caller(
            caller_name=caller,
            file_path=path,
            line=call.position.line,
            call_chain=(caller, target.display_name),
            depth=1,
            callee=target.display_name,
            callee_line=target.declaration.name_line,
            evidence="editor",
            confidence=confidence_of("editor") if sure else _FROM_REFERENCES,
        )


def _calls(text: str, target: Symbol, call: EditorCall) -> bool:
    """Return whether a place is a call, rather than an import, a type or documentation."""
    if call.source == "call_hierarchy":
        return True
    lines = Lines(text)
    line = lines.line(call.position.line).lstrip()
    if not line or line.startswith(("import ", "*", "//")):
        return False
    if target.declaration.kind == "property":
        return True
    at = lines.utf16_offset(call.position.line, call.position.character - 1)
    return bool(_CALL_SHAPE.match(text, at) or _REFERENCE_SHAPE.search(text, max(0, at - 20), at))


def _agreed(caller: Caller) -> Caller:
    """Return a caller that both know; a name match gets better evidence."""
    guess = caller.evidence in _GUESSES
    return caller.model_copy(
        update={
            "evidence": "editor" if guess else caller.evidence,
            "confidence": max(caller.confidence, confidence_of("editor") if guess else _AGREED),
        }
    )
