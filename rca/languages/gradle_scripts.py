"""Gradle scripts and settings, Groovy or Kotlin: namespaces, plugins, dependencies, modules.

Regular expressions and not a parser: of public Groovy scripts 41% do not parse with the grammar at
hand, and only a few plain statements matter here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from rca.languages.declarative_facts import Outline
from rca.languages.facts import Facts

_NOT_CODE = re.compile(r"""/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""", re.DOTALL)
_NOT_NEWLINE = re.compile(r"[^\n]")
_NAMESPACE = re.compile(
    r"""(?<![\w.])(namespace|applicationId|testNamespace|group)\s*(?:=|\(|\s)\s*["']([\w.]+)["']"""
)
_PLUGIN = re.compile(
    r"""(?<![\w.])(?:id\s*\(?\s*["']([\w.-]+)["']|kotlin\s*\(\s*["'](\w[\w.-]*)["']\s*\)"""
    r"""|alias\s*\(?\s*(libs\.plugins\.[\w.]+)|apply\s*\(?\s*plugin\s*[:=]\s*["']([\w.-]+)["'])"""
    r"""\s*\)?(?:\s*version\s*\(?\s*["']([^"']+)["'])?"""
)
_CONFIGURATION = (
    r"(?:\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|[kK]apt|[kK]sp"
    r"|[aA]nnotationProcessor|[cC]lasspath|[cC]ompile)|coreLibraryDesugaring|lintChecks|detektPlugins)"
)
_DEPENDENCY = re.compile(
    rf"""(?<![\w.])["']?({_CONFIGURATION})["']?\s*\(?\s*"""
    r"""(?:(?:platform|enforcedPlatform|testFixtures|kotlin|npm)\s*\(\s*)?"""
    r"""(?:project\s*\(?\s*(?:path\s*[:=]\s*)?["'](:[^"']*)["']|["']([\w.-]+(?::[\w.$\{\}+-]+)+)["']"""
    r"""|((?:libs|projects)\.[\w.]+)|["']([\w.-]+)["']\s*\))"""
)
_INCLUDE = re.compile(r"""(?<![\w.])include\s*\(?((?:\s*["'][^"']+["']\s*,?)+)""")
_QUOTED = re.compile(r"""["']([^"']+)["']""")
_BUILD_FIELD = re.compile(
    r"""\b(buildConfigField|resValue)\s*\(?\s*(?:type\s*=\s*)?["'](\w+)["']\s*,\s*(?:name\s*=\s*)?["'](\w+)["']"""
    r"""(?:\s*,\s*(?:value\s*=\s*)?(.+?)\)?\s*$)?"""
)
_PLACEHOLDER = re.compile(
    r"""\bmanifestPlaceholders\s*(?:\[\s*["'](\w+)["']\s*\]\s*=\s*(.+)|.*?["'](\w+)["']\s*(?:to|:)\s*(.+))$"""
)
_EXTRA = re.compile(
    r"""^\s*(?:ext\.(\w+)\s*=\s*(.+)|extra\s*\[\s*["'](\w+)["']\s*\]\s*=\s*(.+)|(?:ext\.)?set\(\s*["'](\w+)["']\s*,\s*(.+)\))$"""
)


class GradleValue(NamedTuple):
    """A value that a script passes to code, manifest or other scripts, with its line.

    `type` is that of a `buildConfigField` or `resValue`, None for others; `written` is the value as written,
    None if the line ends before it.
    """

    kind: Literal["buildConfigField", "resValue", "manifestPlaceholder", "extra"]
    name: str
    type: str | None
    written: str | None
    line: int


def values_of(text: str) -> Iterator[GradleValue]:
    """Return the values that a script passes on, one per line; comments are skipped."""
    for number, line in enumerate(_NOT_CODE.sub(_blanked, text).splitlines(), 1):
        if (match := _BUILD_FIELD.search(line)) is not None:
            kind: Literal["buildConfigField", "resValue"] = (
                "buildConfigField" if match[1] == "buildConfigField" else "resValue"
            )
            yield GradleValue(kind, match[3], match[2], (match[4] or "").strip() or None, number)
        elif (match := _PLACEHOLDER.search(line)) is not None:
            written = (match[2] or match[4] or "").strip()
            yield GradleValue("manifestPlaceholder", match[1] or match[3], None, written, number)
        elif (match := _EXTRA.match(line.rstrip())) is not None:
            written = (match[2] or match[4] or match[6]).strip()
            yield GradleValue("extra", match[1] or match[3] or match[5], None, written, number)


def add_statements(outline: Outline, text: str) -> tuple[str, ...]:
    """Add a script's statements; return the packages that it declares, its `namespace` first.

    Kinds are `namespace`, `plugin` (`type` is its version), `dependency` (`type` is its configuration; the
    name is `group:artifact:version`, `:module` or `libs.alias`) and `module` (of settings).
    """
    code = _NOT_CODE.sub(_blanked, text)
    packages: list[tuple[bool, str]] = []
    for match in _NAMESPACE.finditer(code):
        packages.append((match[1] != "namespace", match[2]))
        if match[1] == "namespace":
            _declare(outline, "namespace", match, 2)
    for match in _PLUGIN.finditer(code):
        group = next(one for one in range(1, 5) if match[one])
        _declare(outline, "plugin", match, group, match[5])
    for match in _DEPENDENCY.finditer(code):
        group = next(one for one in range(2, 6) if match[one])
        _declare(outline, "dependency", match, group, match[1])
    for start, end, name in _modules(code):
        outline.declare("module", name, start=start, end=end, at=start)
    packages.sort(key=lambda one: one[0])
    return tuple(dict.fromkeys(name for _, name in packages))


def extract(text: str) -> Facts:
    """Return the facts of a Groovy script."""
    outline = Outline(text)
    return outline.facts("gradle", add_statements(outline, text))


def _declare(
    outline: Outline, kind: str, match: re.Match[str], group: int, type_text: str | None = None
) -> None:
    outline.declare(
        kind, match[group], start=match.start(), end=match.end(), at=match.start(group), type_text=type_text
    )


def _modules(code: str) -> Iterator[tuple[int, int, str]]:
    for match in _INCLUDE.finditer(code):
        for name in _QUOTED.finditer(match[1]):
            start = match.start(1) + name.start(1)
            whole = name[1] if name[1].startswith(":") else f":{name[1]}"
            yield start, start + len(name[1]), whole


def _blanked(match: re.Match[str]) -> str:
    """Blank a comment, keeping offsets; quoted text is no comment."""
    return match[0] if match[0][0] in "\"'" else _NOT_NEWLINE.sub(" ", match[0])
