"""The activities of the manifests with the themes that they run with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.caching.cached_attribute import cached_attribute
from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.project_files import ProjectFiles
from rca.causes.configuration.required_attributes import attribute_span
from rca.causes.configuration.style_chains import plain_style
from rca.navigation.hierarchy import supertype_names
from rca.resolve.symbol import Symbol
from rca.workspace.build_modules import is_test

_SET_THEME = re.compile(r"\bsetTheme\s*\(\s*(?:[\w.]+\.)?R\.style\.(\w+)\s*\)|\btheme\s*=\s*R\.style\.(\w+)")
_LAYOUT = re.compile(r"\bR\.layout\.(\w+)|\b([A-Z]\w+)Binding\b")


@dataclass(frozen=True, slots=True)
class ActivityTheme:
    """A theme that an activity runs with.

    Args:
        activity: the class as the manifest names it.
        theme: the style, without `@style/`; None where neither the activity nor the application names one.
        set_at: the line that sets it, of the manifest or of code.
        own: whether the activity sets it, and not the application.
    """

    activity: str
    theme: str | None
    set_at: Span
    own: bool


class ActivityThemes:
    """What manifests and the activities' code say of themes."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

    @cached_attribute
    def all(self) -> tuple[ActivityTheme, ...]:
        """The themes of all activities; code that sets one counts, not the manifest then."""
        return tuple(self._read())

    def _read(self) -> Iterator[ActivityTheme]:
        paths = [path for path in self._files.manifests if not is_test(path)]
        whole = [self._of_application(path) for path in paths]
        fallback = next((one for one in whole if one is not None), None)
        for path, of_application in zip(paths, whole, strict=True):
            inherited = of_application or fallback
            for element in self._files.xml(path).elements:
                name = element.get("name")
                if element.tag != "activity" or not name:
                    continue
                in_code = [*self._set_in_code(name)]
                own = element.get("theme")
                if in_code:
                    yield from in_code
                elif own:
                    span = attribute_span(self._files, path, element, "theme")
                    yield ActivityTheme(name, plain_style(own), span, own=True)
                elif inherited is not None:
                    yield ActivityTheme(name, inherited[0], inherited[1], own=False)
                else:
                    span = self._files.element_span(path, element, header=True)
                    yield ActivityTheme(name, None, span, own=True)

    def _of_application(self, path: str) -> tuple[str, Span] | None:
        for element in self._files.xml(path).elements:
            theme = element.get("theme")
            if element.tag == "application" and theme:
                return plain_style(theme), attribute_span(self._files, path, element, "theme")
        return None

    def _set_in_code(self, activity: str) -> Iterator[ActivityTheme]:
        for symbol in self.classes(activity)[:1] if self._setting else ():
            above = [one for name in self._above(symbol) for one in self._files.classes(name)[:1]]
            for owner in (symbol, *above):
                if owner.path not in self._setting:
                    continue
                lines = self._files.lines(owner.path)
                text = lines.slice(owner.line, owner.end_line)
                found = [*_SET_THEME.finditer(text)]
                for match in found:
                    line = owner.line + text.count("\n", 0, match.start())
                    span = Span(owner.path, line, line)
                    yield ActivityTheme(activity, match[1] or match[2], span, own=owner is symbol)
                if found:
                    return

    @cached_attribute
    def _setting(self) -> frozenset[str]:
        """Files that set a theme in code."""
        return frozenset(
            path
            for path in self._files.files_with("R.style.", ".kt", ".java")
            if _SET_THEME.search(self._files.text(path))
        )

    def classes(self, activity: str) -> tuple[Symbol, ...]:
        """Return the project's classes that an `android:name` may mean."""
        bare = activity.lstrip(".")
        found = self._files.classes(bare.rpartition(".")[2].replace("$", "."))
        return tuple(one for one in found if f".{one.qualified_name}".endswith(f".{bare.replace('$', '.')}"))

    def supertypes(self, activity: str) -> frozenset[str]:
        """Return the simple names of what an activity's class extends; empty where it is not known."""
        return frozenset(
            name.rpartition(".")[2] for one in self.classes(activity)[:1] for name in self._above(one)
        )

    def _above(self, symbol: Symbol) -> tuple[str, ...]:
        return supertype_names(self._files.snapshot.index, symbol)

    def calls(self, activity: str, name: str) -> bool:
        """Return whether an activity's class or a class of the project above it names something."""
        for symbol in self.classes(activity)[:1]:
            above = [one for found in self._above(symbol) for one in self._files.classes(found)[:1]]
            if any(name in self._files.text(one.path) for one in (symbol, *above)):
                return True
        return False

    def shows(self, activity: str, text: str) -> bool:
        """Return whether a layout that an activity's class names holds a text."""
        for symbol in self.classes(activity)[:1]:
            code = self._files.lines(symbol.path).slice(symbol.line, symbol.end_line)
            for match in _LAYOUT.finditer(code):
                name = match[1] or re.sub(r"(?<!^)(?=[A-Z])", "_", match[2]).lower()
                if any(text in self._files.text(path) for path in self._files.resources("layout", name)):
                    return True
        return False
