"""Language registry: the language of a path, and its reader from text to facts."""

from __future__ import annotations

from dataclasses import replace

from rca.languages.android.resources import is_resource
from rca.languages.facts import Facts, Trace
from rca.languages.tree_sitter_reader import LANGUAGES as GENERIC

KOTLIN_SUFFIXES = frozenset((".kt", ".kts"))
JVM_SUFFIXES = frozenset((".kt", ".kts", ".java"))
MANIFEST = "AndroidManifest.xml"
_BY_NAME = frozenset(GENERIC.values())
LANGUAGES = _BY_NAME | {"kotlin", "java", "gradle", "catalog", "manifest", "resource"}
"""Every language that a file may be in."""
_SUFFIXES = {".kt": "kotlin", ".kts": "kotlin", ".java": "java", **GENERIC}


def is_source(path: str) -> bool:
    """Return whether a file of this path is parsed."""
    return language_of(path) is not None


def language_of(path: str) -> str | None:
    """Return the language of a path; None if its files are not parsed."""
    dot = path.rfind(".")
    suffix = path[dot:] if dot >= 0 else ""
    if suffix == ".kts":
        return "gradle" if path.endswith(".gradle.kts") else "kotlin"
    if suffix == ".gradle":
        return "gradle"
    if suffix == ".toml":
        return "catalog" if path.endswith(".versions.toml") else None
    if suffix == ".xml":
        if path.endswith(MANIFEST) and path.rpartition("/")[2] == MANIFEST:
            return "manifest"
        return "resource" if is_resource(path) else None
    return _SUFFIXES.get(suffix) or _SUFFIXES.get(suffix.lower())


def is_names_only(path: str) -> bool:
    """Return whether a file's language is parsed by name only."""
    return language_of(path) in _BY_NAME


def extract(path: str, text: str) -> Facts:
    """Return the facts of a file; never fails, as broken code is normal.

    A language's module is imported with its first file.
    """
    language = language_of(path)
    if language == "kotlin":
        from rca.languages.kotlin.parser import extract as kotlin

        return kotlin(text)
    if language == "java":
        return _java(path, text)
    if language is None:
        return Facts("text")
    return _other(language, path, text)


def trace(path: str, text: str) -> Trace:
    """Return the meaning of local names and operators; empty for languages without a parser of ours.

    Expressions and call sites are those of the facts that `extract` returns for the same text.
    """
    language = language_of(path)
    if language == "java":
        from rca.languages.java.parser import read as read_java

        java = read_java(text, traced=True)
        return Trace.of(java.local_values, java.signs)
    if language == "kotlin" or path.endswith(".gradle.kts"):
        from rca.languages.kotlin.parser import read as read_kotlin

        kotlin = read_kotlin(text, traced=True)
        return Trace.of(kotlin.local_values, kotlin.signs)
    return Trace({}, {})


def _java(path: str, text: str) -> Facts:
    from rca.languages.java.implicit_class import with_implicit_class
    from rca.languages.java.parser import extract as java

    return with_implicit_class(java(text), path.replace("\\", "/").rpartition("/")[2].partition(".")[0])


def _other(language: str, path: str, text: str) -> Facts:
    if language == "gradle":
        return _gradle(path, text)
    if language == "catalog":
        from rca.languages.version_catalog import extract as catalog

        return catalog(text)
    if language == "manifest":
        from rca.languages.android.manifest import extract as manifest

        return manifest(text)
    if language == "resource":
        from rca.languages.android.resources import extract as resource

        return resource(path, text)
    from rca.languages.tree_sitter_reader import extract as generic

    return generic(text, language)


def _gradle(path: str, text: str) -> Facts:
    from rca.languages.gradle_scripts import add_statements
    from rca.languages.gradle_scripts import extract as groovy

    if not path.endswith(".kts"):
        return groovy(text)
    from rca.languages.declarative_facts import Outline
    from rca.languages.kotlin.parser import extract as kotlin

    outline = Outline(text)
    namespaces = add_statements(outline, text)
    code = kotlin(text)
    return replace(code, declarations=code.declarations + outline.declarations, namespaces=namespaces)
