"""Facts of declarative files: build scripts, version catalogues, manifests, resources."""

from __future__ import annotations

from collections.abc import Callable

from rca.languages.facts import NONE, Body, CallSite, Declaration, Facts
from rca.text.line_index import Lines


class Outline:
    """What a text declares and uses, by character offsets."""

    def __init__(self, text: str) -> None:
        self._lines = Lines(text)
        self._declarations: list[Declaration] = []
        self._uses: list[CallSite] = []
        self.problems: list[str] = []

    def declare(  # noqa: PLR0913 - a row, written once
        self,
        kind: str,
        name: str,
        *,
        start: int,
        end: int,
        at: int,
        parent: int = NONE,
        type_text: str | None = None,
        supertypes: tuple[str, ...] = (),
        modifiers: tuple[str, ...] = (),
    ) -> int:
        """Add a declaration and return its index. `at` is the offset of its name."""
        line_of = self._lines.line_of
        self._declarations.append(
            Declaration(
                kind,
                name,
                parent,
                line_of(start),
                line_of(max(start, end - 1)),
                start,
                end,
                at,
                line_of(at),
                end,
                None,
                type_text,
                (),
                (),
                supertypes,
                modifiers,
                NONE,
                (),
            )
        )
        return len(self._declarations) - 1

    def use(self, name: str, form: str, start: int, owner: int) -> None:
        """Add the use of a name."""
        line = self._lines.line_of(start)
        self._uses.append(CallSite(name, form, line, start, owner, NONE, False, (), (), False, ()))

    def line_of(self, offset: int) -> int:
        """Return the line of an offset."""
        return self._lines.line_of(offset)

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """What was declared."""
        return tuple(self._declarations)

    def facts(self, language: str, namespaces: tuple[str, ...] = ()) -> Facts:
        """Return what was collected. Uses are known by name alone."""
        uses = tuple(self._uses)
        calls: Callable[[], tuple[CallSite, ...]] = lambda: uses  # noqa: E731 - typed
        return Facts(
            language,
            declarations=self.declarations,
            body=Body(calls=calls),
            problems=tuple(self.problems),
            names_only=True,
            namespaces=namespaces,
        )
