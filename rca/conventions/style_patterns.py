"""Style patterns: how coroutines, errors, nulls, dependencies and tests are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from rca.conventions.code_file import CodeFile, Place, simple
from rca.conventions.pattern import Pattern, classes, functions, written
from rca.languages.facts import Declaration

TESTS: Final = frozenset(("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate"))
_DISPATCHERS: Final = frozenset(("CoroutineDispatcher", "CoroutineContext"))
_EMPTY_CATCH: Final = re.compile(rb"\bcatch\s*\([^()]*\)\s*\{\s*\}")
_ON_PURPOSE: Final = re.compile(rb"\b(?:ignored?|expected|_)\b")
HARD_CODED: Final = re.compile(rb"\bDispatchers\.(?:IO|Default|Main)\b")
_BROAD_CATCH: Final = (
    r"\bcatch\s*\(\s*(?:@\w+\s+|final\s+)*(?:\w+\s*:\s*(?:kotlin\.|java\.lang\.)?(?:Throwable|Exception)\b"
    r"|(?:Throwable|Exception)\s+\w+)"
)

TestName = Literal["in backticks", "with underscores", "in camel case"]


def name_of_test(row: Declaration) -> TestName:
    """Return the naming style of a test function."""
    if not row.name.isidentifier():
        return "in backticks"
    return "with underscores" if "_" in row.name.strip("_") else "in camel case"


def is_test_function(file: CodeFile, row: Declaration) -> bool:
    """Return whether a function is a test."""
    return bool(TESTS & file.annotations(row))


def empty_catches(file: CodeFile) -> Iterator[Place]:
    """Return empty catch blocks, except those whose variable is named `ignored` or `expected`."""
    for found in file.matches(_EMPTY_CATCH):
        if not _ON_PURPOSE.search(found[0]):
            yield file.place(file.line_of(found.start()))


def injects_dispatcher(file: CodeFile) -> Declaration | None:
    """Return constructors that take a dispatcher or a coroutine context."""
    for row in file.facts.declarations:
        if row.kind == "constructor":
            for one in row.parameters:
                name = simple(one.type or "")
                if name in _DISPATCHERS or "Dispatcher" in name:
                    return row
    return None


def hard_coded(file: CodeFile) -> Iterator[Place]:
    """Return places that name a dispatcher instead of taking one."""
    for found in file.matches(HARD_CODED):
        yield file.place(file.line_of(found.start()))


def _injected(file: CodeFile) -> Iterator[Place]:
    row = injects_dispatcher(file)
    if row is not None:
        yield file.place(row.name_line, row.name)


def _constructor_injection(file: CodeFile, index: int, _row: Declaration) -> bool:
    made = file.constructor(index)
    return made is not None and not {"Inject", "AssistedInject"}.isdisjoint(file.annotations(made))


def _field_injection(file: CodeFile) -> Iterator[Place]:
    for row in file.facts.declarations:
        if row.kind == "property" and not {"Inject", "Autowired"}.isdisjoint(file.annotations(row)):
            yield file.place(row.name_line, row.name)


def _by_hand(file: CodeFile, index: int, row: Declaration) -> bool:
    """Return whether a class takes its collaborators without a dependency injection annotation."""
    made = file.constructor(index)
    if made is None or row.kind != "class" or "data" in row.modifiers or not made.parameters:
        return False
    if any(word.startswith("@") for word in (*made.modifiers, *row.modifiers)):
        return False
    return any(_is_collaborator(simple(one.type or "")) for one in made.parameters)


def _is_collaborator(name: str) -> bool:
    return name.endswith(
        (
            "Repository",
            "UseCase",
            "DataSource",
            "Service",
            "Client",
            "Api",
            "Dao",
            "Manager",
            "Mapper",
            "Store",
            "Factory",
            "Provider",
            "Interactor",
            "Logger",
            "Database",
            "Storage",
            "Gateway",
        )
    )


def _test_named(name: TestName) -> Pattern:
    return Pattern(
        "names of tests",
        name,
        "functions",
        functions(lambda file, row: is_test_function(file, row) and name_of_test(row) == name),
        "test",
        among="theme",
    )


def _java(file: CodeFile) -> Iterator[Place]:
    if not file.is_kotlin:
        yield file.place(1)


def _kotlin(file: CodeFile) -> Iterator[Place]:
    if file.is_kotlin:
        yield file.place(1)


def _uses(theme: str, name: str, expression: str, *marks: bytes) -> Pattern:
    return Pattern(theme, name, "uses", written(expression), marks=marks)


PATTERNS: Final = (
    Pattern("language", "Kotlin", "files", _kotlin, "all", among="theme"),
    Pattern("language", "Java", "files", _java, "all", among="theme"),
    Pattern("dependency injection", "@Inject constructors", "classes", classes(_constructor_injection)),
    Pattern(
        "dependency injection",
        "field injection",
        "properties",
        _field_injection,
        marks=(b"@Inject", b"@Autowired"),
    ),
    Pattern(
        "dependency injection", "constructors given collaborators, by hand", "classes", classes(_by_hand)
    ),
    Pattern(
        "coroutines",
        "suspending functions",
        "functions",
        functions(lambda _file, row: "suspend" in row.modifiers),
        among="functions",
    ),
    _uses("coroutines", "viewModelScope", r"\bviewModelScope\b(?=\s*[.,)])", b"viewModelScope"),
    _uses("coroutines", "lifecycleScope", r"\blifecycleScope\b(?=\s*[.,)])", b"lifecycleScope"),
    _uses("coroutines", "scopes of its own", r"\bCoroutineScope\(", b"CoroutineScope("),
    _uses("coroutines", "GlobalScope", r"\bGlobalScope\b(?=\s*\.)", b"GlobalScope"),
    _uses("coroutines", "runBlocking outside tests", r"\brunBlocking\b(?=\s*[({<])", b"runBlocking"),
    Pattern(
        "dispatchers",
        "hard-coded (Dispatchers.IO, Default, Main)",
        "uses",
        hard_coded,
        marks=(b"Dispatchers.",),
    ),
    Pattern(
        "dispatchers", "given to constructors", "files", _injected, marks=(b"Dispatcher", b"CoroutineContext")
    ),
    _uses("state", "MutableStateFlow", r"\bMutableStateFlow\s*[(<]", b"MutableStateFlow"),
    _uses("state", "MutableSharedFlow", r"\bMutableSharedFlow\s*[(<]", b"MutableSharedFlow"),
    _uses("state", "MutableLiveData", r"\bMutableLiveData\s*[(<]", b"MutableLiveData"),
    _uses("state", "stateIn", r"\bstateIn\b(?=\s*\()", b"stateIn"),
    _uses(
        "state",
        "state collected with its lifecycle",
        r"\bcollectAsStateWithLifecycle\b(?=\s*[({])",
        b"collectAsStateWithLifecycle",
    ),
    _uses(
        "state", "state collected without a lifecycle", r"\bcollectAsState\b(?=\s*[({])", b"collectAsState"
    ),
    _uses("user interface", "layouts inflated by hand", r"\binflate\(\s*R\.layout\.", b"R.layout."),
    _uses("user interface", "findViewById", r"\bfindViewById\b(?=\s*[(<])", b"findViewById"),
    _uses("user interface", "view binding", r"\b\w+Binding\.(?:inflate|bind)\(", b"Binding."),
    _uses("error handling", "catch blocks", r"\bcatch\s*\(", b"catch"),
    Pattern("error handling", "catch blocks that swallow (empty)", "uses", empty_catches, marks=(b"catch",)),
    _uses("error handling", "catching Exception or Throwable", _BROAD_CATCH, b"catch"),
    _uses("error handling", "runCatching", r"\brunCatching\b(?=\s*\{)", b"runCatching"),
    Pattern(
        "error handling",
        "functions that return Result or Either",
        "functions",
        functions(lambda _file, row: simple(row.type or "") in ("Result", "Either", "Outcome")),
    ),
    _uses("error handling", "throw", r"\bthrow\s+\w", b"throw"),
    _uses("nulls", "`!!`", r"!!(?!=)", b"!!"),
    _uses(
        "nulls",
        "`?: return`, `?: throw` and the like",
        r"\?:\s*(?:return|throw|error\(|continue|break)\b",
        b"?:",
    ),
    _uses("nulls", "requireNotNull, checkNotNull", r"\b(?:requireNotNull|checkNotNull)\s*[({]", b"NotNull"),
    _uses("nulls", "lateinit", r"\blateinit\s+var\b", b"lateinit"),
    _uses(
        "nulls",
        "annotations in Java (@Nullable, @NonNull, @NotNull)",
        r"@(?:Nullable|NonNull|NotNull)\b",
        b"@Nullable",
        b"@NonNull",
        b"@NotNull",
    ),
    _uses("logging", "println", r"(?<![\w.])println\s*\(|\bSystem\.(?:out|err)\.print", b"print"),
    _uses("logging", "printStackTrace", r"\.\s*printStackTrace\s*\(", b"printStackTrace"),
    Pattern(
        "test doubles",
        "fakes and stubs by hand",
        "classes",
        classes(
            lambda _file, _index, row: (
                row.kind in ("class", "object")
                and re.match(r"(?:Fake|Stub|InMemory|Dummy)[A-Z]", row.name) is not None
            )
        ),
        "test",
    ),
    Pattern("test tools", "runTest", "uses", written(r"\brunTest\b(?=\s*[({])"), "test", marks=(b"runTest",)),
    _test_named("in backticks"),
    _test_named("with underscores"),
    _test_named("in camel case"),
)
"""Patterns of style. What comments and strings say is not counted."""
