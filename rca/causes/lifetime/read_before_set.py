"""A property that is read before anything sets it: who sets it, and which of the two runs first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from models.error_report import ErrorReport
from models.hypothesis import Hypothesis, HypothesisPlace
from rca.causes.contracts.app_trace import AppTrace, TraceFunction
from rca.causes.lifetime.lifecycle_names import is_callback, runs_before
from rca.causes.origins.project_uses import ProjectUses
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_UNSET = re.compile(
    r"lateinit property (\w+) has not been initialized|Property (\w+) should be initialized before get"
)
_INJECTED = re.compile(
    r"@(?:field:|set:)?(?:Inject|Autowired|Resource|EJB|Mock\w*|InjectMocks|BindView|PersistenceContext)\b"
)
_HILT = re.compile(r"@(?:AndroidEntryPoint|OptionalInject|EarlyEntryPoint|HiltAndroidTest)\b")
_INJECTS = re.compile(
    r"\binject\s*\(|openMocks|initMocks|MockitoExtension|MockKExtension|butterknife|ButterKnife"
)
_MOST_WRITERS = 3
_KIND = "read_before_set"
_MADE_AGAIN = ("Fragment", "Activity")


@dataclass(frozen=True)
class UnsetRead:
    """A read of a property that nothing has set yet."""

    reader: TraceFunction
    writers: tuple[tuple[Symbol, int], ...]
    hypothesis: Hypothesis


def find_unset_reads(
    report: ErrorReport, trace: AppTrace, code: ProjectCode, deadline: Deadline
) -> Iterator[UnsetRead]:
    """Yield what explains that a property was not set: nothing sets it, or what does has not run.

    Args:
        report: the parsed error.
        trace: the project's functions of its trace.
        code: the project.
        deadline: when to stop.
    """
    said = (_UNSET.search(exception.message or "") for exception in report.exceptions)
    name = next((match[1] or match[2] for match in said if match is not None), None)
    declared = _declaration(name, trace, code) if name is not None else None
    traced = next((one for one in trace.functions if one.function != declared), None)
    if declared is None or traced is None:
        return
    reader = replace(traced, line=_line_of_read(declared.name, traced, code))
    with code.index.resolver(deadline) as resolver:
        uses = ProjectUses(code.index, resolver, deadline)
        writes = uses.writes_of(declared)
        is_whole = not uses.reasons and not deadline.expired
    writers: dict[Symbol, int] = {}
    for write in writes:
        functions = code.functions(write.path)
        function = functions.around(write.site.line) if functions is not None else None
        if function is not None:
            writers.setdefault(function, write.site.line)
    if not writers:
        if is_whole:
            yield from _never_set(declared, reader, code)
    elif len(writers) <= _MOST_WRITERS and is_whole:
        yield _set_elsewhere(declared, reader, trace, tuple(writers.items()))


def _line_of_read(name: str, reader: TraceFunction, code: ProjectCode) -> int:
    """Return the line of a function that reads a property: the traced one, or the nearest that does."""
    functions = code.functions(reader.function.path)
    sites = functions.sites.get(reader.function, []) if functions is not None else []
    lines = [site.line for site in sites if site.name == name]
    return min(lines, key=lambda line: abs(line - reader.line), default=reader.line)


def _declaration(name: str, trace: AppTrace, code: ProjectCode) -> Symbol | None:
    """Return the property of that name of a class in the trace, that of the innermost function first."""
    for one in trace.functions:
        if one.function.declaration.kind == "property" and one.function.name == name:
            return one.function
        fields = [
            symbol
            for symbol in code.index.symbols(one.function.path)
            if symbol.declaration.kind == "property" and symbol.name == name and symbol.owner is not None
        ]
        if len(fields) == 1:
            return fields[0]
    return None


def _never_set(declared: Symbol, reader: TraceFunction, code: ProjectCode) -> Iterator[UnsetRead]:
    owner = declared.owner
    lines = code.lines(declared.path)
    written = "\n".join(lines[declared.line - 1 : declared.declaration.name_line])
    if _INJECTED.search(written) is None:
        statement = (
            f"`{declared.display_name}` is `lateinit`, and nothing in the project sets it; "
            f"`{reader.function.display_name}` reads it in line {reader.line}."
        )
        check = f"Search for what should set `{declared.name}` before line {reader.line}."
        yield _cause(declared, reader, (), statement, check)
        return
    if owner is None:
        return
    header = "\n".join(lines[owner.line - 1 : owner.declaration.name_line])
    body = "\n".join(lines[owner.line - 1 : owner.end_line])
    if _HILT.search(header) is None and _INJECTS.search(body) is None:
        statement = (
            f"`{declared.display_name}` is injected (line {declared.declaration.name_line}), but nothing "
            f"injects `{owner.name}`: it has no `@AndroidEntryPoint`, and calls no `inject`."
        )
        check = (
            f"Annotate `{owner.name}` and the class that holds it, or inject it before line {reader.line}."
        )
        yield _cause(declared, reader, (), statement, check)


def _set_elsewhere(
    declared: Symbol, reader: TraceFunction, trace: AppTrace, writers: tuple[tuple[Symbol, int], ...]
) -> UnsetRead:
    places = [f"`{function.display_name}` (line {line})" for function, line in writers]
    where = " and ".join((", ".join(places[:-1]), places[-1])) if len(places) > 1 else places[0]
    statement = (
        f"`{declared.name}` is set in {where} alone, and `{reader.function.display_name}` reads it in line "
        f"{reader.line}"
    )
    entry = next(
        (
            one.function
            for one in reversed(trace.functions)
            if one.function.class_path[:1] == reader.function.class_path[:1]
        ),
        reader.function,
    )
    first = next((function for function, _ in writers if runs_before(entry.name, function.name)), None)
    owner = declared.owner
    from_outside = all(function.class_path[:1] != declared.class_path[:1] for function, _ in writers)
    if first is not None:
        statement += f": `{entry.name}` runs before `{first.name}`."
    elif owner is not None and from_outside and is_callback(entry.name) and _is_made_again(owner):
        statement += ". Where Android makes the fragment or activity again by itself, nothing sets it."
    else:
        statement += "."
    line = writers[0][1]
    check = f"Log line {line} and line {reader.line}: the first has to come before the second."
    return _cause(declared, reader, writers, statement, check)


def _is_made_again(owner: Symbol) -> bool:
    """Return whether Android makes objects of a class again, as after a rotation or a killed process."""
    return any(name.split("<")[0].endswith(_MADE_AGAIN) for name in owner.declaration.supertypes)


def _cause(
    declared: Symbol,
    reader: TraceFunction,
    writers: tuple[tuple[Symbol, int], ...],
    statement: str,
    check: str,
) -> UnsetRead:
    function = reader.function
    places = [
        HypothesisPlace(
            file_path=function.path, line=reader.line, function=function.display_name, role="missing_guard"
        )
    ]
    places += [
        HypothesisPlace(file_path=one.path, line=line, function=one.display_name, role="lifecycle")
        for one, line in writers
    ]
    if not writers:
        places.append(
            HypothesisPlace(
                file_path=declared.path,
                line=declared.line,
                function=declared.display_name,
                role="value_origin",
            )
        )
    hypothesis = Hypothesis(
        statement=statement,
        kind=_KIND,
        confidence=0.4,
        places=tuple(dict.fromkeys(places)),
        evidence=(f"line {declared.declaration.name_line} declares it without a value",),
        check=check,
    )
    return UnsetRead(reader, writers, hypothesis)
