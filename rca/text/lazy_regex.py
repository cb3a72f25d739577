"""Regular expressions compiled at first use."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from rca.caching.cached_attribute import cached_attribute


class _Expression:
    """The used part of a compiled expression's interface."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    @cached_attribute
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    @cached_attribute
    def flags(self) -> int:
        return self._compiled.flags

    @cached_attribute
    def search(self) -> Callable[..., Any]:
        return self._compiled.search

    @cached_attribute
    def match(self) -> Callable[..., Any]:
        return self._compiled.match

    @cached_attribute
    def fullmatch(self) -> Callable[..., Any]:
        return self._compiled.fullmatch

    @cached_attribute
    def finditer(self) -> Callable[..., Any]:
        return self._compiled.finditer

    @cached_attribute
    def findall(self) -> Callable[..., Any]:
        return self._compiled.findall

    @cached_attribute
    def split(self) -> Callable[..., Any]:
        return self._compiled.split

    @cached_attribute
    def sub(self) -> Callable[..., Any]:
        return self._compiled.sub


def lazy_regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression compiled at first use, for modules with many of them.

    It has the methods of a compiled one, but is none to `isinstance` and to the functions of `re`. Syntax
    errors surface at first use: tests use each.
    """
    return cast("re.Pattern[str]", _Expression(pattern, flags))
