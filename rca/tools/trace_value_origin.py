"""`trace_value_origin`: where the value of an expression can come from."""

from __future__ import annotations

import re

from models.error_codes import ErrorCode
from models.tools.trace_value_origin import (
    TraceValueOriginParams,
    TraceValueOriginResult,
    ValueOrigin,
    ValueStep,
)
from rca.analysis.rendering.next_calls import after_tracing
from rca.analysis.rendering.origin_markdown import origins_in_words
from rca.causes.origins.find_origins import expression_range, find_origins
from rca.causes.origins.origin import Origin, Place, Step
from rca.text.line_index import Lines
from rca.tool_failure import Failure
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext

_LONGEST_TEXT = 200


def run(context: ToolContext, params: TraceValueOriginParams) -> Answer[TraceValueOriginResult]:
    """Find the expression, follow its value backward, and return a page of its origins."""
    snapshot = context.snapshot
    path = snapshot.resolve(params.file_path).path
    text = snapshot.read(path).text
    place = _place(text, path, params)
    answer = find_origins(
        snapshot.index,
        path,
        *place,
        snapshot.text,
        context.deadline,
        nulls=params.only_null,
        max_depth=params.max_depth,
        frames=[_call_line(one) for one in params.call_lines],
    )
    if answer is None:
        raise Failure(
            ErrorCode.SYMBOL_NOT_FOUND,
            f"line {params.line} of '{path}' has no code whose value could be followed",
            "Give an expression inside a function or property of a Kotlin or Java file.",
        )
    page = page_of(answer.origins, params)
    shown = _Rows(context)
    result = TraceValueOriginResult(
        file_path=path,
        line=params.line,
        expression=" ".join(text[slice(*place)].split()),
        asked="null" if answer.nulls else "any",
        origins=tuple(map(shown.origin, page.items)),
        total_origins=len(answer.origins),
    )
    return page.answer(result, answer.reasons)


def _place(text: str, path: str, params: TraceValueOriginParams) -> tuple[int, int]:
    """Return the range of the expression that is asked about."""
    if params.expression is None and params.column is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            "neither 'expression' nor 'column' is given",
            "Give the expression as it stands on the line, or the column of a name.",
        )
    count = text.count("\n") + 1
    if params.line > count:
        raise Failure(ErrorCode.LINE_OUT_OF_RANGE, f"'{path}' has {count} lines, not {params.line}")
    found = expression_range(text, params.line, params.expression, params.column)
    if found is None:
        line = text.split("\n")[params.line - 1].strip()
        asked = (
            f"'{params.expression}'" if params.expression is not None else f"a name at column {params.column}"
        )
        raise Failure(
            ErrorCode.SYMBOL_NOT_FOUND,
            f"line {params.line} of '{path}' does not hold {asked}",
            f"The line is: {line[:_LONGEST_TEXT]}",
        )
    return found


def _call_line(text: str) -> tuple[str, int]:
    match = re.fullmatch(r"(?P<path>.+):(?P<line>\d+)", text)
    if match is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"'{text}' in 'callLines' is no `filePath:line`",
            "Example: src/A.kt:12",
        )
    return match["path"], int(match["line"])


class _Rows:
    """Turns places into the contract's rows; each file's lines are split once."""

    def __init__(self, context: ToolContext) -> None:
        self._snapshot = context.snapshot
        self._lines: dict[str, Lines] = {}
        self._texts: dict[str, str] = {}

    def origin(self, origin: Origin) -> ValueOrigin:
        """Return an origin with its way."""
        line, end_line, function, text = self._row(origin.place)
        return ValueOrigin(
            kind=origin.kind,
            file_path=origin.place.path,
            line=line,
            end_line=end_line,
            function=function,
            text=text,
            note=origin.note,
            path=tuple(map(self.step, origin.steps)),
        )

    def step(self, step: Step) -> ValueStep:
        """Return a step of a way."""
        line, end_line, function, text = self._row(step.place)
        return ValueStep(
            kind=step.kind,
            file_path=step.place.path,
            line=line,
            end_line=end_line,
            function=function,
            text=text,
        )

    def _row(self, place: Place) -> tuple[int, int | None, str | None, str]:
        path = place.path
        if path not in self._lines:
            self._texts[path] = self._snapshot.text(path) or ""
            self._lines[path] = Lines(self._texts[path])
        lines = self._lines[path]
        line = lines.position(place.start)[0]
        last = lines.position(max(place.start, place.end - 1))[0]
        around = self._snapshot.index.enclosing_function(path, line)
        code = " ".join(self._texts[path][place.start : place.end].split())
        if len(code) > _LONGEST_TEXT:
            code = f"{code[: _LONGEST_TEXT - 1]}…"
        return line, last if last > line else None, None if around is None else around.display_name, code


TOOL = Tool(
    name="trace_value_origin",
    description=(
        "Find where the value of a Kotlin or Java expression comes from, above all a null: backward through "
        "assignments, arguments, properties, returned values and lambdas. Each origin (a null literal, an "
        "unset field, a lookup, an intent's extra, a JSON field, …) comes with the path to it. Paths on "
        "which the value was checked are left out."
    ),
    params=TraceValueOriginParams,
    result=TraceValueOriginResult,
    run=run,
    words=origins_in_words,
    next_calls=after_tracing,
    needs_index=True,
    speaks_for="names",
)
