"""Names of the app's own classes, which are ignored when problems of different apps are compared."""

from __future__ import annotations

import re
from functools import lru_cache

from rca.error_text.frame_origin import looks_renamed, origin_of

_QUALIFIED = re.compile(r"(?<![\w.$-])[a-z]\w*(?:\.[a-z]\w*)*\.[A-Z]\w*(?:[.$]\w+)*")
"""A class in its package, members after it included."""

_PACKAGE = re.compile(r"(?<![\w.$/:-])[a-z]\w*(?:\.[a-z]\w*){2,}(?![\w.(]|-\w)")
"""Three or more lower case names, as a process is called."""

_STATE = re.compile(r"(?<=[\w$])\{[^{}\n]{0,400}\}")
"""What an object says of itself in a message: `RecyclerView{8c1 VFED…}`."""

_VIEW_ID = re.compile(r":?\b(?:id|layout)/\w+")

_NO_PACKAGES = frozenset({"gradle", "kts", "properties", "toml", "xml", "jar", "aar", "pom", "so", "html"})
"""Last parts of names that are files."""


def without_app_names(text: str) -> str:
    """Remove the app's own names and object states from a text; a library class keeps its simple name.

    `com.shop.cart.CartFragment` is removed, `androidx.fragment.app.Fragment` becomes `Fragment`. Names in no
    known library or platform package count as the app's.
    """
    text = _VIEW_ID.sub(" ", _STATE.sub(" ", text))
    return _PACKAGE.sub(_package, _QUALIFIED.sub(_qualified, text))


@lru_cache(maxsize=4_096)
def is_app(class_name: str) -> bool:
    """Return whether a class is the app's own, or obfuscated so that its origin is unknown."""
    return origin_of(class_name, ()) in {"app", "generated"} or looks_renamed(class_name)


def _qualified(match: re.Match[str]) -> str:
    name = match.group()
    if is_app(name):
        return " "
    start = next(index for index, letter in enumerate(name) if letter.isupper())
    return name[name.rfind(".", 0, start) + 1 :]


def _package(match: re.Match[str]) -> str:
    name = match.group()
    if name.rpartition(".")[2] in _NO_PACKAGES:
        return name
    return " " if is_app(f"{name}.Main") else name
