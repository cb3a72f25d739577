"""Errors of `FileProvider`: a folder that is not shared, and meta-data that a manifest lacks or has.

That it crashes on some devices where it is not extended with a resource for its constructor: the class's
reference, developer.android.com/reference/androidx/core/content/FileProvider.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.manifest_searcher import ManifestSearcher, is_named
from rca.causes.configuration.required_attributes import attribute_span
from rca.languages.android.xml import Element
from rca.resolve.symbol import Symbol
from rca.workspace.build_modules import is_test

_PATHS = re.compile(r"Failed to find configured root that contains")
_META_DATA = re.compile(
    r"Missing android\.support\.FILE_PROVIDER_PATHS meta-data"
    r"|Couldn't find meta-data for provider with authority ([\w.]+)"
)
_PROVIDER = re.compile(r"Unable to get provider ([\w.$]+)")
_FRAMEWORK = re.compile(r"^(?:androidx\.core|android\.support\.v4)\.content\.FileProvider$")
_RESOURCE_IN_CODE = re.compile(r"\bR\.xml\.\w+")
_NAME = "FILE_PROVIDER_PATHS"
_MOST = 4
_REMAINS = 0.8


@dataclass(frozen=True, slots=True)
class _Provider:
    """A provider's entry: its meta-data with the shared folders, and the resource that this names."""

    path: str
    element: Element
    span: Span
    meta_data: Element | None
    resource: str | None


