"""Rules from messages to settings: the shipped table, applied to one error and one project."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span

_TABLE = Path(__file__).parent / "data" / "message_rules.toml"
_MOST_SPANS = 4
_MOST_FOLDERS = 3
_QUOTED_WORD = re.compile(r"""[\"'`]([A-Za-z][\w-]{3,})[\"'`]""")
_ANDROID_APP = re.compile(r"com\.android\.application|android\.application\b|android-application")


@dataclass(frozen=True, slots=True)
class MessageRule:
    """One row of the table; see there for what the fields mean."""

    id: str
    mechanism: str
    pattern: re.Pattern[str] | None
    frames: str | None
    places: tuple[str, ...]
    statement: str
    check: str


@cache
def load_rules() -> tuple[MessageRule, ...]:
    """Return the rules of the shipped table."""
    content = tomllib.loads(_TABLE.read_text("utf-8"))
    return tuple(
        MessageRule(
            id=row["id"],
            mechanism=row["mechanism"],
            pattern=re.compile(row["pattern"]) if "pattern" in row else None,
            frames=row.get("frames"),
            places=tuple(row["places"]),
            statement=row["statement"],
            check=row["check"],
        )
        for row in content["rules"]
    )


class MessageRules(CauseSearcher):
    """Applies the table to one error."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield a cause for each rule whose message the error has and whose setting the project has."""
        for rule in load_rules():
            groups = self._fits(rule)
            if groups is None:
                continue
            fits = [span for place in rule.places for span in self._spans(place, groups)]
            spans = tuple(dict.fromkeys(fits))[:_MOST_SPANS]
            if not spans:
                continue
            said = self._said(rule)
            yield ConfigurationCause(
                rule.mechanism,
                rule.statement.format(*groups),
                spans,
                (f"the error says “{said}”" if rule.pattern else f"frames of `{said}` are on the stack",),
                rule.check.format(*groups),
                features={"rule": 1.0},
            )

    def _fits(self, rule: MessageRule) -> tuple[str, ...] | None:
        if rule.frames is not None and not any(
            (frame.class_name or "").startswith(f"{rule.frames}.")
            for one in self._symptoms.exceptions
            for frame in one.frames[:12]
        ):
            return None
        if rule.pattern is None:
            return ("", "")
        match = rule.pattern.search(self._symptoms.flat)
        return None if match is None else (*(group or "it" for group in match.groups()), "", "")

    def _said(self, rule: MessageRule) -> str:
        if rule.pattern is None:
            return rule.frames or ""
        match = rule.pattern.search(self._symptoms.flat)
        return match[0][:160] if match else ""

    def _spans(self, place: str, groups: tuple[str, ...]) -> Iterator[Span]:
        kind, _, detail = place.partition(":")
        if kind == "block":
            detail = detail.replace("{0}", groups[0])
        if kind == "version":
            yield from self._versions(detail.replace("{0}", groups[0]))
        elif kind in {"line", "module"}:
            pattern = detail.replace("{0}", re.escape(groups[0]))
            yield from islice(self._lines(pattern, own=kind == "module"), _MOST_SPANS)
        elif kind == "wrapper":
            yield from self._matching(self._files.wrappers[:1], re.compile(r"(?m)^distributionUrl.*$"))
        elif kind == "properties":
            yield from self._whole(self._files.gradle_properties[:1])
        elif kind == "manifest":
            yield from self._elements(detail)
        else:
            yield from self._module_blocks(kind, detail)

    def _module_blocks(self, kind: str, name: str) -> Iterator[Span]:
        for folder in self._folders():
            if kind == "dependencies":
                block = self._blocks.dependencies(folder)
                if block is not None:
                    yield block
            else:
                yield from self._blocks.named(folder, name or kind)

    def _folders(self) -> tuple[str, ...]:
        """Return the modules that the error names, that of a class it names, else the app's."""
        named = self._files.module_folders(self._symptoms)
        classes = [
            self._files.module_folder(symbol.path)
            for name in _quoted_classes(self._symptoms.flat)
            for symbol in self._files.classes(name)[:1]
        ]
        if not named and not classes:
            named = tuple(self._folders_by_quoted_word())
        if named or classes:
            return tuple(dict.fromkeys([*classes, *named]))[:_MOST_FOLDERS]
        apps = [
            self._files.module_folder(path)
            for path in self._files.scripts
            if _ANDROID_APP.search(self._files.text(path)) and "/" in path
        ]
        return tuple(dict.fromkeys(apps))[:1]

    def _folders_by_quoted_word(self) -> Iterator[str]:
        """Yield the modules whose dependencies have a word that the message quotes."""
        for word in dict.fromkeys(_QUOTED_WORD.findall(self._symptoms.flat)):
            pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
            for span in self._blocks.holding("dependencies", pattern):
                yield self._files.module_folder(span.path)

    def _versions(self, name: str) -> Iterator[Span]:
        for requirement in self._requirements.all:
            if name in {requirement.module, requirement.group} or name in requirement.name.split(":")[0]:
                yield from self._requirements.version_spans(requirement)

    def _lines(self, pattern: str, *, own: bool) -> Iterator[Span]:
        compiled = re.compile(pattern)
        if own:
            for folder in self._folders():
                yield from self._matching(self._files.scripts_of(folder), compiled)
        else:
            yield from self._requirements.version_lines(compiled)

    def _matching(self, paths: tuple[str, ...], pattern: re.Pattern[str]) -> Iterator[Span]:
        for path in paths:
            lines = self._files.lines(path)
            for match in pattern.finditer(lines.text):
                line = lines.line_of(match.start())
                yield Span(path, line, line)

    def _whole(self, paths: tuple[str, ...]) -> Iterator[Span]:
        for path in paths:
            yield Span(path, 1, max(1, self._files.lines(path).count))

    def _elements(self, tag: str) -> Iterator[Span]:
        for path in self._files.manifests[:2]:
            for element in self._files.xml(path).elements:
                if element.tag == tag:
                    yield self._files.element_span(path, element)


def _quoted_classes(text: str) -> Iterator[str]:
    for match in re.finditer(r"[Cc]lass ['\"`]([\w.$]+)['\"`]", text):
        yield match[1]
