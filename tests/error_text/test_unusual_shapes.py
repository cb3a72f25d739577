"""Forms that are seldom pasted are read as a careful person reads them."""

from __future__ import annotations

import pytest

from rca.error_text import parse
from tests.error_text.unusual import SHAPES


def told(shape):
    """What is wanted of a shape, and what the parser says of the same."""
    report = parse(shape.text, ("app",))
    culprit = report.culprit
    errors = [one for one in report.diagnostics if one.severity == "error"]
    wanted = {"kind": shape.kind}
    given = {"kind": report.kind}
    if shape.types is not None:
        wanted["types"] = shape.types
        given["types"] = tuple(one.type for one in report.exceptions)
    if shape.culprit != "":
        wanted["culprit"] = shape.culprit
        given["culprit"] = culprit and f"{culprit.class_name}.{culprit.method}:{culprit.line}"
    if shape.problems is not None:
        wanted["problems"] = shape.problems
        full = [f"{one.file}:{one.line}: {one.message}" for one in errors]
        given["problems"] = tuple(
            want if text.startswith(want) else text for text, want in zip(full, shape.problems, strict=False)
        ) + tuple(full[len(shape.problems) :])
    if shape.tasks is not None:
        wanted["tasks"] = shape.tasks
        given["tasks"] = report.failed_tasks
    for part in ("signal", "thread"):
        if getattr(shape, part) != "":
            wanted[part] = getattr(shape, part)
            given[part] = getattr(report, part)
    if shape.tool != "":
        wanted["tool"] = {shape.tool}
        given["tool"] = {one.tool for one in errors}
    if shape.frames is not None:
        wanted["frames"] = shape.frames
        given["frames"] = sum(len(one.frames) for one in report.exceptions)
    return wanted, given


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.name for shape in SHAPES])
def test_shape(shape):
    wanted, given = told(shape)
    assert given == wanted
