"""Libraries and plugins that a build requires, with the lines that declare them and set their versions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from rca.caching.cached_attribute import cached_attribute
from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.project_files import ProjectFiles
from rca.text.line_index import Lines

Kind = Literal["library", "plugin"]

_NAME = r"[\w.\-]+"
_NOTATION = re.compile(
    rf"""(["'])({_NAME}):({_NAME}|\$\{{?\w+\}}?)(?::([^"'\n:@]*))?(?:[:@][^"'\n]*)?\1(?:\s*\+\s*([\w.]+))?"""
)
_MAP = re.compile(
    rf"""\bgroup\s*[:=]\s*["']({_NAME})["']\s*,\s*(?:name|module)\s*[:=]\s*["']({_NAME})["']"""
    rf"""(?:\s*,\s*version\s*[:=]\s*["']?([^"',)\n]*))?"""
)
_PLUGIN = re.compile(
    rf"""(?<!\w)id\s*\(?\s*["']({_NAME})["']\s*\)?(?:\s*version\s*\(?\s*["']?([^"')\s]+))?"""
)
_KOTLIN = re.compile(
    r"""(?<![\w.])kotlin\(\s*["']([\w.\-]+)["'](?:\s*,\s*["']([^"']+)["'])?\s*\)(?:\s*version\s*["']([^"']+))?"""
)
_ENTRY = re.compile(r"""^\s*["']?([\w.\-]+)["']?\s*=\s*(.+)$""")
_TABLE = re.compile(r"^\s*\[\[?\s*([\w.\-]+)\s*\]?\]")
_FIELD = re.compile(r"""(module|id|group|name|version\.ref|version|ref)\s*=\s*\{?\s*["']([^"']+)["']""")
_POM = re.compile(
    r"<(dependency|plugin|parent)>(?:(?!</\1>)[\s\S])*?<groupId>\s*([\w.\-]+)\s*</groupId>\s*"
    r"<artifactId>\s*([\w.\-]+)\s*</artifactId>(?:\s*<version>\s*([^<\s]+))?"
)
_SEPARATORS = re.compile(r"[-_.]")
_VARIABLE = re.compile(r"\$\{?([\w.\[\]'\"]+)\}?|^([A-Za-z][\w.]*)$")
_MOST_SPANS = 6


@dataclass(frozen=True, slots=True)
class Requirement:
    """A library or plugin that a build file names.

    Args:
        version: as it is written, a variable included; None where the place names none.
        alias: the accessor's name in its catalog, with dots; None outside catalogs.
    """

    kind: Kind
    group: str
    name: str
    version: str | None
    span: Span
    alias: str | None = None
    reference: str | None = None

    @property
    def module(self) -> str:
        """Return `group:name`; of a plugin its id."""
        return f"{self.group}:{self.name}" if self.kind == "library" else self.name


class Requirements:
    """All that the build files of a project ask for."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

    @cached_attribute
    def all(self) -> tuple[Requirement, ...]:
        """Every requirement, catalogs first, then scripts from the outermost on."""
        found: list[Requirement] = []
        for path in self._files.catalogs:
            found.extend(_of_catalog(path, self._files.text(path)))
        for path in (*self._files.scripts, *self._files.build_logic):
            if self._files.deadline.expired:
                break
            found.extend(_of_script(path, self._files))
        for path in self._files.poms:
            found.extend(_of_pom(path, self._files))
        return tuple(found)

    def of_module(self, module: str) -> tuple[Requirement, ...]:
        """Return the requirements of `group:name` or of a plugin's id."""
        return tuple(one for one in self.all if one.module == module)

    def version_spans(self, requirement: Requirement) -> tuple[Span, ...]:
        """Return where the version is written, the place of the requirement itself included."""
        if requirement.reference is not None:
            key = requirement.reference
            text = self._files.text(requirement.span.path)
            spans = [*_catalog_version(requirement.span.path, text, key), requirement.span]
            return tuple(dict.fromkeys(spans))
        variable = _variable_of(requirement.version)
        if variable is None:
            return (requirement.span,)
        assigned = sorted(self._assignments(variable), key=lambda span: span.path != requirement.span.path)
        return tuple(dict.fromkeys([*assigned, requirement.span]))

    def uses(self, requirement: Requirement) -> tuple[Span, ...]:
        """Return where scripts take a catalog's entry."""
        if requirement.alias is None:
            return ()
        kinds = "plugins." if requirement.kind == "plugin" else ""
        pattern = re.compile(rf"\b\w+\.{kinds}{re.escape(requirement.alias)}(?![\w.]*\w*\.[a-z])")
        found: list[Span] = []
        for path in (*self._files.scripts, *self._files.build_logic):
            lines = self._files.lines(path)
            for match in pattern.finditer(lines.text):
                line = lines.line_of(match.start())
                found.append(Span(path, line, line))
                if len(found) >= _MOST_SPANS:
                    return tuple(found)
        return tuple(found)

    def used_in(self, requirement: Requirement, folder: str) -> bool:
        """Return whether the build script of a module takes it, by catalog or by coordinates."""
        scripts = self._files.scripts_of(folder)
        if requirement.alias is None:
            return requirement.span.path in scripts
        return any(span.path in scripts for span in self.uses(requirement))

    def _assignments(self, name: str) -> Iterator[Span]:
        """Yield where a variable of build scripts gets its value."""
        pattern = re.compile(
            rf"""(?m)^[^\n/#]*?(?<![\w$-])["']?{re.escape(name)}["']?\]?\s*(?::\s*String\s*)?"""
            rf"""(?:=|:|,)\s*(?:by\s+\w+\s*\(\s*)?["']?[\w.+-]*\d"""
        )
        paths = (*self._files.gradle_properties, *self._files.scripts, *self._files.build_logic)
        for path in paths:
            lines = self._files.lines(path)
            for match in pattern.finditer(lines.text):
                line = lines.line_of(match.end())
                yield Span(path, line, line)

    def version_lines(self, pattern: re.Pattern[str]) -> tuple[Span, ...]:
        """Return the lines of build files, catalogs and properties that match, catalogs first."""
        found: list[Span] = []
        paths = (*self._files.catalogs, *self._files.gradle_properties, *self._files.scripts)
        for path in (*paths, *self._files.build_logic):
            lines = self._files.lines(path)
            for match in pattern.finditer(lines.text):
                line = lines.line_of(match.start())
                found.append(Span(path, line, line))
        return tuple(dict.fromkeys(found))


