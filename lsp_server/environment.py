"""Read what the process was started with: the data folder, settings, and the workspace to work in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

GRADLE_ROOTS = ("settings.gradle.kts", "settings.gradle", "pom.xml")


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Give the folder that holds all the program keeps: `RCA_DATA_DIR`, else the user's data folder."""
    named = environment.get("RCA_DATA_DIR")
    if named:
        return Path(named).expanduser().resolve()
    from platformdirs import user_data_path

    return user_data_path("kotlin-rca", appauthor=False)


def settings_from_environment(environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Give the settings that `RCA_…` variables name, shaped like `models.settings.Settings` on the wire."""
    settings: dict[str, Any] = {"knowledge": {}, "network": {}}
    for variable, name in (("RCA_KNOWLEDGE_STARTER", "starter"), ("RCA_KNOWLEDGE_DENSE", "dense")):
        value = environment.get(variable)
        if value is not None:
            settings["knowledge"][name] = value.strip().lower() not in {"off", "0", "false", "no"}
    for variable, group, name in (
        ("RCA_EMBEDDING_MODEL", "knowledge", "embeddingModel"),
        ("RCA_DOCS_URL", "network", "docsUrl"),
        ("RCA_SEARXNG_URL", "network", "searxngUrl"),
        ("RCA_STACKOVERFLOW_URL", "network", "stackoverflowUrl"),
        ("RCA_GITHUB_URL", "network", "githubUrl"),
        ("RCA_MDN_URL", "network", "mdnUrl"),
    ):
        if environment.get(variable):
            settings[group][name] = environment[variable]
    if environment.get("RCA_ALLOWED_SOURCES"):
        settings["network"]["allowedSources"] = _list(environment["RCA_ALLOWED_SOURCES"])
    if environment.get("RCA_APP_PACKAGES"):
        settings["appPackages"] = _list(environment["RCA_APP_PACKAGES"])
    if environment.get("RCA_MAPPING_FILE"):
        settings["mappingFile"] = environment["RCA_MAPPING_FILE"]
    return settings


def merged(base: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Lay `over` on `base`, group by group; a null in `over` leaves what is there."""
    result = dict(base)
    for key, value in over.items():
        if isinstance(value, Mapping):
            result[key] = merged(result.get(key) or {}, value)
        elif value is not None:
            result[key] = value
    return result


def find_workspace(start: Path, beside: Path | None = None) -> Path:
    """Choose the workspace where none was named.

    The nearest Gradle or Maven root above `start`; else the one above `beside` (the file that
    holds the error, which often lies in its project); else the git root; else `start`.
    """
    for origin in (start, beside):
        if origin is None:
            continue
        root = _nearest_build(origin)
        if root is not None:
            return root
    for folder in (start, *start.parents):
        if (folder / ".git").exists():
            return folder
    return start


def _nearest_build(origin: Path) -> Path | None:
    folders = (origin, *origin.parents) if origin.is_dir() else tuple(origin.parents)
    for folder in folders:
        if any((folder / name).is_file() for name in GRADLE_ROOTS):
            return folder
        if (folder / ".git").exists():
            return None
    return None


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
