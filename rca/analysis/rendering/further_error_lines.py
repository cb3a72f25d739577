"""Further, independent errors of a text, each with its place in the project."""

from __future__ import annotations

from models.error_report import ErrorReport
from rca.analysis.investigation_results import Findings, FurtherError
from rca.analysis.rendering.answer_markdown import shortened
from rca.analysis.rendering.error_headline import headline
from rca.analysis.rendering.places_markdown import place_of

_LONGEST_HEADLINE = 160
_LONGEST_CODE = 100


def render_further_errors(found: Findings) -> str:
    """Return the further errors with their places; empty where the text holds one error."""
    if not found.error.others:
        return ""
    lines = [_line(other) for other in found.further_errors]
    left = len(found.error.others) - len(lines)
    lines += [f"- {left} more"] if left else []
    title = "## Further errors in the text, not analysed here: give one alone"
    return f"{title}\n\n" + "\n".join(lines)


def count_further_errors(error: ErrorReport) -> str:
    """Return how many further errors the text holds; empty for none."""
    count = len(error.others)
    return f"The text holds {count} further error{'s' * (count > 1)}, not analysed here." if count else ""


def _line(other: FurtherError) -> str:
    place, expression = other.place, other.expression
    line = f"- `{_code(headline(other.report), _LONGEST_HEADLINE)}`"
    if place is None:
        return f"{line}: no place in the project is known"
    where = place_of(place)
    if expression is not None and (expression.file_path, expression.start_line) != (
        place.file_path,
        place.line,
    ):
        where = f"{expression.file_path}:{expression.start_line}"
    line += f" at `{where}`"
    line += f" in `{place.function.name}`" if place.function else ""
    code = expression.text if expression is not None else place.code
    return f"{line}: `{_code(code, _LONGEST_CODE)}`" if code else line


def _code(text: str, longest: int) -> str:
    return shortened(" ".join(text.split()).replace("`", "'"), longest)
