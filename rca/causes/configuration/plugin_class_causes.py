"""A class that is cast to itself: two class loaders of one build hold a plugin, as two scripts ask for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.gradle_script import Block
from rca.causes.configuration.library_match import rank_requirements
from rca.causes.configuration.requirements import Requirement

_CAST = (
    re.compile(r"with class '([\w.$]+)' to class '([\w.$]+)'"),
    re.compile(r"(?:class )?\b([\w.$]{3,300}) cannot be cast to (?:class )?([\w.$]{3,300})"),
)
_GENERATED = re.compile(r"_Decorated$|\$Inject$")
_APPLY = re.compile(
    r"""\bapply\s*(?:\(\s*)?plugin\s*[:=]\s*["']([\w.-]+)["']|\b(?:plugins|pluginManager)\.apply\(\s*["']([\w.-]+)["']"""
    r"""|(?<!\w)id\s*\(?\s*["']([\w.-]+)["']\)?(?![^\n]*apply\s*\(?\s*false)"""
)
_KEY = re.compile(
    r"""^\s*(?:(?:val|def|const)\s+)*(?:(?:project\.)?ext\.)?["']?(\w{4,})["']?\s*(?::(?!:)|=)"""
)
_SHARING = frozenset(("subprojects", "allprojects", "configure"))
_ON_CLASSPATH = frozenset(("buildscript", "plugins", "pluginManagement"))
_CLOSE = 0.3
_LEAST_ID = 2
_MOST = 5


@dataclass(frozen=True, slots=True)
class _Site:
    """A line that puts a plugin on the classpath of build scripts; a lower `rank` loads it more often."""

    rank: int
    span: Span
    where: str


class PluginClassCauses(CauseSearcher):
    """Searches the scripts that bring a plugin's classes into a build."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield the lines that load the class, those first that do so once for each project."""
        name = self._class_cast_to_itself()
        if name is None:
            return
        requirements = self._requirements_of(name)
        sites = sorted(self._sites(requirements), key=lambda one: one.rank)
        applying = [*self._applying(name, requirements)]
        spans = tuple(dict.fromkeys([*(one.span for one in sites), *(span for span, _ in applying)]))
        if not spans:
            return
        simple = name.rpartition(".")[2]
        where = f" This line puts the plugin on {sites[0].where}." if sites else ""
        times = len(applying)
        facts = [f"both classes of the message are `{name}`: equal names with unequal loaders"]
        if sites:
            facts.append(
                f"lines that put the plugin on a classpath of scripts: {len({s.span for s in sites})}"
            )
        if applying:
            facts.append(f"`{applying[0][1]}` is applied in {times} script{'s' if times != 1 else ''}")
            facts += self._shared(applying[0][0])
        yield ConfigurationCause(
            "plugin_loaded_twice",
            f"`{simple}` is loaded twice, by two class loaders of the build.{where}",
            spans[:_MOST],
            tuple(facts),
            "Put the plugin on one classpath alone, that of the root project's script (`buildscript` there, "
            "or `plugins { id(…) version … apply false }`): all projects share its classes then.",
            strength=1.0 if sites else 0.6,
        )

    def _class_cast_to_itself(self) -> str | None:
        for pattern in _CAST:
            for match in pattern.finditer(self._symptoms.flat):
                left, right = (_GENERATED.sub("", match[number].strip(".")) for number in (1, 2))
                if left == right and "." in left and not self._files.classes(left):
                    return left
        return None

    def _requirements_of(self, name: str) -> tuple[Requirement, ...]:
        ranked = rank_requirements(name, self._requirements.all, self._files.library_of(name))
        return tuple(one for score, one in ranked if score >= ranked[0][0] - _CLOSE)

    def _sites(self, requirements: Sequence[Requirement]) -> Iterator[_Site]:
        for requirement in requirements:
            own = self._site(requirement.span)
            if own is not None:
                yield own
                continue
            for span in (*self._requirements.uses(requirement), *self._named_uses(requirement.span)):
                site = self._site(span)
                if site is not None:
                    yield site

    def _named_uses(self, declaration: Span) -> Iterator[Span]:
        """Yield the lines that take coordinates by the name under which a script keeps them."""
        key = _KEY.match(self._files.lines(declaration.path).line(declaration.line))
        if key is None:
            return
        pattern = re.compile(rf"(?<!\w){re.escape(key[1])}(?!\w)")
        for path in self._files.scripts:
            lines = self._files.lines(path)
            for match in pattern.finditer(lines.text):
                line = lines.line_of(match.start())
                if (path, line) != (declaration.path, declaration.line):
                    yield Span(path, line, line)

    def _site(self, span: Span) -> _Site | None:
        """Return what a line does with a plugin; None where it puts it on no classpath of scripts."""
        if span.path in self._files.build_logic or "buildSrc/" in span.path:
            return _Site(2, span, "the classpath of build logic, which all scripts see")
        if span.path not in self._files.scripts:
            return None
        around = self._around(span)
        if around is None:
            return None
        if not _SHARING.isdisjoint(around.path):
            outer = next(part for part in around.path if part in _SHARING)
            return _Site(0, span, f"the classpath of each project of its own (`{outer}`)")
        if "/" in span.path:
            return _Site(1, span, f"the classpath of `{span.path}` alone")
        is_kept = re.search(r"apply\s*\(?\s*false", self._files.lines(span.path).line(span.line))
        return _Site(3 if is_kept or "buildscript" in around.path else 2, span, "the root script's classpath")

    def _around(self, span: Span) -> Block | None:
        inner = [
            block
            for block in self._blocks.of(span.path)
            if block.line <= span.line <= block.end_line and not _ON_CLASSPATH.isdisjoint(block.path)
        ]
        return inner[-1] if inner else None

    def _applying(self, name: str, requirements: Sequence[Requirement]) -> Iterator[tuple[Span, str]]:
        """Yield the lines that apply the plugin, with its id."""
        known = {one.name for one in requirements if one.kind == "plugin"}
        for path in self._files.scripts:
            lines = self._files.lines(path)
            for match in _APPLY.finditer(lines.text):
                plugin = match[1] or match[2] or match[3]
                if plugin in known or (plugin.count(".") >= _LEAST_ID and name.startswith(f"{plugin}.")):
                    line = lines.line_of(match.start())
                    yield Span(path, line, line), plugin

    def _shared(self, applying: Span) -> Iterator[str]:
        """Yield that other scripts apply the one which applies the plugin."""
        base = applying.path.rpartition("/")[2]
        if base.startswith("build.gradle"):
            return
        users = [
            path for path in self._files.scripts
            if path != applying.path and re.search(rf"""["'/]{re.escape(base)}["']""", self._files.text(path))
        ]  # fmt: skip
        if users:
            yield f"scripts that apply `{applying.path}`: {len(users)}"
