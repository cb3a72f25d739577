"""Classes that XML or a build script names as text: layouts, preferences, graphs, manifests, test runners."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.workspace.build_modules import is_test

_NAMED = re.compile(
    r"Error inflating class ([\w.$]+\.[\w$]+)|Unable to instantiate fragment ([\w.$]+)"
    r"|Unable to instantiate instrumentation ComponentInfo\{[^}]*?/([\w.$]+)\}"
    r"|Didn't find class \"([\w.$]+)\"|ClassNotFoundException: ([\w.$]+\.[\w$]+)"
    r"|Unable to find (?:LayoutManager|ClassName) ([\w.$]+)"
    r"|NoSuchMethodException: ([\w.$]+) ?\.?<init>"
)
_PLATFORM_PREFIX = ("android.widget.", "android.view.", "android.webkit.")
"""What the inflater tries for a tag without package."""
_SIMPLE_ATTRIBUTE = re.compile(
    r"(?:layoutManager|layout_behavior|actionViewClass|actionProviderClass)=\"([\w.$]+)\""
)
_SUFFIXES = (".xml", ".gradle", ".kts")
_MOST = 4


class NamedClassCauses(CauseSearcher):
    """Searches for the lines that name a class which the app does not find."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield a cause for each class that a file of the configuration names."""
        flat = self._symptoms.flat
        names = dict.fromkeys(name for match in _NAMED.finditer(flat) for name in match.groups() if name)
        for name in names:
            if name.startswith(_PLATFORM_PREFIX) or self._files.is_platform(name):
                continue
            spans = [*self._lines(name), *self._by_simple_name(name)]
            if not spans:
                continue
            declared = bool(self._files.classes(name.partition("$")[0]))
            is_wrong = not declared and self._files.is_own_package(name)
            yield ConfigurationCause(
                "xml_class" if is_wrong else "named_class",
                f"`{name}` is named here, and the app does not find it"
                + ("; the project has no class of this name." if is_wrong else "."),
                tuple(dict.fromkeys(spans))[:_MOST],
                (f"the error cannot load `{name}`", f"`{spans[0].path}` names it in line {spans[0].line}"),
                "Correct the name, or keep the class from the shrinker.",
            )

    def _lines(self, name: str) -> Iterator[Span]:
        pattern = re.compile(rf"(?<![\w.]){re.escape(name)}(?![\w$])")
        for path in self._files.files_with(name, *_SUFFIXES, most=_MOST):
            if is_test(path) and "est" not in self._symptoms.text:
                continue
            lines = self._files.lines(path)
            for match in pattern.finditer(lines.text):
                line = lines.line_of(match.start())
                yield self._element(path, match.start()) or Span(path, line, line)

    def _element(self, path: str, offset: int) -> Span | None:
        """Return the start tag around an offset of an XML file."""
        if not path.endswith(".xml"):
            return None
        around = [one for one in self._files.xml(path).elements if one.start <= offset < one.header_end]
        return self._files.element_span(path, around[-1], header=True) if around else None

    def _by_simple_name(self, name: str) -> Iterator[Span]:
        """Yield attributes whose value the framework completes with a package."""
        simple = name.rpartition(".")[2]
        for path in self._files.files_with(f'="{simple}"', ".xml", most=_MOST):
            lines = self._files.lines(path)
            for match in _SIMPLE_ATTRIBUTE.finditer(lines.text):
                if match[1] == simple:
                    line = lines.line_of(match.start())
                    yield Span(path, line, line)