class ProviderCauses(ManifestSearcher):
    """Searches the providers of all manifests, those of tests left out."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        flat = self._symptoms.flat
        if _PATHS.search(flat):
            yield from self._unshared_folder()
        match = _META_DATA.search(flat)
        if match is not None:
            yield from self._meta_data(match[0], match[1])

    def _unshared_folder(self) -> Iterator[ConfigurationCause]:
        providers = [*self._providers()]
        paths = [path for one in providers if one.resource
                 for path in self._files.resources("xml", one.resource)]  # fmt: skip
        whole = [Span(path, 1, max(1, self._files.lines(path).count)) for path in paths]
        spans = tuple(dict.fromkeys([*whole, *(one.span for one in providers)]))
        if spans:
            yield ConfigurationCause(
                "provider_paths",
                "The file lies in no folder that the app's `FileProvider` shares.",
                spans[:_MOST],
                ("the error comes from `FileProvider`", "this is its entry and the list of its folders"),
                "Add the folder of the file, or correct the authority that the code asks for.",
            )

    def _meta_data(self, said: str, authority: str | None) -> Iterator[ConfigurationCause]:
        named = _PROVIDER.search(self._symptoms.flat)
        class_name = named[1] if named is not None else None
        meant = [one for one in self._providers() if self._is_meant(one, class_name, authority)]
        lacking = [one for one in meant if one.meta_data is None]
        having = [one for one in meant if one.meta_data is not None]
        if lacking:
            others = f"; {having[0].path} has another entry, with it" if having else ""
            yield ConfigurationCause(
                "provider_meta_data",
                f"This entry of the provider has no meta-data `{_NAME}`{others}.",
                tuple(one.span for one in (*lacking, *having))[:_MOST],
                (f"the error says “{said}”", "no child of this `<provider>` names the list of folders"),
                'Add `<meta-data android:name="android.support.FILE_PROVIDER_PATHS" '
                'android:resource="@xml/…" />` to it, and look at the merged manifest.',
            )
        elif having:
            yield self._present(said, having, class_name)
        elif authority is not None:
            yield from self._unknown_authority(said, authority)

    def _present(self, said: str, having: list[_Provider], class_name: str | None) -> ConfigurationCause:
        """Return what remains where the manifest has what the error calls missing."""
        first = having[0]
        kept = f"the meta-data that the error misses stands in `{first.path}`, line {self._line(first)}"
        missing = next(
            (one for one in having if one.resource and not self._files.resources("xml", one.resource)), None
        )
        removing = next((one for one in having if self._removes(one)), None)
        symbol = self._own_class(first, class_name)
        spans: tuple[Span, ...]
        if missing is not None:
            statement = f"No `xml` folder of the project has `{missing.resource}`, which the meta-data names."
            spans, check = (self._meta_span(missing),), f"Add `res/xml/{missing.resource}.xml` here."
        elif removing is not None:
            statement = "`tools:node` or `tools:remove` of this entry changes what the merged manifest keeps."
            spans, check = (removing.span,), "Look at the provider in the merged manifest."
        elif symbol is not None and not self._passes_resource(symbol):
            statement = (
                f"`{symbol.name}` hands no resource to the constructor of `FileProvider`, as its reference "
                "asks for: it knows of crashes on some devices otherwise."
            )
            spans = (Span(symbol.path, symbol.line, symbol.end_line), first.span)
            check = (
                f"Give `{symbol.name}` a constructor that calls `super(R.xml.{first.resource or '…'})`, as "
                "`androidx.core` offers it, or compare the merged manifest of the app that fails."
            )
        elif symbol is None and _FRAMEWORK.match(first.element.get("name") or ""):
            statement = (
                "The entry takes `FileProvider` itself, which fails on some devices and where a library "
                "declares the same class: its entry and this one become one."
            )
            spans = (first.span,)
            check = (
                "Extend `FileProvider` by a class of the app that calls "
                f"`super(R.xml.{first.resource or '…'})`, and name that class here."
            )
        else:
            statement = (
                "A library's entry of the same class or authority may replace it in the merged manifest."
            )
            spans, check = (first.span,), "Look at the provider in the merged manifest of the app that fails."
        return ConfigurationCause(
            "provider_meta_data",
            f"The manifest has the meta-data. {statement}",
            tuple(dict.fromkeys(spans)),
            (f"the error says “{said}”", kept),
            check,
            strength=_REMAINS,
        )

    def _unknown_authority(self, said: str, authority: str) -> Iterator[ConfigurationCause]:
        """Yield the authorities of file providers where none is the one that the code asks for."""
        spans = [
            attribute_span(self._files, one.path, one.element, "authorities")
            for one in self._providers()
            if one.meta_data is not None or "FileProvider" in (one.element.get("name") or "")
        ]
        if spans:
            yield ConfigurationCause(
                "provider_meta_data",
                f"No provider of the manifests has the authority `{authority}`; those that share files "
                "have others.",
                tuple(dict.fromkeys(spans))[:_MOST],
                (f"the error says “{said}”", "no `android:authorities` fits it, placeholders included"),
                "Ask for the authority that is declared, or declare the one that is asked for.",
            )

    def _providers(self) -> Iterator[_Provider]:
        for path in self._files.manifests:
            if is_test(path):
                continue
            elements = self._files.xml(path).elements
            for index, element in enumerate(elements):
                if element.tag != "provider":
                    continue
                meta_data = next(
                    (one for one in elements if one.parent == index and one.tag == "meta-data"
                     and _NAME in (one.get("name") or "")), None
                )  # fmt: skip
                if meta_data is None and "FileProvider" not in (element.get("name") or "FileProvider"):
                    known = self._symptoms.flat
                    if (element.get("name") or "").rpartition(".")[2] not in known:
                        continue
                resource = (meta_data.get("resource") or "").rpartition("@xml/")[2] if meta_data else ""
                span = self._files.element_span(path, element)
                yield _Provider(path, element, span, meta_data, resource or None)

    def _is_meant(self, one: _Provider, class_name: str | None, authority: str | None) -> bool:
        if class_name is not None:
            return is_named(class_name, one.element.get("name") or "?")
        written = one.element.get("authorities") or ""
        return authority is None or any(fits_authority(part, authority) for part in written.split(";"))

    def _own_class(self, one: _Provider, class_name: str | None) -> Symbol | None:
        written = one.element.get("name") or ""
        found = self._files.classes((class_name or written).lstrip("."))
        return found[0] if found else None

    def _passes_resource(self, symbol: Symbol) -> bool:
        text = self._files.lines(symbol.path).slice(symbol.line, symbol.end_line)
        return _RESOURCE_IN_CODE.search(text) is not None

    def _removes(self, one: _Provider) -> bool:
        elements = (one.element, *((one.meta_data,) if one.meta_data is not None else ()))
        return any(e.get("node") in {"remove", "removeAll"} or e.get("remove") for e in elements)

    def _line(self, one: _Provider) -> int:
        return self._meta_span(one).line

    def _meta_span(self, one: _Provider) -> Span:
        return self._files.element_span(one.path, one.meta_data or one.element)


def fits_authority(written: str, authority: str) -> bool:
    """Return whether an authority can be what a manifest writes, `${placeholders}` standing for anything."""
    parts = re.split(r"\$\{[^}]*\}|@string/\w+", written.strip())
    return re.fullmatch(r"[\w.-]+".join(map(re.escape, parts)), authority) is not None
