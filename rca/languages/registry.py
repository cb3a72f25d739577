"""Which language a file is in, and the one way from its text to facts."""

from __future__ import annotations

from dataclasses import replace
from posixpath import splitext

from rca.languages.facts import Facts
from rca.languages.generic import LANGUAGES as GENERIC

KOTLIN_SUFFIXES = frozenset((".kt", ".kts"))
JVM_SUFFIXES = frozenset((".kt", ".kts", ".java"))
_SCRIPTS = (".gradle", ".gradle.kts")


def is_source(name: str) -> bool:
    """Tell whether a file of this name has facts."""
    return language_of(name) is not None


def language_of(name: str) -> str | None:
    """Give the language of a file by its name, or None where it holds no code that is read."""
    if name.endswith(_SCRIPTS):
        return "gradle"
    if name.endswith("AndroidManifest.xml") and name.rpartition("/")[2] == "AndroidManifest.xml":
        return "manifest"
    suffix = splitext(name)[1].lower()
    if suffix in KOTLIN_SUFFIXES:
        return "kotlin"
    if suffix == ".java":
        return "java"
    return GENERIC.get(suffix)


def extract(name: str, text: str) -> Facts:
    """Give the facts of a file. Broken code is the normal case: it never fails on any text.

    Each language's module is loaded when its first file comes.
    """
    language = language_of(name)
    if language == "kotlin":
        from rca.languages.kotlin.reader import extract as kotlin

        return kotlin(text)
    if language == "java":
        from rca.languages.java.reader import extract as java

        return java(text)
    if language == "gradle":
        return _gradle(name, text)
    if language == "manifest":
        from rca.languages.gradle import manifest_package

        package = manifest_package(text)
        return Facts("manifest", namespaces=(package,) if package else ())
    if language is None:
        return Facts("text")
    from rca.languages.generic import extract as generic

    return generic(text, language)


def _gradle(name: str, text: str) -> Facts:
    from rca.languages.gradle import script

    namespaces = script(text).namespaces
    if name.endswith(".kts"):
        from rca.languages.kotlin.reader import extract as kotlin

        return replace(kotlin(text), namespaces=namespaces)
    return Facts("gradle", namespaces=namespaces)
