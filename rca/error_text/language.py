"""The programming language of an error's code."""

from __future__ import annotations

from collections.abc import Iterable

from models.error_report import Frame
from rca.error_text.kotlin_js_frame import is_script, shows_kotlin

_SUFFIXES = ((".kt", "kotlin"), (".kts", "kotlin"), (".java", "java"), (".groovy", "groovy"))


def language_of(frames: Iterable[Frame], culprit: Frame | None) -> str | None:
    """Tell the language by the culprit's file, else by the app's frames, else by any frame.

    Among frames Kotlin wins, as its code runs on Java's; without a file name the names that Kotlin's
    compiler makes up (`FooKt`, `invokeSuspend`) tell.
    """
    every = tuple(frames)
    app = [frame for frame in every if frame.origin == "app"]
    for group in ([culprit] if culprit is not None else [], app, every):
        languages = {language for frame in group if (language := _language(frame)) is not None}
        for language in ("kotlin", "java", "groovy"):
            if language in languages:
                return language
    return None


def _language(frame: Frame) -> str | None:
    for suffix, language in _SUFFIXES:
        if frame.file is not None and frame.file.endswith(suffix):
            return language
    name = frame.class_name or ""
    outer = name.partition("$")[0]
    if outer.endswith("Kt") or frame.method == "invokeSuspend" or name.startswith(("kotlin.", "kotlinx.")):
        return "kotlin"
    return "kotlin" if is_script(frame) and shows_kotlin(frame) else None