def _variable_of(version: str | None) -> str | None:
    match = _VARIABLE.search(version) if version else None
    if match is None or version is None:
        return None
    written = (match[1] or match[2]).rstrip("'\"]")
    return re.split(r"[.\['\"]", written)[-1] or None


def _of_script(path: str, files: ProjectFiles) -> Iterator[Requirement]:
    lines = files.lines(path)
    for match in _NOTATION.finditer(lines.text):
        group, name, version = match[2], match[3], match[4] or match[5]
        if "." not in group and version is None and not name.startswith("$"):
            continue  # a task's path, or a word with a colon
        yield Requirement("library", group, name.strip("${}"), version, _span(lines, path, match))
    for match in _MAP.finditer(lines.text):
        yield Requirement("library", match[1], match[2], match[3], _span(lines, path, match))
    for match in _PLUGIN.finditer(lines.text):
        yield Requirement("plugin", "", match[1], match[2], _span(lines, path, match))
    for match in _KOTLIN.finditer(lines.text):
        name, version = match[1], match[2] or match[3]
        if name in {"stdlib", "reflect", "test"} or name.startswith(("stdlib-", "test-")):
            span = _span(lines, path, match)
            yield Requirement("library", "org.jetbrains.kotlin", f"kotlin-{name}", version, span)
        else:
            span = _span(lines, path, match)
            yield Requirement("plugin", "", f"org.jetbrains.kotlin.{name}", version, span)


def _of_catalog(path: str, text: str) -> Iterator[Requirement]:
    table = ""
    own: list[tuple[int, str]] = []
    for number, line in enumerate([*text.splitlines(), "[end]"], 1):
        header = _TABLE.match(line)
        kind, _, inner = table.partition(".")
        if header is not None:
            if own:
                # A table that is one entry: `[libraries.name]` with its fields below.
                value = "\n".join(row for _, row in own)
                yield from _catalog_entry(kind, inner, f"{{{value}}}", Span(path, own[0][0], own[-1][0]))
            table, own = header[1], []
            continue
        entry = _ENTRY.match(line)
        if kind not in {"libraries", "plugins"} or entry is None:
            continue
        if inner:
            own.append((number, line))
        else:
            yield from _catalog_entry(kind, entry[1], entry[2], Span(path, number, number))


def _catalog_entry(table: str, alias: str, value: str, span: Span) -> Iterator[Requirement]:
    fields = dict(_FIELD.findall(value))
    accessor = _SEPARATORS.sub(".", alias)
    reference = fields.get("version.ref") or fields.get("ref")
    written = value.strip().strip("\"'")
    if table == "plugins":
        name, version = fields.get("id"), fields.get("version")
        if name is None and "{" not in value:
            name, _, version = written.partition(":")
        if name:
            yield Requirement("plugin", "", name, version, span, accessor, reference)
        return
    module = fields.get("module")
    version = fields.get("version")
    if module is None and "group" in fields and "name" in fields:
        module = f"{fields['group']}:{fields['name']}"
    if module is None and "{" not in value and value.strip()[:1] in {'"', "'"}:
        group, _, rest = written.partition(":")
        name, _, version = rest.partition(":")
        module = f"{group}:{name}"
    if module is None or ":" not in module:
        return
    group, _, name = module.partition(":")
    yield Requirement("library", group, name, version or None, span, accessor, reference)


def _catalog_version(path: str, text: str, key: str) -> Iterator[Span]:
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _TABLE.match(line)
        if header is not None:
            table = header[1]
        elif table == "versions" and (entry := _ENTRY.match(line)) is not None and entry[1] == key:
            yield Span(path, number, number)


def _of_pom(path: str, files: ProjectFiles) -> Iterator[Requirement]:
    lines = files.lines(path)
    for match in _POM.finditer(lines.text):
        yield Requirement("library", match[2], match[3], match[4], _span(lines, path, match))


def _span(lines: Lines, path: str, match: re.Match[str]) -> Span:
    return Span(path, lines.line_of(match.start()), lines.line_of(max(match.start(), match.end() - 1)))


def one_of_each_module(requirements: Iterable[Requirement]) -> tuple[Requirement, ...]:
    """Return one requirement of each module, the first that names a version if there is one."""
    found: dict[str, Requirement] = {}
    for one in requirements:
        known = found.get(one.module)
        if known is None or (not known.version and not known.reference and (one.version or one.reference)):
            found[one.module] = one
    return tuple(found.values())
