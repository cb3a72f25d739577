"""Annotations and base classes by which test frameworks know tests.

Sources: JUnit 4.13 (`org.junit.runners.BlockJUnit4ClassRunner`), JUnit 5.13 user guide ("Definitions"),
TestNG 7 documentation ("Annotations"), kotlin.test 2.2, Kotest 5.9 ("Testing Styles").
"""

from __future__ import annotations

from typing import Final

from models.test_discovery import TestFramework, TestKind

_JUPITER: Final = "org.junit.jupiter.api"

TEST_ANNOTATIONS: Final[dict[str, tuple[TestFramework, TestKind]]] = {
    "org.junit.Test": ("junit4", "test"),
    "org.junit.experimental.theories.Theory": ("junit4", "parameterized"),
    "kotlin.test.Test": ("kotlin.test", "test"),
    f"{_JUPITER}.Test": ("junit5", "test"),
    f"{_JUPITER}.RepeatedTest": ("junit5", "repeated"),
    f"{_JUPITER}.TestFactory": ("junit5", "factory"),
    f"{_JUPITER}.TestTemplate": ("junit5", "parameterized"),
    "org.junit.jupiter.params.ParameterizedTest": ("junit5", "parameterized"),
    "org.testng.annotations.Test": ("testng", "test"),
    "io.kotest.core.spec.style.Test": ("kotest", "test"),
}
"""Full names of annotations that mark a function as a test."""

DISABLED: Final = frozenset(
    (
        "org.junit.Ignore",
        "kotlin.test.Ignore",
        f"{_JUPITER}.Disabled",
        "org.testng.annotations.Ignore",
        "io.kotest.core.annotation.Ignored",
    )
)
NESTED: Final = f"{_JUPITER}.Nested"
DISPLAY_NAME: Final = f"{_JUPITER}.DisplayName"

NAMED: Final = frozenset((*TEST_ANNOTATIONS, *DISABLED, NESTED, DISPLAY_NAME))
"""All annotations that are looked for."""

JUNIT3_BASES: Final = (
    "junit.framework.TestCase",
    "android.test.AndroidTestCase",
    "android.test.InstrumentationTestCase",
    "groovy.util.GroovyTestCase",
    "groovy.test.GroovyTestCase",
)

TESTNG_CONFIGURATION: Final = frozenset(
    f"org.testng.annotations.{name}"
    for name in (
        "BeforeSuite", "AfterSuite", "BeforeTest", "AfterTest", "BeforeGroups", "AfterGroups", "BeforeClass",
        "AfterClass", "BeforeMethod", "AfterMethod", "DataProvider", "Factory", "Parameters",
    )
)  # fmt: skip
"""Annotations of public functions that are no tests, though their class is annotated as one."""

_SPEC_PACKAGES: Final = ("io.kotest.core.spec.style", "io.kotest.core.spec")

SPEC_STYLES: Final[dict[str, str]] = {
    f"{package}.{style}": style
    for package in _SPEC_PACKAGES
    for style in (
        "AnnotationSpec",
        "StringSpec",
        "FunSpec",
        "DescribeSpec",
        "BehaviorSpec",
        "ShouldSpec",
        "FreeSpec",
        "WordSpec",
        "FeatureSpec",
        "ExpectSpec",
    )
}
"""Kotest's base classes, with the style of each."""

SPEK: Final = frozenset(("org.spekframework.spek2.Spek", "org.jetbrains.spek.api.Spek"))
