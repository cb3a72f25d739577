"""Who sets the field that holds on, who adds to it, and who clears it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.causes.leaks.leak_places import members
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol

_MOST_FILES = 40
_ADDS = (
    r"(?:add|addLast|addFirst|put|offer|push|plusAssign|append|set|register|computeIfAbsent|getOrPut|set\w+)"
)
_INSTANCE = r"(?:INSTANCE\s*\.\s*|Companion\s*\.\s*|getInstance\s*\([^)]*\)\s*\.\s*)?"
_REMOVES = r"(?:remove|removeAll|removeIf|clear|minusAssign|poll|pop|delete|unregister|evictAll)"


@dataclass(frozen=True, slots=True)
class FieldUse:
    """A line that puts something into a field or takes it out."""

    path: str
    line: int
    function: Symbol | None
    code: str

    @property
    def where(self) -> str:
        """The function, or the line where it stands in none."""
        return f"`{self.function.display_name}`" if self.function is not None else f"line {self.line}"


def fills(field: Symbol, code: ProjectCode) -> list[FieldUse]:
    """Return the lines that set a field or add to it, anywhere in the project; null does not count."""
    name = re.escape(field.name)
    own = re.compile(
        rf"(?<![\w.])(?:this(?:@\w+)?\s*\.\s*)?{name}\s*(?:=(?!=)\s*(?!null\b)\S|\+=|\[[^\]]*\]\s*=(?!=)|[?!]*\.\s*{_ADDS}\s*[({{])"
    )
    return _uses(field, own, rf"{name}\s*(?:=(?!=)\s*(?!null\b)\S|\+=|[?!]*\.\s*{_ADDS}\s*[({{])", code)


def empties(field: Symbol, code: ProjectCode) -> list[FieldUse]:
    """Return the lines that set a field to null or take something out of it."""
    name = re.escape(field.name)
    ends = rf"{name}\s*(?:=\s*null\b|-=|[?!]*\.\s*{_REMOVES}\s*[({{])"
    own = re.compile(rf"(?<![\w.])(?:this(?:@\w+)?\s*\.\s*)?{ends}")
    return _uses(field, own, ends, code)


def gives_itself(owner: Symbol, to: Symbol, code: ProjectCode) -> list[FieldUse]:
    """Return the lines of a class that name another one and hand over `this`, a context or a view."""
    given = re.compile(
        rf"\b{re.escape(to.name)}\b[^;]*[(,]\s*(?:this\b(?!\s*\.)|(?:require)?(?:Context|Activity|View)\w*\(\)|context\b|activity\b)"
    )
    return [one for one in _matches(owner.path, given, None, code) if not one.code.startswith("import ")]


def calls_of(function: Symbol, code: ProjectCode) -> list[FieldUse]:
    """Return the calls of a function by its name, on what can be its class."""
    found = []
    for path in code.index.declaring(function.name, "called")[:_MOST_FILES]:
        functions = code.functions(path)
        if functions is None:
            continue
        for caller, sites in functions.sites.items():
            for site in sites:
                if site.name == function.name and caller != function:
                    line = code.line(path, site.line).strip()
                    found.append(FieldUse(path, site.line, caller, line))
    return found


def _uses(field: Symbol, own: re.Pattern[str], from_outside: str, code: ProjectCode) -> list[FieldUse]:
    found = list(_matches(field.path, own, field, code))
    owner = field.owner
    if owner is None or "private" in field.declaration.modifiers:
        return found
    name = owner.class_path[-2] if owner.name == "Companion" and len(owner.class_path) > 1 else owner.name
    outside = re.compile(
        rf"\b(?:{re.escape(name)}|{re.escape(name[:1].lower() + name[1:])})"
        rf"\s*[?!]*\.\s*{_INSTANCE}{from_outside}"
    )
    for path in code.index.declaring(name, "mentioned")[:_MOST_FILES]:
        if path != field.path:
            found += _matches(path, outside, None, code)
    return found


def _matches(
    path: str, pattern: re.Pattern[str], field: Symbol | None, code: ProjectCode
) -> Iterator[FieldUse]:
    functions = code.functions(path)
    for number, line in enumerate(code.lines(path), 1):
        text = line.split("//")[0]
        if not pattern.search(text):
            continue
        is_declaration = field is not None and number == field.declaration.name_line
        if is_declaration:
            continue
        around = functions.around(number) if functions is not None else None
        if field is not None and around is not None and not _is_near(around, field):
            continue
        yield FieldUse(path, number, around if around is None or around.is_callable else None, text.strip())


def _is_near(function: Symbol, field: Symbol) -> bool:
    """Return whether a function sees a field of that name: it is of the field's class or inside it."""
    classes = tuple(name for name in field.class_path if name != "Companion")
    return function.class_path[: len(classes)] == classes


def counterpart(function: Symbol, field: Symbol, code: ProjectCode) -> Symbol | None:
    """Return the function of the same class that takes out what another one puts into a field."""
    owner = field.owner
    if owner is None:
        return None
    taking = {one.function for one in empties(field, code) if one.function is not None}
    candidates = [one for one in members(owner, code) if one in taking and one != function]
    return candidates[0] if candidates else None
