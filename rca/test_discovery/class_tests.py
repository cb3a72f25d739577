"""The tests of one class, those that it inherits included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from models.test_discovery import TestFramework, TestKind
from rca.test_discovery.class_table import ClassPlace, ClassTable
from rca.test_discovery.project_annotations import ProjectAnnotations
from rca.test_discovery.test_frameworks import (
    DISABLED,
    JUNIT3_BASES,
    NESTED,
    SPEC_STYLES,
    SPEK,
    TEST_ANNOTATIONS,
    TESTNG_CONFIGURATION,
)
from rca.test_discovery.test_outline import OutlinedFunction

_TESTNG: Final = "org.testng.annotations.Test"


@dataclass(frozen=True, slots=True)
class TestMethod:
    """A function that is a test; `place` is the class that declares it."""

    __test__ = False

    place: ClassPlace
    function: OutlinedFunction
    framework: TestFramework
    kind: TestKind
    is_disabled: bool


@dataclass(frozen=True, slots=True)
class TestedClass:
    """A class that runs tests.

    `style` is that of a Kotest or Spek class, whose tests are calls. `above` are the project's classes from
    which it inherits.
    """

    place: ClassPlace
    framework: TestFramework
    methods: tuple[TestMethod, ...]
    style: str | None
    is_disabled: bool
    is_nested: bool
    above: tuple[ClassPlace, ...]


def tests_of_class(
    place: ClassPlace, table: ClassTable, annotations: ProjectAnnotations
) -> TestedClass | None:
    """Return what a concrete class runs; None if that is nothing."""
    lineage, libraries = table.lineage(place)
    marks = annotations.meant_by(tuple(one for above in lineage for one in above.row.annotations))
    own_marks = annotations.meant_by(place.row.annotations)
    style = next((SPEC_STYLES[name] for name in libraries if name in SPEC_STYLES), None)
    if style is None and not SPEK.isdisjoint(libraries):
        style = "Spek"
    is_junit3 = any(name in libraries for name in JUNIT3_BASES)
    if style == "AnnotationSpec":
        methods = tuple(_annotation_spec(lineage))
    else:
        methods = tuple(_methods(lineage, annotations, is_junit3=is_junit3, is_testng=_TESTNG in marks))
    if not methods and (style is None or style == "AnnotationSpec"):
        return None
    framework: TestFramework = methods[0].framework if methods else "spek" if style == "Spek" else "kotest"
    return TestedClass(
        place,
        framework,
        methods,
        None if style == "AnnotationSpec" else style,
        not DISABLED.isdisjoint(own_marks),
        NESTED in own_marks and place.row.is_inner,
        lineage[1:],
    )


def _methods(
    lineage: Sequence[ClassPlace], annotations: ProjectAnnotations, *, is_junit3: bool, is_testng: bool
) -> Iterator[TestMethod]:
    seen: dict[tuple[str, int], bool] = {}
    for place in lineage:
        for function in place.row.functions:
            if not function.is_inheritable or (function.is_abstract and not function.annotations):
                continue
            key = function.name, function.parameters
            marks = annotations.meant_by(function.annotations)
            found = next((TEST_ANNOTATIONS[one] for one in sorted(marks) if one in TEST_ANNOTATIONS), None)
            if found is None and is_junit3 and _is_junit3(function):
                found = "junit3", "test"
            if found is None and is_testng and function.is_public and not place.row.is_interface:
                configures = not TESTNG_CONFIGURATION.isdisjoint(marks)
                found = None if configures or not function.gives_nothing else ("testng", "test")
            # An override without an annotation hides the test from Jupiter and TestNG; JUnit 4 runs it.
            if key in seen and (seen[key] or found is None or found[0] != "junit4"):
                continue
            seen[key] = found is not None
            if found is None:
                continue
            framework, kind = found
            if framework == "testng" and function.parameters:
                kind = "parameterized"
            yield TestMethod(place, function, framework, kind, not DISABLED.isdisjoint(marks))


def _is_junit3(function: OutlinedFunction) -> bool:
    return (
        function.name.startswith("test")
        and not function.parameters
        and function.is_public
        and not function.is_abstract
        and function.gives_nothing
    )


def _annotation_spec(lineage: Sequence[ClassPlace]) -> Iterator[TestMethod]:
    """Return the functions of an AnnotationSpec, whose annotation is a class that it inherits."""
    for place in lineage:
        for function in place.row.functions:
            names = {meanings[0].rpartition(".")[2] for meanings in function.annotations}
            if "Test" in names:
                yield TestMethod(place, function, "kotest", "test", "Ignore" in names)
