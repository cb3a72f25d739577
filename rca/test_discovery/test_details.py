"""The tests of one file's classes, with what only the text tells: display names, disabled tests, specs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from models.test_discovery import FoundTest, TestKind, TestsInFile, TestsOfClass
from rca.languages.facts import Declaration
from rca.test_discovery.class_tests import TestMethod
from rca.test_discovery.spec_calls import spec_tests
from rca.test_discovery.test_search import FoundClass
from rca.workspace import Snapshot

_DISPLAY_NAME: Final = re.compile(r'@(?:[\w.]+\.)?DisplayName\s*\(\s*(?:value\s*=\s*)?"((?:[^"\\]|\\.)*)"')
_TESTNG_DISABLED: Final = re.compile(r"\benabled\s*=\s*false\b")
_ESCAPED: Final = re.compile(r"\\(.)")


def find_tests_in_file(path: str, classes: Iterable[FoundClass], snapshot: Snapshot) -> TestsInFile:
    """Return the tests of those classes that a file declares."""
    return TestsInFile(
        classes=tuple(_of_class(one, snapshot) for one in classes if one.wire.file_path == path)
    )


def _of_class(found: FoundClass, snapshot: Snapshot) -> TestsOfClass:
    facts = snapshot.index.facts(found.wire.file_path)
    index = found.tested.place.row.index
    if facts is None or index >= len(facts.declarations):
        return TestsOfClass(id=found.wire.id, label=found.wire.name, end_line=found.wire.line, tests=())
    row = facts.declarations[index]
    text = snapshot.text(found.wire.file_path) or ""
    is_disabled = found.tested.is_disabled
    if found.tested.style is None:
        tests = [
            one for one in (_of_method(one, snapshot, is_disabled) for one in found.tested.methods) if one
        ]
    else:
        tests = list(_of_spec(found, snapshot, text, is_disabled))
    return TestsOfClass(
        id=found.wire.id,
        label=_display_name(row, text) or row.name,
        end_line=row.end_line,
        tests=tuple(tests),
    )


def _of_method(method: TestMethod, snapshot: Snapshot, class_is_disabled: bool) -> FoundTest | None:
    path = method.place.outline.path
    facts = snapshot.index.facts(path)
    if facts is None or method.function.index >= len(facts.declarations):
        return None
    row = facts.declarations[method.function.index]
    text = snapshot.text(path) or ""
    header = text[row.start : row.name_start]
    is_off = method.framework == "testng" and _TESTNG_DISABLED.search(header) is not None
    return FoundTest(
        path=(method.function.name,),
        label=_display_name(row, text) or method.function.name,
        kind=method.kind,
        is_disabled=class_is_disabled or method.is_disabled or is_off,
        file_path=path,
        line=row.name_line,
        end_line=max(row.end_line, row.name_line),
    )


def _of_spec(found: FoundClass, snapshot: Snapshot, text: str, is_disabled: bool) -> Iterator[FoundTest]:
    path = found.wire.file_path
    facts = snapshot.index.facts(path)
    style = found.tested.style
    if facts is None or style is None:
        return
    for one in spec_tests(facts, text, found.tested.place.row.index, style):
        kind: TestKind = "context" if one.is_context else "factory" if one.is_dynamic else "test"
        yield FoundTest(
            path=one.path,
            label=one.path[-1],
            kind=kind,
            is_disabled=is_disabled or one.is_disabled,
            file_path=path,
            line=one.line,
            end_line=max(one.end, one.line),
        )


def _display_name(row: Declaration, text: str) -> str | None:
    found = _DISPLAY_NAME.search(text, row.start, max(row.start, row.name_start))
    return None if found is None else _ESCAPED.sub(r"\1", found[1])
