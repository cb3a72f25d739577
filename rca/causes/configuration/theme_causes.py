"""Errors about an attribute or a flag of an activity's theme: its style down to where that is defined.

What a message demands of the theme's parents is `theme_contract_causes.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.languages.android.xml import Element
from rca.workspace.build_modules import is_test

_THEME = re.compile(
    r"(requires a value for the [\w:.]+ attribute to be set in your app theme"
    r"|must have theme attribute \w+"
    r"|Only fullscreen opaque activities can request orientation)"
)
_NOT_FINISHED = re.compile(r"did not call finish\(\) prior to onResume\(\) completing")
_UNRESOLVED = re.compile(r"Failed to resolve attribute at index .{0,200}?\bstyle/([\w.]+)")
_ACTIVITY = re.compile(r"(?:ComponentInfo|[Aa]ctivity )\{[\w.]+/([\w.$]+)\}")
_MOST_STYLES = 3


class ThemeCauses(CauseSearcher):
    """Follows an activity's theme to the style that decides."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield a cause where the error speaks of the theme and the project defines one."""
        match = _THEME.search(self._symptoms.flat)
        activity = self._activity()
        if _NOT_FINISHED.search(self._symptoms.flat):
            yield from self._without_display(activity)
        for name in dict.fromkeys(_UNRESOLVED.findall(self._symptoms.flat)):
            yield from self._without_attribute(name)
        if match is None:
            return
        themes = self._themes(activity)
        # The style whose parent is a library's decides; those below it only add to that.
        styles = [
            span for theme in themes for variants in reversed(list(self._styles(theme))) for span in variants
        ]
        entries = self._entries(activity)
        spans = tuple(dict.fromkeys([*styles, *entries]))
        if spans:
            theme = themes[0] if themes else "its theme"
            yield ConfigurationCause(
                "theme",
                f"{activity.rpartition('.')[2] if activity else 'The activity'} runs with `{theme}`, "
                "whose parent or attributes do not give what the error asks of the theme.",
                spans[:4],
                (f"the error says “{match[0]}”", f"the manifest sets `{theme}`"),
                "Change the parent of the style, or give this activity another theme.",
            )

    def _without_attribute(self, name: str) -> Iterator[ConfigurationCause]:
        """Yield the style that is the theme of an inflated view which misses an attribute."""
        spans = tuple(span for variants in self._styles(name) for span in variants)
        if spans:
            yield ConfigurationCause(
                "theme",
                f"`{name}` is the theme of the inflated view, and neither it nor its parents define an "
                "attribute that the view asks for.",
                spans[:_MOST_STYLES],
                (f"the error cannot resolve an attribute in the theme `{name}`", "the style is defined here"),
                "Look up the attribute's number in the merged resources, and define it in this style.",
            )

    def _without_display(self, activity: str | None) -> Iterator[ConfigurationCause]:
        """Yield the entry of an activity that shows nothing by its theme, and stays."""
        spans = tuple(self._entries(activity))
        if spans:
            yield ConfigurationCause(
                "no_display_theme",
                "An activity whose theme is `Theme.NoDisplay` must finish before it is resumed, and this one "
                "does not.",
                spans,
                ("the error says that the activity did not call `finish()`",),
                "Give the activity a translucent theme, or finish it in `onCreate`.",
            )

    def _activity(self) -> str | None:
        """Return the activity that the error names, or whose frame is the innermost of the app."""
        match = _ACTIVITY.search(self._symptoms.flat)
        if match is not None:
            return match[1]
        for one in self._symptoms.exceptions:
            for frame in one.frames:
                name = (frame.class_name or "").partition("$")[0]
                if name.endswith("Activity") and self._files.classes(name):
                    return name
        return None

    def _themes(self, activity: str | None) -> list[str]:
        found: list[str] = []
        for path in self._files.manifests:
            if is_test(path):
                continue
            elements = self._files.xml(path).elements
            own = [
                one.get("theme") for one in elements
                if one.tag == "activity" and activity and activity.endswith(_bare_name(one))
            ]  # fmt: skip
            whole = [one.get("theme") for one in elements if one.tag == "application"]
            found.extend(theme.removeprefix("@style/") for theme in (*own, *whole) if theme)
        return list(dict.fromkeys(found))

    def _styles(self, theme: str) -> Iterator[list[Span]]:
        """Yield the variants of a style, then those of the project's styles that it inherits from."""
        waiting, seen = [theme], set[str]()
        while waiting and len(seen) < _MOST_STYLES:
            name = waiting.pop(0)
            if name in seen:
                continue
            seen.add(name)
            variants = []
            for path in self._files.resources("values"):
                if f'"{name}"' not in self._files.text(path):
                    continue
                for element in self._files.xml(path).elements:
                    if element.tag == "style" and element.get("name") == name:
                        variants.append(self._files.element_span(path, element))
                        parent = element.get("parent")
                        waiting.append((parent or name.rpartition(".")[0]).removeprefix("@style/"))
            if variants:
                yield variants

    def _entries(self, activity: str | None) -> Iterator[Span]:
        for path in self._files.manifests:
            for element in self._files.xml(path).elements:
                if element.tag == "activity" and activity and activity.endswith(_bare_name(element)):
                    yield self._files.element_span(path, element, header=True)


def _bare_name(element: Element) -> str:
    """Return an element's `android:name` without the dot that stands for the package; `?` for none."""
    return (element.get("name") or "?").lstrip(".")
