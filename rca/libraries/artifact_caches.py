"""Artifact caches on this machine: Gradle's, Maven's, the Android SDK."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rca.libraries.coordinates import Coordinate, Module, version_order

_log = logging.getLogger(__name__)

_NOT_CLASSES = ("-sources", "-javadoc", "-samples", "-all", "-kdoc", "-tests")
_MODULES = Path("modules-2") / "files-2.1"
_PLATFORM = re.compile(r"android-(\d+)")
_LOCAL_REPOSITORY = re.compile(r"<localRepository>\s*([^<$]+?)\s*</localRepository>")
_SETTINGS_CHARACTERS = 200_000


@dataclass(frozen=True, slots=True)
class Caches:
    """Folders to search. A missing one counts as empty."""

    gradle: tuple[Path, ...] = ()
    maven: tuple[Path, ...] = ()
    android: tuple[Path, ...] = ()

    def versions(self, module: Module) -> list[str]:
        """Return the versions of a module of which any file exists, oldest first."""
        folders = [root / module.group / module.name for root in self.gradle]
        folders += [_maven_folder(root, module) for root in self.maven]
        names = {entry.name for folder in folders for entry in _entries(folder) if entry.is_dir()}
        return sorted(names, key=version_order)

    def files(self, wanted: Coordinate) -> list[Path]:
        """Return the files of one version of a module, Gradle's first."""
        if wanted.version is None:
            return []
        found: list[Path] = []
        for root in self.gradle:
            for digest in _entries(root / wanted.module.group / wanted.module.name / wanted.version):
                found.extend(_entries(digest))
        for root in self.maven:
            found.extend(_entries(_maven_folder(root, wanted.module) / wanted.version))
        return found

    def classes(self, wanted: Coordinate) -> Path | None:
        """Return the archive with the classes of one version of a module."""
        archives = [
            path
            for path in self.files(wanted)
            if path.suffix in (".jar", ".aar") and not path.stem.endswith(_NOT_CLASSES)
        ]
        usual = f"{wanted.module.name}-{wanted.version}"
        return min(archives, key=lambda path: (path.stem != usual, len(path.name), path.name), default=None)

    def description(self, wanted: Coordinate, suffix: str) -> Path | None:
        """Return the `.pom` or `.module` file of one version of a module."""
        return next((path for path in self.files(wanted) if path.suffix == suffix), None)

    def platform(self, level: int | None) -> Path | None:
        """Return the `android.jar` of an API level, else of the newest installed."""
        found: dict[int, Path] = {}
        for root in self.android:
            for entry in _entries(root / "platforms"):
                match = _PLATFORM.match(entry.name)
                jar = entry / "android.jar"
                if match and jar.is_file():
                    found.setdefault(int(match.group(1)), jar)
        if level in found:
            return found[level]
        return found[max(found)] if found else None


def find_caches(environment: Mapping[str, str], home: Path, sdk: Path | None = None) -> Caches:
    """Return the caches of an environment and home folder; `sdk` is one that the project names."""
    gradle = [Path(environment.get("GRADLE_USER_HOME") or home / ".gradle") / "caches"]
    if environment.get("GRADLE_RO_DEP_CACHE"):
        gradle.append(Path(environment["GRADLE_RO_DEP_CACHE"]))
    sdks = [sdk] if sdk is not None else []
    sdks += [Path(environment[key]) for key in ("ANDROID_HOME", "ANDROID_SDK_ROOT") if environment.get(key)]
    sdks += [home / "Android" / "Sdk", home / "Library" / "Android" / "sdk"]
    if environment.get("LOCALAPPDATA"):
        sdks.append(Path(environment["LOCALAPPDATA"]) / "Android" / "Sdk")
    return Caches(
        tuple(root / _MODULES for root in gradle), (_maven_repository(home),), tuple(dict.fromkeys(sdks))
    )


def _maven_repository(home: Path) -> Path:
    settings = home / ".m2" / "settings.xml"
    try:
        with settings.open(encoding="utf-8", errors="replace") as stream:
            match = _LOCAL_REPOSITORY.search(stream.read(_SETTINGS_CHARACTERS))
    except FileNotFoundError:
        match = None
    except OSError as problem:
        _log.warning("%s cannot be read; Maven's default folder is used: %s", settings, problem)
        match = None
    return Path(match.group(1)) if match else home / ".m2" / "repository"


def _maven_folder(root: Path, module: Module) -> Path:
    return root.joinpath(*module.group.split("."), module.name)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError, ValueError):  # not there, or no name that a folder has
        return []
    except OSError as problem:
        _log.warning("libraries in %s cannot be listed: %s", folder, problem)
        return []
