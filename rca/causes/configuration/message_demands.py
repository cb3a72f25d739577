"""What a message says a class lacks, checked against the project: a class of that kind may have it.

A message of several conditions, or one of another process or build, says what the code contradicts. Who reads
it without this opens the class to see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rca.causes.configuration.error_symptoms import ErrorSymptoms
from rca.causes.configuration.project_files import ProjectFiles
from rca.navigation.hierarchy import supertype_names
from rca.resolve.symbol import Symbol
from rca.workspace.build_modules import is_test

_NAME: Final = r"[`'\"]?([A-Za-z_][\w.$]*)[`'\"]?"
_IMPLEMENTS: Final = re.compile(
    rf"(?:\b[Yy]our )?{_NAME} (?:does(?: not|n't) (?:implement|extend)|must (?:implement|extend)|"
    rf"should implement|is not (?:an instance|a subclass) of) (?:the )?(?:interface |class )?{_NAME}"
)
_ANNOTATED: Final = re.compile(
    rf"{_NAME} (?:is not|must be|should be) annotated with [`'\"]?@?([\w.$]+)[`'\"]?"
)
_APPLICATION: Final = frozenset(("Application", "application"))
_MOST: Final = 2


@dataclass(frozen=True, slots=True)
class CheckedDemand:
    """A claim of a message about a class of the project, and whether the code bears it out."""

    statement: str
    is_met: bool


def check_demands(symptoms: ErrorSymptoms, files: ProjectFiles) -> tuple[CheckedDemand, ...]:
    """Return what a message says that a class must have, with what the class has."""
    return tuple(_checked(symptoms.flat, files))[:_MOST]


def _checked(flat: str, files: ProjectFiles) -> Iterator[CheckedDemand]:
    for match in _IMPLEMENTS.finditer(flat):
        wanted = match[2].rstrip(".").replace("$", ".")
        for symbol, role in _subjects(match[1], files):
            above = supertype_names(files.snapshot.index, symbol)
            is_met = any(_means(name, wanted) for name in (*above, *symbol.declaration.supertypes))
            verb = "implements" if is_met else "does not implement"
            yield CheckedDemand(
                f"`{symbol.display_name}` ({_place(symbol)}){role} {verb} `{wanted}`"
                + (_LEFT if is_met else ""),
                is_met,
            )
    for match in _ANNOTATED.finditer(flat):
        wanted = match[2].rstrip(".")
        for symbol, role in _subjects(match[1], files):
            header = files.lines(symbol.path).slice(max(1, symbol.line - 3), symbol.declaration.name_line)
            is_met = f"@{wanted.rpartition('.')[2]}" in header
            verb = "has" if is_met else "does not have"
            yield CheckedDemand(
                f"`{symbol.display_name}` ({_place(symbol)}){role} {verb} `@{wanted.rpartition('.')[2]}`"
                + (_LEFT if is_met else ""),
                is_met,
            )


_LEFT: Final = ": this condition of the message is met, look at the others"


def _subjects(name: str, files: ProjectFiles) -> Iterator[tuple[Symbol, str]]:
    """Yield the classes that a message means: by name, or the applications that manifests declare."""
    if name not in _APPLICATION:
        found = [one for one in files.classes(name.replace("$", ".")) if not is_test(one.path)]
        if len(found) == 1:  # of several it is not known which the message means
            yield found[0], ""
        return
    seen: set[Symbol] = set()
    for path in files.manifests:
        if is_test(path):
            continue
        for element in files.xml(path).elements:
            written = element.get("name") if element.tag == "application" else None
            for symbol in files.classes(written.rpartition(".")[2])[:1] if written else ():
                if symbol not in seen:
                    seen.add(symbol)
                    yield symbol, ", the application of the manifest,"


def _means(name: str, wanted: str) -> bool:
    """Return whether a supertype as it is written or resolved is the wanted one."""
    plain = name.partition("<")[0].partition("(")[0].strip().replace("$", ".")
    return plain == wanted or plain.endswith(f".{wanted}") or wanted.endswith(f".{plain}")


def _place(symbol: Symbol) -> str:
    return f"{symbol.path.rpartition('/')[2]}:{symbol.line}"
