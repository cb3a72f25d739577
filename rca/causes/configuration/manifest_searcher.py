"""Base class of the searches that read Android manifests."""

from __future__ import annotations

from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import Span
from rca.languages.android.xml import Element
from rca.workspace.build_modules import is_test

COMPONENT_TAGS = frozenset(("activity", "activity-alias", "service", "receiver", "provider"))
_MOST_MANIFESTS = 4


class ManifestSearcher(CauseSearcher):
    """Finds elements of the project's manifests."""

    def permission_blocks(self) -> list[Span]:
        """Return the lines of each main manifest that ask for permissions; its first line where none does."""
        found = []
        for path in self.main_manifests():
            lines = self._files.lines(path)
            rows = [
                lines.line_of(element.start)
                for element in self._files.xml(path).elements
                if element.tag.startswith("uses-permission")
            ]
            if rows:
                found.append(Span(path, min(rows), max(rows)))
        if not found:
            found = [self.opening(path, "manifest") for path in self.main_manifests()[:1]]
        return found[:2]

    def main_manifests(self) -> tuple[str, ...]:
        """Return the manifests that are no test's, an application's own first."""
        found = [path for path in self._files.manifests if not is_test(path)]
        return tuple(sorted(found, key=self._weight))[:_MOST_MANIFESTS]

    def _weight(self, path: str) -> tuple[bool, int]:
        elements = self._files.xml(path).elements
        return "/main/" not in f"/{path}" and "/src/" in f"/{path}", -len(elements)

    def manifests_at_fault(self) -> tuple[str, ...]:
        """Return the main manifests, those of the modules first that the error names or fails in.

        A manifest with more elements than any other is an application's; what its libraries lack can be
        added there, so it comes before the other modules.
        """
        folders = self._files.module_folders(self._symptoms)
        own = [
            path
            for folder in folders
            for path in self._files.manifests
            if not is_test(path) and self._files.module_folder(path) == folder
        ]
        return tuple(dict.fromkeys([*sorted(own, key=self._weight), *self.main_manifests()]))

    def components_named(self, name: str) -> Iterator[tuple[Span, Element]]:
        """Yield the components that an entry declares by a class, relative names included."""
        yield from self.elements(tuple(COMPONENT_TAGS), name)

    def elements(self, tags: tuple[str, ...], name: str) -> Iterator[tuple[Span, Element]]:
        """Yield the elements whose `android:name` means a class or entry, relative names included."""
        for path in (*self.main_manifests(), *self._files.manifests[_MOST_MANIFESTS:]):
            for element in self._files.xml(path).elements:
                written = element.get("name") or ""
                if element.tag in tags and written and is_named(name, written):
                    yield self._files.element_span(path, element), element

    def named_elements(self, path: str, tag: str) -> Iterator[Span]:
        """Yield the elements of a tag."""
        for element in self._files.xml(path).elements:
            if element.tag == tag:
                yield self._files.element_span(path, element)

    def opening(self, path: str, tag: str) -> Span:
        """Return the start tag of the first element of a tag; the first line where there is none."""
        element = next((one for one in self._files.xml(path).elements if one.tag == tag), None)
        if element is None:
            return Span(path, 1, 1)
        return self._files.element_span(path, element, header=True)


def is_named(name: str, written: str) -> bool:
    """Return whether an `android:name` as it is written can mean a class."""
    if written.startswith("."):
        return f".{name}".endswith(written)
    return name == written or ("." not in written and name.rpartition(".")[2] == written)
