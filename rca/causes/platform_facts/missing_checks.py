"""A check that the same function or class makes before it uses a value, and the failing line does not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from models.failure import FailedCondition, FailureExpression
from rca.causes.origins.syntax_file import SyntaxFile
from rca.causes.platform_facts.checked_regions import CheckedRegion, checked_regions
from rca.causes.platform_facts.fact import PlatformFact
from rca.causes.platform_facts.value_checks import ValueCheck, check_of_failure, guard_by_pattern
from rca.causes.project_code import ProjectCode
from rca.causes.trace_candidates import AppFrame
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_FRAMES: Final = 3
_MOST_FUNCTIONS: Final = 200
_LONGEST: Final = 60
_FIRST_NAME: Final = re.compile(r"\w+")


@dataclass(frozen=True)
class _Checked:
    """Lines of a check and of a use behind it; `function` is None in the function that failed."""

    check_line: int
    use_line: int
    function: Symbol | None = None


@dataclass(frozen=True)
class _Failing:
    """The failing place: file, tree of its function, offset and line, and the check that it lacks."""

    file: SyntaxFile
    root: Node
    start: int
    line: int
    check: ValueCheck


def find_missing_checks(
    failure: FailedCondition | None, app: Sequence[AppFrame], code: ProjectCode, deadline: Deadline
) -> Iterator[PlatformFact]:
    """Yield the check that is made elsewhere before the same value is used, and is missing where it failed.

    Nothing is stated where the failing line lies behind such a check, or several expressions may have failed.
    """
    shown = failure.expression if failure is not None else None
    if failure is None or shown is None or failure.others:
        return
    frame = next((one for one in app[:_FRAMES] if _holds(one.function, shown)), None)
    failing = _failing(failure, shown, code)
    if frame is None or failing is None:
        return
    checked = _find_checked(failing, frame.function, code, deadline)
    if checked is not None:
        yield _fact(frame, failing, checked)


def find_checked_branch(
    code: ProjectCode, frame: AppFrame, name: str, what: str, guard: re.Pattern[str]
) -> PlatformFact | None:
    """Return that another branch of a frame's function calls a name behind a check, and its line does not.

    Args:
        code: the project.
        frame: the frame.
        name: a function that is called on its line.
        what: what is checked, in words.
        guard: what conditions that check hold.
    """
    path = frame.function.path
    functions, text = code.functions(path), code.snapshot.text(path)
    if functions is None or text is None:
        return None
    file = SyntaxFile(path, text, functions.facts)
    start, end = file.line_range(frame.line)
    site = next((one.start for one in functions.sites_on(frame.line) if one.name == name), None)
    root = None if site is None or not start <= site < end else file.root_at(site)
    if root is None or site is None:
        return None
    failing = _Failing(file, root, site, frame.line, guard_by_pattern(name, f"of {what}", guard, file))
    regions = [*checked_regions(root, failing.check.proves, failing.check.matches)]
    if not regions or any(one.holds(site) for one in regions):
        return None
    checked = _nearest(regions, root, failing.check, file, frame.line)
    return None if checked is None else _fact(frame, failing, checked)


def _failing(failure: FailedCondition, shown: FailureExpression, code: ProjectCode) -> _Failing | None:
    functions = code.functions(shown.file_path)
    text = code.snapshot.text(shown.file_path)
    if functions is None or text is None:
        return None
    file = SyntaxFile(shown.file_path, text, functions.facts)
    start, end = _offsets(file, shown)
    node, root = file.node_at(start, end), file.root_at(start)
    check = None if node is None else check_of_failure(failure, file, node)
    return None if root is None or check is None else _Failing(file, root, start, shown.start_line, check)


def _find_checked(
    failing: _Failing, function: Symbol, code: ProjectCode, deadline: Deadline
) -> _Checked | None:
    """Return where the value is checked: in the same function, else in another of its class."""
    file, root, check = failing.file, failing.root, failing.check
    own = [*checked_regions(root, check.proves, check.matches)]
    if any(one.holds(failing.start) for one in own):
        return None
    declared = _declared(root, check)
    found = _nearest(own, root, check, file, failing.line)
    if found is not None and declared < 2:
        return found
    functions = code.functions(file.path)
    if declared or functions is None:
        return None  # a local: other functions have other values of that name
    words = _FIRST_NAME.findall(check.name)
    using = [one for one in functions.functions if all(word in code.body(one) for word in words)]
    for other, tree in _siblings(using, function, file, root):
        if deadline.expired:
            return None
        if not _declared(tree, check):
            regions = [*checked_regions(tree, check.proves, check.matches)]
            found = _nearest(regions, tree, check, file, failing.line)
            if found is not None:
                return replace(found, function=other)
    return None


def _holds(function: Symbol, shown: FailureExpression) -> bool:
    return function.path == shown.file_path and function.line <= shown.start_line <= function.end_line


def _offsets(file: SyntaxFile, shown: FailureExpression) -> tuple[int, int]:
    start = file.line_range(shown.start_line)[0] + shown.start_column - 1
    return start, file.line_range(shown.end_line)[0] + shown.end_column - 1


def _siblings(
    functions: Sequence[Symbol], own: Symbol, file: SyntaxFile, root: Node
) -> Iterator[tuple[Symbol, Node]]:
    """Yield the other functions of the class with their trees."""
    for function in functions[:_MOST_FUNCTIONS]:
        if function.owner != own.owner or function == own:
            continue
        tree = file.root_at(function.declaration.name_start)
        if tree is not None and tree is not root:
            yield function, tree


def _nearest(
    regions: Sequence[CheckedRegion], root: Node, check: ValueCheck, file: SyntaxFile, line: int
) -> _Checked | None:
    """Return the check and use that are nearest to a line; None where no use stands behind a check."""
    found = []
    for region in regions:
        uses = (one for one in root.walk() if one is not region.check and check.uses(one))
        use = next(
            (one for one in uses if region.holds(_place(one))), region.check if region.check.safe else None
        )
        if use is not None:
            found.append(_Checked(file.line_of(region.check.start), file.line_of(_place(use))))
    return min(found, key=lambda one: abs(one.use_line - line), default=None)


def _place(node: Node) -> int:
    return node.at if node.at >= 0 else node.start


def _declared(root: Node, check: ValueCheck) -> int:
    """Return how often a function declares a variable or parameter of the name with which a value begins."""
    match = _FIRST_NAME.match(check.name)
    name = match[0] if match else ""
    count = 0
    for node in root.walk():
        names = {node.name} if node.kind in ("declare", "for", "catch") else set()
        if node.kind in ("declare", "for", "lambda", "function"):
            names |= {word for label in node.labels if label for word in _FIRST_NAME.findall(label)}
        count += name in names
    return count


def _fact(frame: AppFrame, failing: _Failing, checked: _Checked) -> PlatformFact:
    file, check, line = failing.file, failing.check, failing.line
    own, name = frame.function.display_name, file.path.rpartition("/")[2]
    start, end = file.line_range(checked.check_line)
    code = " ".join(file.text[start:end].split()).replace("`", "'")[:_LONGEST]
    where = "the same function" if checked.function is None else f"`{checked.function.display_name}`"
    said = f"line {checked.check_line} of {where} makes one (`{code}`)"
    if checked.use_line != checked.check_line:
        said = f"line {checked.use_line} of {where} uses it after one (line {checked.check_line}: `{code}`)"
    return PlatformFact(
        kind="unguarded_call",
        function=frame.function,
        line=line,
        role="missing_guard",
        statement=f"`{own}` uses `{check.name[:_LONGEST]}` at line {line} without a check {check.what}; "
        f"{said}.",
        check=f"Put the check of {name}:{checked.check_line} before line {line}, and run what failed again.",
    )
