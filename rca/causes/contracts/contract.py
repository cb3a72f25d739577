"""One entry of the table: a throw site of a framework, and the calls of the app that it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

from models.hypothesis import PlaceRole

ReferenceKind = Literal["call", "declaration", "class", "text", "manifest"]
_WORDS: dict[str, ReferenceKind] = {
    "fun": "declaration",
    "class": "class",
    "text": "text",
    "manifest": "manifest",
}
_PRINTED_CLASS = re.compile(r"(?:ComponentInfo\{|ServiceRecord\{\w+ \w+ |\{|class |interface )?([\w.$/\-]+)")
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
ROLES: dict[str, PlaceRole] = {role: role for role in get_args(PlaceRole)}
"""Fields of an entry that name places, each after its role."""


@dataclass(frozen=True, slots=True)
class Reference:
    """What to look for in the app: a call, a declaration, a class, a text or a manifest entry.

    `name` and `owner` may hold placeholders of the message.
    """

    role: PlaceRole
    kind: ReferenceKind
    owner: str | None
    name: str

    def filled(self, values: dict[str, str]) -> Reference | None:
        """Return the reference with the message's values, or None where one of them is not known."""
        wanted = _PLACEHOLDER.findall(f"{self.owner or ''} {self.name}")
        if any(not values.get(name) for name in wanted):
            return None
        owner = fill(self.owner, values) if self.owner else None
        name = fill(self.name, values)
        if self.kind == "class":
            name = binary_name(name)
        elif self.kind != "text":
            name = simple_name(name)
        return Reference(self.role, self.kind, owner, name)


@dataclass(frozen=True)
class Contract:
    """A throw site. An empty message means that the site's own frame decides."""

    id: str
    framework: str
    source: str
    """Repository and version, or `documentation` where no source was compared."""
    path: str | None
    """File of the throw site in that repository."""
    site_class: str
    site_method: str
    exceptions: tuple[str, ...]
    message: str
    example: str
    references: tuple[Reference, ...]
    guards: tuple[str, ...]
    """Calls or properties that, used in the same function, show that the app checks the condition."""
    statement: str
    check: str

    @cached_property
    def anchor(self) -> str:
        """The longest literal part of the message: where it is absent, the message cannot match."""
        return max(_PLACEHOLDER.split(self.message)[::2], key=len)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The message as an expression, with a group for each value."""
        parts = _PLACEHOLDER.split(self.message)
        built = []
        seen: set[str] = set()
        for number, part in enumerate(parts):
            if not number % 2:
                built.append(r"\s+".join(map(re.escape, re.split(r"\s+", part))) if part else "")
            elif part in seen:
                built.append(f"(?P={part})")
            else:
                seen.add(part)
                last = number == len(parts) - 2 and not parts[-1]
                # What ends the message is a value up to the line's end or the first sign of a list.
                built.append(f"(?P<{part}>[^\\n,;]+)" if last else f"(?P<{part}>[^\\n]{{1,300}}?)")
        return re.compile("".join(built))


def read_contract(row: dict[str, Any], framework: str, source: str) -> Contract:
    """Return an entry of a data file.

    Raises:
        KeyError: a field is missing.
        ValueError: a reference is not of the form that `Reference` describes.
    """
    site_class, _, site_method = row["at"].rpartition(".")
    return Contract(
        id=row["id"],
        framework=framework,
        source=row.get("source", source),
        path=row.get("path"),
        site_class=site_class,
        site_method=site_method,
        exceptions=tuple(row["throws"].split("|")),
        message=row.get("message", ""),
        example=row.get("example", row.get("message", "")),
        references=tuple(
            _read_reference(ROLES[key], text) for key in row if key in ROLES for text in row[key]
        ),
        guards=tuple(row.get("guards", ())),
        statement=row["statement"],
        check=row["check"],
    )


def _read_reference(role: PlaceRole, text: str) -> Reference:
    word, _, rest = text.partition(" ")
    if word in _WORDS and rest:
        kind, text = _WORDS[word], rest
        if kind in ("text", "class", "manifest"):
            return Reference(role, kind, None, text)
    else:
        kind = "call"
    owner, _, name = text.rpartition(".")
    if not re.fullmatch(r"[\w{}]+", name):
        raise ValueError(text)
    return Reference(role, kind, owner or None, name)


def fill(template: str, values: dict[str, str]) -> str:
    """Return a template with the values that are known; the others become `it`."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], "it"), template)


def simple_name(value: str) -> str:
    """Return the simple class name in a value as programs print it."""
    name = binary_name(value)
    parts = [part for part in name.rpartition(".")[2].split("$") if part and not part.isdigit()]
    return parts[-1] if parts else value


def binary_name(value: str) -> str:
    """Return the class name in a value as programs print it: no object identity, no quotation marks.

    `com.app/.HomeActivity`, `com.app.HomeActivity@4f1`, `HomeFragment{4f1} (id)` and `class com.app.A` are
    a class each.
    """
    value = value.strip().strip("'\"`")
    match = _PRINTED_CLASS.match(value)
    if match is None:
        return value
    return match[1].rstrip(".").rpartition("/")[2].lstrip(".")
