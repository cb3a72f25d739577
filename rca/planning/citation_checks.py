"""Validation of an agent's output: its shape, and whether its citations match the files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from models.planning import MOST_STEPS, Citation, Hypothesis
from models.tools.record_solution import RecordSolutionParams
from models.tools.todo_manager import TodoManagerParams
from models.tools.validate_output import OutputType
from rca.text.embedded_json import json_values
from rca.tool_failure import Failure
from rca.toolkit.parameter_errors import sentence
from rca.workspace import Snapshot

_NEAR = 3
"""Lines beside the cited one in which a quote is looked for: models miscount."""


@dataclass
class Checked:
    """Errors and warnings; `value` is the output as parsed."""

    value: Any = None
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def check(output_type: OutputType, data: object, snapshot: Snapshot) -> Checked:
    """Check an output of a given type; of a text, the JSON in it."""
    checked = Checked(data)
    if isinstance(data, str):
        values = [value for value in json_values(data) if isinstance(value, dict)]
        if not values:
            checked.errors.append("No JSON object in the text")
            return checked
        checked.value = max(values, key=lambda value: len(str(value)))
        if str(data).strip()[:1] != "{" or str(data).strip()[-1:] != "}":
            checked.warnings.append("Text around the JSON was left out")
    if not isinstance(checked.value, dict):
        checked.errors.append(f"An object is needed, but {type(checked.value).__name__} was given")
        return checked
    _CHECKS[output_type](checked, snapshot)
    return checked


def citation_problems(citations: tuple[Citation, ...], snapshot: Snapshot) -> Iterator[str]:
    """Return why citations do not hold, one reason for each that does not."""
    for citation in citations:
        problem = _problem(citation, snapshot)
        if problem is not None:
            yield problem


def _problem(citation: Citation, snapshot: Snapshot) -> str | None:
    try:
        lines = snapshot.read(citation.file_path).text.splitlines()
    except Failure as failure:
        return f"{citation.file_path}: {failure.error.message}"
    last = citation.end_line or citation.line
    place = f"{citation.file_path}:{citation.line}" if citation.line else citation.file_path
    if last is not None and last > len(lines):
        return f"{place}: the file has {len(lines)} lines"
    if citation.line and citation.end_line and citation.end_line < citation.line:
        return f"{place}: endLine {citation.end_line} is before line"
    if citation.quote is None:
        return None
    wanted = _plain(citation.quote)
    if citation.line is None:
        return None if wanted in _plain("\n".join(lines)) else f"{place}: the quote does not stand there"
    span = lines[max(0, citation.line - 1 - _NEAR) : (last or citation.line) + _NEAR + wanted.count("\n")]
    return None if wanted in _plain("\n".join(span)) else f"{place}: the quote does not stand there"


def _plain(text: str) -> str:
    return " ".join(text.split())


def _hypothesis(checked: Checked, snapshot: Snapshot) -> None:
    try:
        found = Hypothesis.model_validate(checked.value)
    except ValidationError as problem:
        checked.errors.extend(_sentences(problem))
        return
    if found.verdict == "root_cause":
        if not found.root_cause.strip():
            checked.errors.append("'rootCause' is empty, and the verdict is root_cause")
        if not found.citations:
            checked.errors.append(
                "'citations' is empty: a root cause needs a place in the code that shows it"
            )
        if not found.suggested_fix.strip():
            checked.warnings.append("'suggestedFix' is empty")
    elif not found.missing:
        checked.warnings.append("'missing' is empty: say what would have to be known")
    checked.errors.extend(citation_problems(found.citations, snapshot))


def _solution(checked: Checked, snapshot: Snapshot) -> None:
    try:
        found = RecordSolutionParams.model_validate(checked.value)
    except ValidationError as problem:
        checked.errors.extend(_sentences(problem))
        return
    if found.error_text is None and found.error_description is None:
        checked.errors.append("'errorText' or 'errorDescription' is needed")
    if found.fixed_in is not None:
        try:
            snapshot.resolve(found.fixed_in)
        except Failure as failure:
            checked.warnings.append(f"'fixedIn': {failure.error.message}")


def _plan(checked: Checked, _snapshot: Snapshot) -> None:
    items = checked.value.get("items")
    if isinstance(items, list) and len(items) > MOST_STEPS:
        checked.errors.append(f"'items' has {len(items)} steps; {MOST_STEPS} are allowed")
        return
    try:
        found = TodoManagerParams.model_validate({"items": items} if items is not None else {})
    except ValidationError as problem:
        checked.errors.extend(_sentences(problem))
        return
    if sum(item.status == "in_progress" for item in found.items) > 1:
        checked.errors.append("Several items are in_progress; one may be")
    if not found.items:
        checked.warnings.append("'items' is empty")


def _domain_map(checked: Checked, snapshot: Snapshot) -> None:
    """Check a domain map; seed 001 names only three parts of it. Paths in it are looked up."""
    domains = checked.value.get("domains")
    if not isinstance(domains, list) or not domains:
        checked.errors.append("Missing 'domains' array")
    checked.errors.extend(
        f"Missing '{name}' object"
        for name in ("layout", "summary")
        if not isinstance(checked.value.get(name), dict)
    )
    for domain in domains if isinstance(domains, list) else ():
        path = domain.get("path") if isinstance(domain, dict) else None
        if isinstance(path, str):
            try:
                snapshot.resolve(path)
            except Failure as failure:
                checked.warnings.append(failure.error.message)


_CHECKS: dict[OutputType, Callable[[Checked, Snapshot], None]] = {
    "hypothesis": _hypothesis,
    "solution": _solution,
    "plan": _plan,
    "domain_map": _domain_map,
}


def _sentences(problem: ValidationError) -> list[str]:
    return [sentence(error) for error in problem.errors(include_url=False, include_context=False)]
