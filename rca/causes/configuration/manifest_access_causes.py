"""Access that manifests control: to components, to other apps, to plain `http`, to a component factory."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.manifest_searcher import COMPONENT_TAGS, ManifestSearcher

_REQUIRED = re.compile(r"\b[Rr]equires? (?:the permission:? )?([\w.]+\.[A-Z_0-9]{3,})\b")
_NOT_EXPORTED = re.compile(
    r"(?:Accessing service|opening provider|cmp=)\s*(?:[\w.]+/)?([\w.$]+)(?=.{0,400}?not exported)"
)
_FACTORY = re.compile(r"Unable to instantiate appComponentFactory")
_HANDLER = re.compile(r"No Activity found to handle Intent \{([^}]*)\}")
_PACKAGE = re.compile(r"\b(?:pkg|cmp)=([\w.]+)")
_UNKNOWN_PACKAGE = re.compile(r"NameNotFoundException: ([a-z][\w]*(?:\.\w+)+)")
_CLEARTEXT = re.compile(
    r"CLEARTEXT communication (?:to (\S+) )?not (?:permitted|supported)"
    r"|Cleartext HTTP traffic to (\S+) not permitted"
)
_HEAP = re.compile(r"Failed to allocate a \d+ byte allocation with \d+ free bytes")
_POSTPONES = 0.4
_MOST = 4


class ManifestAccessCauses(ManifestSearcher):
    """Searches manifests, and what they refer to, for entries that grant or refuse access."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        if not self._files.manifests:
            return
        flat = self._symptoms.flat
        yield from self._demanding_components(flat)
        yield from self._not_exported(flat)
        yield from self._factory(flat)
        yield from self._cleartext(flat)
        yield from self._invisible_packages(flat)
        yield from self._heap(flat)

    def _demanding_components(self, flat: str) -> Iterator[ConfigurationCause]:
        """Yield the project's own components that let only callers with the permission in."""
        for name in dict.fromkeys(_REQUIRED.findall(flat)):
            spans = [
                self._files.element_span(path, element, header=True)
                for path in self.manifests_at_fault()
                for element in self._files.xml(path).elements
                if element.tag in COMPONENT_TAGS and name in element.attributes.values()
                and (element.get("name") or "?").rpartition(".")[2] in flat
            ]  # fmt: skip
            if spans:
                yield ConfigurationCause(
                    "component_permission",
                    f"This component of the project lets in only callers that hold `{name}`.",
                    tuple(spans)[:_MOST],
                    (f"the error says that `{name}` is required", "this entry requires it"),
                    "Look at who calls the component, and whether that caller can hold the permission.",
                    replaces="permission_missing",
                )

    def _not_exported(self, flat: str) -> Iterator[ConfigurationCause]:
        for name in dict.fromkeys(_NOT_EXPORTED.findall(flat)):
            spans = [span for span, _ in self.components_named(name)]
            if spans:
                yield ConfigurationCause(
                    "not_exported",
                    f"`{name}` is not exported by this entry, and another app calls it.",
                    tuple(spans)[:_MOST],
                    (f"the error says that `{name}` is not exported",),
                    "Export the component, or protect it by a permission that the caller holds.",
                )

    def _factory(self, flat: str) -> Iterator[ConfigurationCause]:
        if _FACTORY.search(flat):
            spans = [self.opening(path, "application") for path in self.main_manifests()[:2]]
            yield ConfigurationCause(
                "component_factory",
                "The merged manifest names an `appComponentFactory` that the app cannot load; this entry "
                "neither replaces nor removes it.",
                tuple(spans),
                ("the error says that the factory of components cannot be made",),
                "Look for `appComponentFactory` in the merged manifest, and replace or remove it here.",
            )

    def _cleartext(self, flat: str) -> Iterator[ConfigurationCause]:
        match = _CLEARTEXT.search(flat)
        if match is None:
            return
        host = match[1] or match[2] or "the host"
        rules = [span for path in self._network_rules() for span in self._rule_for(path, host)]
        entries = [self.opening(path, "application") for path in self.manifests_at_fault()]
        spans = tuple(dict.fromkeys([*rules, *entries]))[:_MOST]
        where = "this network security configuration" if rules else "this `<application>`"
        yield ConfigurationCause(
            "network_security",
            f"The app asks `{host}` for a plain `http` address, and {where} does not allow that.",
            spans,
            (f"the error says that clear text to `{host}` is not permitted",),
            "Use `https`, or allow the host in the network security configuration.",
        )

    def _network_rules(self) -> Iterator[str]:
        for path in self.manifests_at_fault():
            for element in self._files.xml(path).elements:
                name = (element.get("networkSecurityConfig") or "").removeprefix("@xml/")
                if element.tag == "application" and name:
                    yield from self._files.resources("xml", name)

    def _rule_for(self, path: str, host: str) -> Iterator[Span]:
        """Yield the entry for a host; without one the whole file, where it would have to stand."""
        elements = self._files.xml(path).elements
        for element in elements:
            domain = element.text.strip()
            if element.tag == "domain" and domain and (host == domain or host.endswith(f".{domain}")):
                yield self._files.element_span(path, elements[element.parent])
                return
        yield Span(path, 1, max(1, self._files.lines(path).count))

    def _invisible_packages(self, flat: str) -> Iterator[ConfigurationCause]:
        """Yield where a manifest would name another app that the code looks for."""
        names = [name for intent in _HANDLER.findall(flat) for name in _PACKAGE.findall(intent)]
        names += _UNKNOWN_PACKAGE.findall(flat)
        for name in dict.fromkeys(names):
            if any(f"{name}.".startswith(f"{one}.") for one in self._files.snapshot.app_packages):
                continue
            paths = self.manifests_at_fault()[:2]
            texts = [self._files.text(path) for path in paths]
            if any(name in text or "QUERY_ALL_PACKAGES" in text for text in texts):
                continue
            queries = [span for path in paths for span in self.named_elements(path, "queries")]
            spans = [*queries, *(self.opening(path, "manifest") for path in paths)]
            yield ConfigurationCause(
                "package_visibility",
                f"No `<queries>` of the manifest names `{name}`: from Android 11 on the app does not see it.",
                tuple(spans)[:_MOST],
                (f"the error cannot find `{name}`", "the manifest does not name it"),
                f"Look whether `{name}` is installed; if it is, name it in `<queries>`.",
            )

    def _heap(self, flat: str) -> Iterator[ConfigurationCause]:
        """Yield the application whose process had no memory left; mostly code takes too much of it."""
        if not _HEAP.search(flat):
            return
        spans = [
            self._files.element_span(path, element, header=True)
            for path in self.main_manifests()[:1]
            for element in self._files.xml(path).elements
            if element.tag == "application" and element.get("largeHeap") != "true"
        ]
        if spans:
            yield ConfigurationCause(
                "large_heap",
                "The process has no memory left, and this `<application>` does not ask for a large heap.",
                tuple(spans),
                ("the error says how much memory was free", "`largeHeap` is not set"),
                "Take a heap dump first: a large heap only postpones a leak.",
                strength=_POSTPONES,
            )
