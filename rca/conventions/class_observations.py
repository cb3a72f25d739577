"""Observations about classes of a kind: names, annotations, supertypes, visibility, state, tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

from rca.conventions.code_file import CodeFile, simple
from rca.conventions.name_words import ending
from rca.conventions.observation import Kind, Observation
from rca.conventions.style_patterns import TESTS, hard_coded, injects_dispatcher
from rca.conventions.tag_patterns import TAGS, means
from rca.index.tags.tags import Tag
from rca.languages.facts import NONE, Declaration
from rca.text.identifiers import split_humps

_TAGS: Final = {tag: one for tag, one in TAGS.items() if one.unit == "classes" and tag != "module"}
_TESTED: Final = frozenset(("viewmodel", "usecase", "repository", "datasource", "mapper", "controller"))
_NO_KIND: Final = frozenset(
    ("Suppress", "SuppressLint", "SuppressWarnings", "Deprecated", "OptIn", "JvmInline", "JvmName", "Keep",
     "RequiresApi", "TargetApi", "VisibleForTesting", "FunctionalInterface", "RestrictTo")
)  # fmt: skip
"""Annotations that say something of one class, and of no kind of classes."""
_NO_BASE: Final = frozenset(
    ("Any", "Object", "Comparable", "Serializable", "Parcelable", "Cloneable", "Closeable")
)
_STREAMS: Final = ("StateFlow", "SharedFlow", "LiveData", "Flow", "Observable", "Flowable")
_MUTABLE: Final = re.compile(r"\bMutable(?:StateFlow|SharedFlow|LiveData)\b")
_HANDS_OUT: Final = re.compile(r"\bCoroutine(?:Dispatcher|Context)\b|@Provides")
"""What stands beside a dispatcher where code gives it to others."""
_TEST_ENDINGS: Final = ("Test.kt", "Test.java", "Tests.kt", "Spec.kt", "KtTest.kt", "IT.kt", "Tests.java")


def cases(file: CodeFile, tags: Sequence[Tag], base_names: Set[str]) -> Iterator[Observation]:
    """Return the observations of a file's classes; `base_names` are the names of all files of the project."""
    for index, row in file.classes:
        if row.parent == NONE:
            for who, by_name in _kinds(file, index, row, tags):
                yield from _of_kind(file, index, row, who, by_name=by_name)
            tested = next((one for one in _tags_of(row, file, tags) if one.tag in _TESTED), None)
            if tested is not None and not file.is_test and row.kind in ("class", "object"):
                has = any(f"{row.name}{end}" in base_names for end in _TEST_ENDINGS)
                kind = Kind("test", TAGS[tested.tag].name)
                yield Observation(kind, ("named after them" if has else "missing",), row.name_line, row.name)
        if not file.is_test:
            yield from _of_members(file, index, row, tags)
    if not file.is_test and file.is_kotlin:
        yield from _dispatchers(file)


def _tags_of(row: Declaration, file: CodeFile, tags: Sequence[Tag]) -> list[Tag]:
    full = f"{file.facts.package}.{row.name}" if file.facts.package else row.name
    return [one for one in tags if one.name == full and one.tag in _TAGS and means(one)]


def _kinds(file: CodeFile, index: int, row: Declaration, tags: Sequence[Tag]) -> Iterator[tuple[str, bool]]:
    """Return the kinds of a class, in the plural, and whether its name alone determines them."""
    form = {"interface": "interfaces among ", "object": "objects among "}.get(row.kind, "")
    if row.kind not in ("enum", "annotation"):
        for one in _tags_of(row, file, tags):
            yield f"{form}{_TAGS[one.tag].name}", one.evidence.startswith("named ")
    here = {other.name for _, other in file.classes}
    for base in row.supertypes:
        name = simple(base)
        if name not in here and name not in _NO_BASE and row.kind != "enum":
            yield f"{form or 'classes '}that extend {name}".replace("among that", "that"), False
    for name in frozenset() if file.is_test else file.annotations(row) - _NO_KIND:
        yield f"{form or 'classes '}annotated @{name}".replace("among annotated", "annotated"), False
    if file.is_test and row.kind == "class" and _has_tests(file, index):
        yield "test classes", False


def _has_tests(file: CodeFile, index: int) -> bool:
    return any(
        one.kind == "function" and TESTS & file.annotations(one) for _, one in file.members.get(index, ())
    )


