"""A message form: a pattern for messages of exceptions, and the condition that a match states."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from models.failure import FailureFamily
from rca.causes.failure.condition import Condition, Target, nested_name
from rca.text.lazy_regex import lazy_regex

MakeTarget = Callable[[Mapping[str, str]], Target | None]
_NUMBER = re.compile(r"-?\d{1,18}$")
_LONGEST = 160
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class MessageForm:
    """One form.

    Groups of the pattern named `name`, `index`, `size`, `actual` and `expected` become those fields of the
    condition; `other`, `owner` and further ones are for the sentence and the target.

    Args:
        types: simple names of the exceptions that have it, apart by spaces; empty: any.
        pattern: searched in the message, unless it begins with `^`.
        family: what kind of failure it is.
        sentence: with groups in braces, and in brackets what falls away where a message lacks the group;
            `{name:simple}` is a class's name without its package.
        target: makes what to look for in code.
    """

    types: str
    pattern: str
    family: FailureFamily
    sentence: str | None
    target: MakeTarget | None = None
    regex: re.Pattern[str] = field(init=False, repr=False, compare=False)
    type_names: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "regex", lazy_regex(self.pattern, re.DOTALL))
        object.__setattr__(self, "type_names", frozenset(self.types.split()))

    def read(self, message: str) -> Condition | None:
        """Return what a message says, None where it has another form."""
        match = self.regex.search(message)
        if match is None:
            return None
        groups = {name: text for name, text in match.groupdict().items() if text is not None}
        return Condition(
            family=self.family,
            sentence=_fill(self.sentence, groups),
            name=_shortened(groups.get("name")),
            index=_number(groups.get("index")),
            size=_number(groups.get("size")),
            actual=_shortened(groups.get("actual")),
            expected=_shortened(groups.get("expected")),
            target=self.target(groups) if self.target is not None else None,
        )


class _Words(str):
    """A group in a sentence: one line, not too long; `simple` as its format leaves a class's package out."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        text = nested_name(self) if spec == "simple" else str(self)
        return _shortened(text) or ""


def _fill(sentence: str | None, groups: Mapping[str, str]) -> str | None:
    """Return a sentence with its groups; parts in brackets fall away where the message lacks a group."""
    if sentence is None:
        return None
    words = {name: _Words(text) for name, text in groups.items()}
    try:
        return _OPTIONAL.sub(lambda part: _part(part[1], words), sentence).format_map(words)
    except KeyError:
        return None


def _part(text: str, words: Mapping[str, _Words]) -> str:
    try:
        return text.format_map(words)
    except KeyError:
        return ""


def _shortened(text: str | None) -> str | None:
    if text is None:
        return None
    plain = _SPACES.sub(" ", text).strip()
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    plain = text.strip().replace(",", "")
    return int(plain) if _NUMBER.match(plain) else None
