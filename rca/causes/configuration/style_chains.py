"""Styles of a project, followed to the library's or the platform's style that each descends from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from rca.caching.cached_attribute import cached_attribute
from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.project_files import ProjectFiles
from rca.workspace.build_modules import is_test

_MOST_VARIANTS = 24
_MOST_DEPTH = 20
_PREFIX = re.compile(r"^@(?:\+)?(?=\*?(?:android:)?(?:[\w.]+:)?style/|android:|style/)")


@dataclass(frozen=True, slots=True)
class StyleRoot:
    """What a style descends from under one choice of qualifiers.

    Args:
        name: the first style on the way that the project does not define; None where no parent is named.
        line: the start tag of the project's last style on the way; None where there is none of the project.
        styles: the project's styles on the way, whole, the last first.
        items: values of the items on the way, by their names, the nearest first.
        only_in: the folders with qualifiers that alone define a style on the way; a device that fits none
            of them has no such style. `line` is the style beside which it belongs then.
    """

    name: str | None
    line: Span | None
    styles: tuple[Span, ...]
    items: dict[str, str]
    only_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Style:
    parent: str | None
    line: Span
    whole: Span
    items: dict[str, str]


class StyleChains:
    """The styles of all `values` folders, tests left out."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

    def roots(self, style: str, path: str) -> tuple[StyleRoot, ...]:
        """Return what a style descends from, once for each way over its definitions.

        Args:
            style: a name as XML (`@style/A.B`, `@android:style/Theme`) or code (`A_B`) writes it.
            path: a file of the module that uses it; its own styles hide those of other modules.
        """
        folder = self._files.module_folder(path)
        return tuple(islice(self._walk(plain_style(style), folder, (), ()), _MOST_VARIANTS))

    def _walk(
        self, name: str, folder: str, way: tuple[_Style, ...], seen: tuple[str, ...]
    ) -> Iterator[StyleRoot]:
        variants = self._variants(name, folder)
        if not variants or name in seen or len(seen) >= _MOST_DEPTH:
            yield _root(name, way)
            return
        folders = tuple(dict.fromkeys(one.line.path.split("/")[-2] for one in variants))
        if "values" not in folders:
            beside = self._variants(name.rpartition(".")[0], folder) or variants
            yield replace(_root(None, way), line=beside[0].line, styles=(beside[0].whole,), only_in=folders)
        for variant in variants:
            if variant.parent is None:
                yield _root(None, (variant, *way))
            else:
                yield from self._walk(variant.parent, folder, (variant, *way), (*seen, name))

    def _variants(self, name: str, folder: str) -> tuple[_Style, ...]:
        if name.startswith("android:"):
            return ()
        found = self._styles.get(_folded(name), ())
        own = [one for one in found if self._files.module_folder(one.line.path) == folder]
        return tuple(own) or found

    @cached_attribute
    def _styles(self) -> dict[str, tuple[_Style, ...]]:
        found: dict[str, list[_Style]] = {}
        for path in self._files.resources("values"):
            if self._files.deadline.expired:
                break
            if is_test(path) or "<style" not in self._files.text(path):
                continue
            elements = self._files.xml(path).elements
            for index, element in enumerate(elements):
                name = element.get("name")
                if element.tag != "style" or not name:
                    continue
                items = {
                    one.get("name") or "": one.text.strip()
                    for one in elements[index + 1 :]
                    if one.parent == index and one.tag == "item"
                }
                style = _Style(
                    _parent_of(name, element.get("parent")),
                    self._files.element_span(path, element, header=True),
                    self._files.element_span(path, element),
                    items,
                )
                found.setdefault(_folded(name), []).append(style)
        return {name: tuple(styles) for name, styles in found.items()}


def _root(name: str | None, way: tuple[_Style, ...]) -> StyleRoot:
    """Return where a way over styles ends; `way` has the outermost ancestor first."""
    items = {key: value for style in way for key, value in style.items.items()}
    return StyleRoot(name, way[0].line if way else None, tuple(one.whole for one in way), items)


def plain_style(written: str) -> str:
    """Return the name of a style without `@style/`; a platform's style begins with `android:`."""
    plain = _PREFIX.sub("", written.strip()).replace("*", "")
    return plain.replace("android:style/", "android:").removeprefix("style/")


def _parent_of(name: str, parent: str | None) -> str | None:
    """Return a style's parent as it is written, else as its dotted name says; `parent=""` is none."""
    if parent is not None:
        return plain_style(parent) or None
    return name.rpartition(".")[0] or None


def _folded(name: str) -> str:
    """Return a name as code writes it: dots as underscores."""
    return name.replace(".", "_")