def _of_kind(
    file: CodeFile, index: int, row: Declaration, who: str, *, by_name: bool
) -> Iterator[Observation]:
    def case(rule: str, *values: str, several: bool = False, line: int = row.name_line) -> Observation:
        return Observation(Kind(rule, who), values, line, row.name, several)

    if not by_name:
        yield case("name ending", ending(row.name))
        yield case("name beginning", split_humps(row.name)[0] if split_humps(row.name) else row.name)
    yield case("annotation", *sorted(file.annotations(row) - _NO_KIND), several=True)
    yield case("base type", *(simple(base) for base in row.supertypes), several=True)
    yield case("visibility", visibility(row, file))
    plain = row.kind == "class" and not {"abstract", "sealed", "open"} & set(row.modifiers)
    if file.is_kotlin and plain and who != "test classes":
        yield case("declared as", _form(row))
    if file.is_kotlin and " that " not in who and " annotated " not in who and not file.is_test:
        yield case("package", file.facts.package.rpartition(".")[2])
    made = file.constructor(index)
    if made is not None and row.kind == "class" and made.parameters:
        yield Observation(
            Kind("constructor annotation", f"{who} that are given something"),
            tuple(sorted(file.annotations(made) - _NO_KIND)),
            made.line,
            row.name,
            several=True,
        )


def visibility(row: Declaration, file: CodeFile) -> str:
    """Return a declaration's visibility, the language's default if none is written."""
    for one in ("private", "internal", "protected", "public"):
        if one in row.modifiers:
            return one
    return "public" if file.is_kotlin else "package-private"


def _form(row: Declaration) -> str:
    return next((f"{one} class" for one in ("data", "value") if one in row.modifiers), "plain class")


def _of_members(file: CodeFile, index: int, row: Declaration, tags: Sequence[Tag]) -> Iterator[Observation]:
    is_viewmodel = any(one.tag == "viewmodel" for one in _tags_of(row, file, tags)) and row.kind == "class"
    inside = file.members.get(index, ())
    for at, one in inside:
        if one.kind == "property" and file.is_kotlin and "override" not in one.modifiers:
            yield from _of_property(file, one, f"{row.name}.{one.name}", is_viewmodel=is_viewmodel)
        if one.kind == "companion":
            others = [other for place, other in inside if place != at and other.start > row.header_end]
            if len(others) > 1:
                first, last = (
                    all(sign * (one.start - other.start) < 0 for other in others) for sign in (1, -1)
                )
                where = "first" if first else "last" if last else "between others"
                yield Observation(Kind("companion", "companions"), (where,), one.line, row.name)
    if row.kind == "class" and file.is_kotlin and "data" not in row.modifiers:
        taken = [one for _, one in inside if one.kind == "property" and one.end <= row.header_end]
        for one in taken:
            if not {"override", "protected"} & set(one.modifiers) and not any(
                w.startswith("@") for w in row.modifiers
            ):
                seen = "private" if "private" in one.modifiers else "visible to others"
                kind = Kind(
                    "constructor properties", f"properties that constructors of {_group(row)} declare"
                )
                yield Observation(kind, (seen,), one.name_line, f"{row.name}.{one.name}")


def _group(row: Declaration) -> str:
    """Return the group of classes with comparable visibility: those with the same name ending."""
    return f"classes named …{ending(row.name)}"


def _of_property(file: CodeFile, row: Declaration, name: str, *, is_viewmodel: bool) -> Iterator[Observation]:
    declared = row.type or file.text[row.start : row.end].partition("=")[2].split("(")[0]
    is_private = not {"private", "protected"}.isdisjoint(row.modifiers)
    if _MUTABLE.search(declared):
        value = "private" if is_private else "visible to others"
        yield Observation(
            Kind("mutable state", "properties that hold a mutable stream"), (value,), row.name_line, name
        )
        if is_private:
            value = "begin" if row.name.startswith("_") else "do not begin"
            kind = Kind("backing property", "private properties that hold a mutable stream")
            yield Observation(kind, (value,), row.name_line, name)
    if is_viewmodel and not is_private and row.type:
        kind_of = simple(row.type)
        if kind_of.removeprefix("Mutable") in _STREAMS:
            holder = kind_of.removeprefix("Mutable")
            yield Observation(
                Kind("state holder", "streams that view models show"), (holder,), row.name_line, name
            )


def _dispatchers(file: CodeFile) -> Iterator[Observation]:
    kind = Kind("dispatcher", "dispatchers")
    given = injects_dispatcher(file)
    if given is not None:
        yield Observation(kind, ("given to constructors",), given.name_line, given.name)
    elif b"Dispatchers." in file.raw:
        lines = file.text.splitlines()
        for place in hard_coded(file):
            if _HANDS_OUT.search(lines[place.line - 1]):
                return
            yield Observation(kind, ("named where they are used",), place.line)
            return
