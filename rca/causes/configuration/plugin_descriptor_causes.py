"""IDE plugins: classes of another plugin are visible only if `plugin.xml` declares a dependency on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.error_symptoms import class_names

_MISSING = ("NoClassDefFoundError", "ClassNotFoundException")
_PLATFORM = re.compile(
    r"^(?:com\.intellij|com\.jetbrains|org\.intellij|org\.jetbrains(?!\.kotlinx)|git4idea|com\.android\.tools\.idea)\."
)
_DEPENDENCIES = re.compile(
    r"(?m)^[^#\n]*\b(?:platformPlugins|platformBundledPlugins|bundledPlugins?|plugins\.set|plugins\s*=)\b.*$"
)
_MOST = 3


class PluginDescriptorCauses(CauseSearcher):
    """Searches the descriptors of one project's plugins."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield a cause where a class of the IDE or of a bundled plugin is not found."""
        if not self._symptoms.has_type(*_MISSING):
            return
        descriptors = [
            path for path in self._files.snapshot.files("plugin.xml") if path.endswith("META-INF/plugin.xml")
        ]
        if not descriptors:
            return
        for name in self._missing():
            if not _PLATFORM.match(name) or self._is_own(name, descriptors):
                continue
            ranked = self._ranked(name, descriptors)
            spans = [self._depends(path) for path in ranked[:_MOST]]
            if spans:
                yield ConfigurationCause(
                    "plugin_descriptor",
                    f"`{name}` belongs to a plugin of the IDE that this descriptor does not depend on, "
                    "so that the plugin's class loader does not see it.",
                    (*spans, *self._build_lines()),
                    (
                        f"the error cannot find `{name}`",
                        f"`{ranked[0]}` is the descriptor of the plugin that uses it",
                    ),
                    "Add `<depends>` for the plugin that brings the class.",
                )
            return

    def _missing(self) -> tuple[str, ...]:
        found: list[str] = []
        for one in self._symptoms.exceptions:
            if one.type.rpartition(".")[2] in _MISSING and one.message:
                found.extend(class_names(one.message))
        return tuple(dict.fromkeys([*found, *self._symptoms.named_classes]))

    def _is_own(self, name: str, descriptors: list[str]) -> bool:
        """Return whether the only plugin of the project declares the class itself."""
        return len(descriptors) == 1 and bool(self._files.classes(name))

    def _ranked(self, name: str, descriptors: list[str]) -> list[str]:
        """Return the descriptors of plugins whose code uses the class, that of the innermost frame first."""
        simple = name.rpartition(".")[2].split("$", maxsplit=1)[0]
        weights: Counter[str] = Counter()
        for rank, frame in enumerate(self._symptoms.frames[:3]):
            weights[self._home(frame.file_path, descriptors)] += 20 - rank
        for path in self._files.files_with(name.replace("$", "."), ".kt", ".java"):
            if path.rpartition("/")[2].partition(".")[0] != simple:
                weights[self._home(path, descriptors)] += 1
        return [path for path, _ in weights.most_common() if path] or descriptors[
            : 1 if len(descriptors) == 1 else 0
        ]

    def _home(self, path: str, descriptors: list[str]) -> str:
        """Return the descriptor whose plugin a file belongs to: the one with the longest folder in common."""

        def shared(descriptor: str) -> int:
            count = 0
            for left, right in zip(path.split("/"), descriptor.split("/"), strict=False):
                if left != right:
                    break
                count += 1
            return count

        best = max(descriptors, key=lambda one: (shared(one), -one.count("/")))
        return best if shared(best) or len(descriptors) == 1 else ""

    def _depends(self, path: str) -> Span:
        lines = self._files.lines(path)
        rows = [
            self._files.element_span(path, one)
            for one in self._files.xml(path).elements
            if one.tag in {"depends", "dependencies"}
        ]
        if rows:
            # A new entry may stand before the first as well.
            return Span(path, max(1, min(one.line for one in rows) - 1), max(one.end_line for one in rows))
        return Span(path, 1, max(1, lines.count))

    def _build_lines(self) -> Iterator[Span]:
        for path in (*self._files.gradle_properties[:1], *self._files.scripts[:2]):
            lines = self._files.lines(path)
            for match in _DEPENDENCIES.finditer(lines.text):
                line = lines.line_of(match.start())
                yield Span(path, line, line)
