"""The build module of a file: the nearest folder above it with a build script."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rca.caching.memo_key import MemoKey
from rca.index.index_view import IndexView

_TEST_PATH = re.compile(r"(?:^|/)src/\w*[tT]est\w*/|(?:^|/)tests?/")
_BESIDE_PRODUCTION = re.compile(
    r"(?:^|/)(?:src/jmh|(?:micro|macro)?[bB]enchmarks?|jmh|samples?|examples?|demos?)/"
)
"""Folders of code that measures or shows a project. A package of such a name is passed over below `java`."""
_PACKAGES = re.compile(r"/(?:java|kotlin)/.*")
_SCRIPTS = ("build.gradle", "build.gradle.kts", "pom.xml")
_ENDS = (".gradle", ".gradle.kts", "pom.xml")
"""All paths are looked at for each question: most are told apart by their end."""


class Modules:
    """Modules by file. A name is the folder's path with colons (`:feature:login`), `:` that of a root.

    A build that keeps its scripts under other names than `build.gradle`, or moves module folders in
    its settings, has its modules named by folder all the same.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self._folders = {"": ":"}
        self._inner: dict[str, str] = {}
        """Modules by the folders below theirs, as far as they were asked for."""
        for path in paths:
            if not path.endswith(_ENDS):
                continue
            folder, _, base = path.rpartition("/")
            if base in _SCRIPTS or _named_as_folder(base, folder):
                self._folders[folder] = f":{folder.replace('/', ':')}"
        self.names = tuple(sorted(set(self._folders.values())))

    def of(self, path: str) -> str:
        """Return the module of a file."""
        return self._of_folder(path.rpartition("/")[0])

    def folder(self, name: str) -> str:
        """Return the folder of a module, empty for the root."""
        return next((folder for folder, module in self._folders.items() if module == name), "")

    def named(self, name: str) -> str | None:
        """Return the module of a name: its path with or without colons, or a unique last part."""
        if name.strip() == ":":
            return ":"
        wanted = f":{name.strip().strip(':/').replace('/', ':')}"
        if wanted in self.names:
            return wanted
        ending = [one for one in self.names if one.endswith(wanted)]
        return ending[0] if len(ending) == 1 else None

    def _of_folder(self, folder: str) -> str:
        known = self._folders.get(folder) or self._inner.get(folder)
        if known is None:
            known = self._inner[folder] = self._of_folder(folder.rpartition("/")[0])
        return known


_MODULES = MemoKey[Modules]("modules")


def modules_of(index: IndexView) -> Modules:
    """Return the modules of a snapshot, cached until a declaration changes."""
    return index.memoize(_MODULES, lambda: Modules(index.listed))


def _named_as_folder(base: str, folder: str) -> bool:
    name = folder.rpartition("/")[2]
    return bool(name) and base in (f"{name}.gradle", f"{name}.gradle.kts")


def is_test(path: str | None) -> bool:
    """Return whether a file lies in a folder of tests."""
    return path is not None and _TEST_PATH.search(path) is not None


def is_beside_production(path: str) -> bool:
    """Return whether a file lies in a folder of tests, benchmarks, samples or examples."""
    return is_test(path) or _BESIDE_PRODUCTION.search(_PACKAGES.sub("/", path)) is not None
