"""Spring Boot's failure analysis, which it prints in place of a stack trace.

Source: Spring Boot reference, "Startup Failure" (failure analyzers); an analyzer's description tells the
exception that it was made for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from models.error_report import ErrorReport, Frame, ReportedException
from rca.error_text.frame_origin import origin_of
from rca.error_text.jvm import choose_culprit
from rca.error_text.language import language_of
from rca.error_text.parsed_error import Finding
from rca.text.lazy_regex import lazy_regex

_TITLE = "APPLICATION FAILED TO START"
_DESCRIPTION, _ACTION = "Description:", "Action:"
_MOST_LINES = 200
"""An analysis is shorter: what goes on for longer lacks its end."""

_BEANS = "org.springframework.beans.factory."
_BOOT = "org.springframework.boot."
_ANALYSIS = _BOOT + "diagnostics.FailureAnalysis"
_TYPES = (
    (
        lazy_regex(r"required a bean .{1,300}that could not be found", re.DOTALL),
        _BEANS + "NoSuchBeanDefinitionException",
    ),
    (lazy_regex(r"required a single bean, but "), _BEANS + "NoUniqueBeanDefinitionException"),
    (lazy_regex(r"form a cycle:"), _BEANS + "BeanCurrentlyInCreationException"),
    (
        lazy_regex(r"could not be registered\b.{0,300}overriding is disabled", re.DOTALL),
        _BEANS + "support.BeanDefinitionOverrideException",
    ),
    (lazy_regex(r"could not be injected "), _BEANS + "BeanNotOfRequiredTypeException"),
    (lazy_regex(r"[Pp]ort \d{1,5} was already in use"), _BOOT + "web.server.PortInUseException"),
    (
        lazy_regex(r"Failed to configure a DataSource"),
        _BOOT + "autoconfigure.jdbc.DataSourceProperties$DataSourceBeanCreationException",
    ),
    (
        lazy_regex(r"(?:Failed to bind properties under|Binding to target) "),
        _BOOT + "context.properties.bind.BindException",
    ),
    (lazy_regex(r"call a method that does not exist"), "java.lang.NoSuchMethodError"),
)
"""What an analyzer's description says, and the exception that it explains."""

_NAME = r"[A-Za-z_][\w$]*"
_CLASS = rf"(?P<class>(?:{_NAME}\.)+{_NAME})"
_PLACES = (
    lazy_regex(rf"Parameter \d{{1,3}} of (?:(?P<new>constructor)|method (?P<method>{_NAME})) in {_CLASS}"),
    lazy_regex(rf"Field {_NAME} in {_CLASS}"),
    lazy_regex(rf"\bfield (?:[\w.$<>?, ]{{1,200}} )?{_CLASS}\.{_NAME}(?=\))"),
    lazy_regex(r"defined in (?:class path resource|file|URL) \[(?P<path>[^\]\n]{1,400})\.class\]"),
    lazy_regex(rf"^Failed to bind properties under '[^'\n]{{0,200}}' to {_CLASS}"),
    lazy_regex(
        rf"^ {{4}}{_CLASS}\.(?P<method>{_NAME}|<init>|<clinit>)"
        rf"\((?P<file>{_NAME}\.\w+):(?P<line>\d{{1,7}})\)$"
    ),
)
_ROOTS = lazy_regex(r"^.*(?:/classes/(?:kotlin/|java/)?(?:main/|test/)?|/target/(?:test-)?classes/|!/)")
"""What stands before the package in the path of a class: folders of Gradle and Maven, or an archive."""


def find_startup_failures(lines: Sequence[str], app_packages: Sequence[str]) -> list[Finding]:
    """Find failure analyses: the exception that each explains, and the app's places that it names."""
    return [
        finding
        for at, line in enumerate(lines)
        if _TITLE in line and line.strip() == _TITLE
        for finding in _read(lines, at, app_packages)
    ]


def _read(lines: Sequence[str], title: int, app_packages: Sequence[str]) -> Iterator[Finding]:
    end = min(len(lines), title + _MOST_LINES)
    end = next((at for at in range(title + 1, end) if lines[at].strip() == _TITLE), end)
    marks = [at for at in range(title + 1, end) if lines[at].strip() in (_DESCRIPTION, _ACTION)]
    if not marks or lines[marks[0]].strip() != _DESCRIPTION:
        return
    begins, is_cut = marks[0] + 1, len(marks) == 1
    told = _paragraphs(lines, begins, end if is_cut else marks[1], ended_by_blank=is_cut)
    if told.start == told.stop:
        return
    description = "\n".join(lines[at].rstrip() for at in told)
    frames = tuple(_frames([lines[at] for at in told], app_packages))
    exception = ReportedException(
        type=_type(description), message=description, relation="primary", frames=frames, inferred=True
    )
    culprit = choose_culprit((exception,))
    last = told.stop - 1
    if not is_cut:
        last = max(last, _paragraphs(lines, marks[1] + 1, end, ended_by_blank=True).stop - 1)
    yield Finding(
        title,
        last,
        ErrorReport(
            kind="jvm_exception",
            language=language_of(frames, culprit),
            exceptions=(exception,),
            culprit=culprit,
            truncated=is_cut,
        ),
    )


def _paragraphs(lines: Sequence[str], first: int, end: int, *, ended_by_blank: bool) -> range:
    """Return the lines that hold text, without blank ones around them."""
    while first < end and not lines[first].strip():
        first += 1
    stop = first
    if ended_by_blank:
        while stop < end and lines[stop].strip():
            stop += 1
        return range(first, stop)
    stop = end
    while stop > first and not lines[stop - 1].strip():
        stop -= 1
    return range(first, stop)


def _type(description: str) -> str:
    return next((type_ for said, type_ in _TYPES if said.search(description)), _ANALYSIS)


def _frames(lines: Sequence[str], app_packages: Sequence[str]) -> Iterator[Frame]:
    """Return the places of a description that are classes, each once."""
    seen: set[str] = set()
    for line in lines:
        for place in _PLACES:
            found = place.search(line)
            if found is None or found[0] in seen:
                continue
            seen.add(found[0])
            named = found.groupdict()
            path = named.get("path")
            class_name = named["class"] if path is None else _ROOTS.sub("", path).replace("/", ".")
            line_number = named.get("line")
            yield Frame(
                class_name=class_name,
                method="<init>" if named.get("new") else named.get("method"),
                file=named.get("file"),
                line=int(line_number) if line_number else None,
                origin=origin_of(class_name, app_packages),
                text=found[0].strip(),
            )
            break
