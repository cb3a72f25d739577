"""Layouts whose form an error is about: a `<merge>` as root, ids that a binding class or a state needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span

_MERGE = re.compile(r"<merge ?/> can be used only with a valid ViewGroup root")
_REQUIRED_VIEW = re.compile(r"Missing required view with ID: (?:[\w.]+:)?id/(\w+)")
_BINDING = re.compile(r"\.([A-Z]\w*)Binding$")
_WRONG_STATE = re.compile(r"Wrong state class, expecting View State.{0,300}?\bid/(\w+)")
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
_MOST = 4


class LayoutCauses(CauseSearcher):
    """Searches layouts for the root or the id that an error speaks of."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        flat = self._symptoms.flat
        if _MERGE.search(flat):
            yield from self._merged_roots()
        for name in dict.fromkeys(_REQUIRED_VIEW.findall(flat)):
            yield from self._views_of_binding(name)
        for name in dict.fromkeys(_WRONG_STATE.findall(flat)):
            spans = list(self._views(self._files.resources("layout"), name))
            if spans:
                yield self._cause(
                    "view_id",
                    f"A view with the id `{name}` stands here; it gets the saved state of a view of another "
                    "class that has the same id.",
                    spans,
                    f"the error names the id `{name}`",
                    "Give views of different classes ids of their own, also across variants of a layout.",
                )

    def _merged_roots(self) -> Iterator[ConfigurationCause]:
        """Yield layouts with such a root, those that the failing file names first."""
        code = "\n".join(self._files.text(frame.file_path) for frame in self._symptoms.frames[:3])
        found = []
        for path in self._files.resources("layout"):
            if "<merge" not in self._files.text(path):
                continue
            root = next(iter(self._files.xml(path).elements), None)
            if root is not None and root.tag == "merge":
                name = path.rpartition("/")[2].partition(".")[0]
                span = self._files.element_span(path, root, header=True)
                found.append((not re.search(rf"\blayout[./]{name}\b", code), span))
        found.sort(key=lambda row: row[0])
        if found:
            yield self._cause(
                "layout_root",
                "The layout begins with `<merge>`, and is inflated without a parent that takes its views.",
                [span for _, span in found],
                "the error says that `<merge />` needs a parent",
                "Inflate it with a parent and `attachToRoot`, or give it a root view.",
            )

    def _views_of_binding(self, name: str) -> Iterator[ConfigurationCause]:
        for frame in self._symptoms.stack:
            match = _BINDING.search((frame.class_name or "").partition("$")[0])
            if match is None:
                continue
            layout = _CAPITAL.sub("_", match[1]).lower()
            paths = self._files.resources("layout", layout)
            lacking = [path for path in paths if f'"@+id/{name}"' not in self._files.text(path)]
            near = list(self._views(lacking, name))
            spans = near or [Span(path, 1, max(1, self._files.lines(path).count)) for path in lacking]
            if spans:
                yield self._cause(
                    "view_id",
                    f"`layout/{layout}` has no view with the app's own id `{name}`, which its binding class "
                    "needs.",
                    spans,
                    f"the error misses the view `{name}`, and `{match[1]}Binding` is made of this layout",
                    "Compare the id, and whether it is the platform's (`@android:id`), in all variants.",
                )
                return
        spans = list(self._views(self._files.resources("layout"), name))[:_MOST]
        if spans:
            yield self._cause(
                "bound_view",
                f"A layout here has the view `{name}`, so its binding class asks for one; what it was bound "
                "to has none.",
                spans,
                f"the error misses the view `{name}`, which stands here",
                "See which layout of this name is inflated, variants and libraries included, and whether "
                "code takes the view out.",
            )

    def _views(self, paths: Sequence[str], name: str) -> Iterator[Span]:
        for path in paths:
            if f"id/{name}" not in self._files.text(path):
                continue
            for element in self._files.xml(path).elements:
                if (element.get("id") or "").endswith(f"id/{name}"):
                    yield self._files.element_span(path, element, header=True)

    def _cause(
        self, mechanism: str, statement: str, spans: Sequence[Span], fact: str, check: str
    ) -> ConfigurationCause:
        places = tuple(dict.fromkeys(spans))[:_MOST]
        return ConfigurationCause(mechanism, statement, places, (fact,), check)
