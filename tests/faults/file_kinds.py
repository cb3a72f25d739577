"""The kinds of files that tools read, with how each is damaged."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rca.languages.registry import is_source
from tests.faults.project import CODE, FILES, MAIN

Fault = Literal["unreadable", "vanished", "changed", "unread by the index", "cut", "malformed"]
AT_READ: tuple[Fault, ...] = ("unreadable", "vanished", "changed")
"""Faults at the moment of the call, after the index was made."""
ON_DISK: tuple[Fault, ...] = ("unread by the index", "cut", "malformed")
"""Faults that are there before the index is made."""


CHANGED = 1_600_000_100
"""When a file was written that changes while it is read."""


@dataclass(frozen=True)
class Kind:
    """A file of the project. `cut_at` is the last text that is left of it, `bad` stands in for `instead_of`."""

    path: str
    cut_at: str
    instead_of: str
    bad: str
    moved: str = "# moved\n\n"
    """What comes before all else where the file changes while it is read."""

    @property
    def is_indexed(self) -> bool:
        return is_source(self.path)

    def cut(self, file: Path) -> None:
        text = file.read_text()
        file.write_text(text[: text.index(self.cut_at) + len(self.cut_at)])

    def spoil(self, file: Path) -> None:
        text = file.read_text()
        assert self.instead_of in text
        file.write_text(text.replace(self.instead_of, self.bad, 1))

    def change(self, file: Path) -> None:
        file.write_text(self.moved + file.read_text())
        os.utime(file, (CHANGED, CHANGED))


_CODE_MOVED = "// moved\n\n"
KINDS: dict[str, Kind] = {
    "declaring Kotlin": Kind(f"{CODE}/Cart.kt", "check(", "items.sum()", "items.((", _CODE_MOVED),
    "calling Kotlin": Kind(f"{CODE}/Checkout.kt", "return ", "fun pay()", "fun ((pay}", _CODE_MOVED),
    "activity": Kind(
        f"{CODE}/MainActivity.kt", "setContentView(", "override fun", "override )) fun", _CODE_MOVED
    ),
    "Java": Kind(
        f"{MAIN}/java/shop/Legacy.java", "checkout.", "public void run(", "public )) run((", _CODE_MOVED
    ),
    "test": Kind("app/src/test/kotlin/shop/CartTest.kt", "Cart(", "fun `adds up`", "fun )(", _CODE_MOVED),
    "manifest": Kind(
        f"{MAIN}/AndroidManifest.xml", "<activity", "<activity", "<activity <", "<!-- moved -->\n"
    ),
    "values": Kind(
        f"{MAIN}/res/values/strings.xml", '"title">Sh', "</string>", "</strin", "<!-- moved -->\n"
    ),
    "layout": Kind(f"{MAIN}/res/layout/main.xml", "<TextView", "/>", "//", "<!-- moved -->\n"),
    "configuration": Kind(f"{MAIN}/resources/application.yml", "smtp.ex", "  port: 8080", "\t- [port: 8080"),
    "service": Kind(f"{MAIN}/resources/META-INF/services/shop.Payment", "sh", "shop.Cart", "\0\0"),
    "settings script": Kind("settings.gradle.kts", "include(", "include(", "include)(", _CODE_MOVED),
    "root script": Kind("build.gradle.kts", "alias(", "alias(", "alias)(", _CODE_MOVED),
    "app script": Kind("app/build.gradle.kts", "namespace", "android {", "android }}", _CODE_MOVED),
    "keep rules": Kind("app/proguard-rules.pro", "-keep cl", "-keep class", "-keep class {{{"),
    "catalog": Kind("gradle/libs.versions.toml", "okhttp = {", "[libraries]", "[libraries"),
    "properties": Kind("gradle.properties", "org.gra", "=", "\\u00zz"),
    "wrapper": Kind("gradle/wrapper/gradle-wrapper.properties", "distributionU", "https", "\0\0"),
    "detekt": Kind("config/detekt/detekt.yml", "methods:\n      - 'kot", "exceptions:", "exceptions: ]["),
    "editorconfig": Kind(".editorconfig", "[*.{kt", "[*.{kt,kts}]", "[*.[z-a]]"),
    "ignore file": Kind(".gitignore", "bui", "build/", "[z-a]\nbuild/"),
    "text": Kind("notes.txt", "The total", "Cart", "\0\0\0"),
    "mapping": Kind("app/build/outputs/mapping/release/mapping.txt", "shop.Cart ->", "1:4:int", "1:x:int"),
    "test report": Kind(
        "app/build/test-results/test/TEST-shop.CartTest.xml", "<failure", "<failure", "<failure <", "<!-- -->"
    ),
    "coverage report": Kind(
        "app/build/reports/jacoco/test/jacocoTestReport.xml", '<line nr="7"', "<line", "<line <", "<!-- -->"
    ),
}
assert all(kind.path in FILES for kind in KINDS.values())

ON_INDEX = (
    "analyze_error",
    "analyze_error, obfuscated",
    "get_code_context",
    "find_callers_of_function",
    "trace_value_origin",
    "query_index",
    "search_code",
    "find_class",
    "find_references",
    "get_dependencies",
    "get_dependents",
    "get_entry_points",
    "analyze_impact",
    "get_file_summary",
    "get_module_summary",
    "get_plugin_summary",
    "detect_patterns",
    "check_conventions",
    "get_config_schema",
    "search_config",
    "get_resource",
    "get_context_plan",
    "validate_output",
    "run_build",
    "run_tests",
    "get_test_coverage",
)
"""Calls whose answers rest on the index: what is wrong with a file of it when it is made concerns them all."""

_OF_SCRIPTS = (
    "search_code",
    "get_entry_points",
    "analyze_impact",
    "get_module_summary",
    "get_plugin_summary",
    "get_config_schema",
    "search_config",
    "grep_search",
    "get_context_plan",
)
_OF_RESOURCES = ("search_code", "search_config", "get_resource", "grep_search", "get_context_plan")
_OF_CODE = (
    "search_code",
    "find_references",
    "detect_patterns",
    "get_config_schema",
    "search_config",
    "grep_search",
    "get_context_plan",
)
_OF_KEYS = ("get_config_schema", "search_config", "grep_search")

_ANALYSES = ("analyze_error", "analyze_error, obfuscated", "analyze_error, of a file")

OPENED_BY: dict[str, tuple[str, ...]] = {
    "declaring Kotlin": (
        *_OF_CODE,
        *_ANALYSES,
        "read_file",
        "get_code_context",
        "trace_value_origin",
        "find_class",
        "get_file_summary",
        "check_conventions",
        "validate_output",
        "run_tests",
    ),
    "calling Kotlin": (
        *_OF_CODE,
        *_ANALYSES,
        "check_conventions",
        "get_resource",
    ),
    "activity": (*_OF_CODE, *_ANALYSES, "check_conventions", "trace_value_origin"),
    "Java": (
        *_OF_CODE,
        *_ANALYSES,
        "check_conventions",
        "trace_value_origin",
    ),
    "test": (*_OF_CODE, *_ANALYSES, "trace_value_origin"),
    "manifest": (
        "analyze_error",
        "search_code",
        "get_dependents",
        "analyze_impact",
        "search_config",
        "get_resource",
        "grep_search",
        "get_context_plan",
    ),
    "values": (*_OF_RESOURCES, "analyze_error"),
    "layout": (*_OF_RESOURCES, "analyze_error"),
    "configuration": (*_OF_KEYS, "analyze_error"),
    "service": ("grep_search",),
    "settings script": (*_OF_SCRIPTS, *_ANALYSES),
    "root script": (*_OF_SCRIPTS, *_ANALYSES),
    "app script": (*_OF_SCRIPTS, *_ANALYSES, "find_callers_of_function", "find_references"),
    "keep rules": (
        "analyze_error",
        "find_callers_of_function",
        "find_references",
        "grep_search",
    ),
    "catalog": (
        "analyze_error",
        "search_code",
        "search_config",
        "grep_search",
        "get_context_plan",
    ),
    "properties": (*_OF_KEYS, "analyze_error"),
    "wrapper": (*_OF_KEYS, "analyze_error", "web_search_wiki", "get_plugin_summary"),
    "detekt": (*_OF_KEYS, "analyze_error", "check_conventions"),
    "editorconfig": (
        "check_conventions",
        "grep_search",
    ),
    "ignore file": (
        *_OF_KEYS,
        *_ANALYSES,
        "get_resource",
        "list_dirs",
        "list_files",
        "file_search",
    ),
    "text": (
        "analyze_error, of a file",
        "grep_search",
    ),
    "mapping": ("analyze_error, obfuscated",),
    "test report": ("run_tests",),
    "coverage report": ("get_test_coverage",),
}
"""The calls that open a file while they answer."""

SHOW_TEXT = ("read_file", "grep_search")
"""Tools whose answers are the text as it stands: a file that is cut or malformed on the disk is shown so."""

WITHOUT_MARKS = ("properties", "wrapper", "ignore file", "text", "service", "keep rules")
"""Kinds of which nothing shows that their end is missing: every line stands for itself."""


def concerned(name: str, fault: Fault) -> tuple[str, ...]:
    """Return the calls that a fault of a kind of file concerns."""
    calls = OPENED_BY[name]
    if fault in AT_READ or not KINDS[name].is_indexed:
        return calls
    return (*ON_INDEX, *(call for call in calls if call not in ON_INDEX))
