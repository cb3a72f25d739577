"""Layouts of one name that differ by screen or language: an id with another view class, or without a view."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.workspace.build_modules import is_test

_CAST = re.compile(r"(?:class )?(?:[\w.]+\.)?(\w+) cannot be cast to (?:class )?(?:[\w.]+\.)?(\w+)")
_MISSING = re.compile(r"Missing required view with ID: (?:[\w.]+:)?id/(\w+)")
_MOST = 4
_SURE, _ONE_CLASS = 1.0, 0.5


class LayoutVariantCauses(CauseSearcher):
    """Compares the variants of layouts where a view has an unexpected class, or is missing."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield ids whose views differ between two variants, those of both classes of the message first."""
        flat = self._symptoms.flat
        casts = list(dict.fromkeys(match.groups() for match in _CAST.finditer(flat)))
        missing = list(dict.fromkeys(_MISSING.findall(flat)))
        if not casts and not missing:
            return
        words = {word for cast in casts for word in cast} | {f"id/{name}" for name in missing}
        found: list[ConfigurationCause] = []
        for paths in self._variants().values():
            if not any(word in self._files.text(path) for path in paths for word in words):
                continue
            views = self._views(paths)
            for actual, expected in casts:
                found.extend(self._other_class(views, actual, expected))
            for name in missing:
                found.extend(self._without_view(paths, views, name))
        yield from sorted(found, key=lambda cause: -cause.strength)[:_MOST]

    def _variants(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """Return the files of each layout that has several, by module folder and name."""
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for path in self._files.resources("layout"):
            if not is_test(path):
                folder, _, name = path.rpartition("/")
                found[folder.rpartition("/")[0], name].append(path)
        return {key: sorted(paths) for key, paths in found.items() if len(paths) > 1}

    def _views(self, paths: Sequence[str]) -> Mapping[str, Mapping[str, tuple[str, Span]]]:
        """Return the class and place of each view with an id, by id and file."""
        found: dict[str, dict[str, tuple[str, Span]]] = defaultdict(dict)
        for path in paths:
            for element in self._files.xml(path).elements:
                name = (element.get("id") or "").rpartition("id/")[2]
                if name:
                    span = self._files.element_span(path, element, header=True)
                    found[name].setdefault(path, (element.tag, span))
        return found

    def _other_class(
        self, views: Mapping[str, Mapping[str, tuple[str, Span]]], actual: str, expected: str
    ) -> Iterator[ConfigurationCause]:
        for name, by_path in views.items():
            classes = {_simple(tag) for tag, _ in by_path.values()}
            # The platform's inflater makes `AppCompatButton` of `Button`.
            made = {one for one in classes if actual in {one, f"AppCompat{one}", f"Material{one}"}}
            if len(classes) < 2 or not made or classes == made:
                continue
            wrong = next((tag, span) for tag, span in by_path.values() if _simple(tag) in made)
            other = next((tag, span) for tag, span in by_path.values() if _simple(tag) not in made)
            spans = (wrong[1], other[1])
            yield ConfigurationCause(
                "layout_variant_class",
                f"`@id/{name}` is `{_simple(wrong[0])}` in {_short(spans[0])} and "
                f"`{_simple(other[0])}` in {_short(spans[1])}; the code casts it to `{expected}` in both.",
                spans,
                (f"the error says that `{actual}` is no `{expected}`",),
                f"Show {_folder(spans[0])} and {_folder(spans[1])} in turn: only one should fail.",
                strength=_SURE if expected in classes else _ONE_CLASS,
            )

    def _without_view(
        self, paths: Sequence[str], views: Mapping[str, Mapping[str, tuple[str, Span]]], name: str
    ) -> Iterator[ConfigurationCause]:
        by_path = views.get(name, {})
        lacking = [path for path in paths if path not in by_path]
        if not by_path or not lacking:
            return
        held = next(span for _, span in by_path.values())
        spans = (*(Span(path, 1, 1) for path in lacking[:_MOST]), held)
        yield ConfigurationCause(
            "layout_variant_lacks_view",
            f"`@id/{name}` stands in {_short(held)}; {_short(spans[0], line=False)} has no view of that id.",
            spans,
            (f"the error says that the view `{name}` is missing",),
            f"Show the screen with {_folder(spans[0])}: it should fail there alone.",
        )


def _simple(tag: str) -> str:
    return tag.rpartition(".")[2]


def _folder(span: Span) -> str:
    return f"`{span.path.rpartition('/')[0].rpartition('/')[2]}`"


def _short(span: Span, *, line: bool = True) -> str:
    folder, _, name = span.path.rpartition("/")
    where = f"{folder.rpartition('/')[2]}/{name}"
    return f"`{where}:{span.line}`" if line else f"`{where}`"
