"""Reads the environment: data folder, settings, and the workspace."""

from __future__ import annotations

import atexit
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from models.settings import Settings
    from rca.workspace.library_loader import LibraryCaches

GRADLE_ROOTS = ("settings.gradle.kts", "settings.gradle", "pom.xml")


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the data folder: `RCA_DATA_DIR`, else the user's data folder.

    Raises:
        OSError: neither is known, as in a container whose user has no home.
    """
    named = environment.get("RCA_DATA_DIR")
    if named:
        return Path(named).expanduser().resolve()
    from platformdirs import user_data_path

    try:
        return user_data_path("kotlin-rca", appauthor=False)
    except RuntimeError:
        message = "the home folder is unknown: set RCA_DATA_DIR to a folder for the data"
        raise OSError(message) from None


def library_caches() -> LibraryCaches:
    """Return the caches of artifacts that builds on this machine have downloaded."""
    from rca.workspace.library_loader import LibraryCaches

    return LibraryCaches(dict(os.environ), _home())


def _home() -> Path:
    """Return the user's home folder; if it is unknown, a path that does not exist."""
    return Path(os.path.expanduser("~"))  # noqa: PTH111 - unlike Path.home it never fails


def start_log(environment: Mapping[str, str] = os.environ) -> None:
    """Write the log to standard error, from the level in `RCA_LOG`.

    Below `warning` it contains whole messages and tracebacks; from there on one line each, without content.
    """
    level = logging.getLevelNamesMapping().get(environment.get("RCA_LOG", "").upper()) or logging.WARNING
    logging.basicConfig(stream=sys.stderr, level=level)
    if level < logging.WARNING:
        return
    from lsp_server.rejected_message_log import MessageLog

    shortened = MessageLog()
    for handler in logging.getLogger().handlers:
        handler.addFilter(shortened)
    atexit.register(shortened.write_left_out)


@dataclass(frozen=True)
class Variable:
    """An environment variable for one setting: `setting` is its dotted name on the wire."""

    name: str
    setting: str
    read: Callable[[str], Any] = str


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _headers(text: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in text.splitlines() if ":" in line)
    return {name.strip(): value.strip() for name, _colon, value in pairs}


def _switch(text: str) -> bool:
    return text.strip().lower() not in {"off", "0", "false", "no"}


def _json(text: str) -> Any:  # noqa: ANN401 - any JSON; what is none is told by the setting's own check
    try:
        return json.loads(text)
    except ValueError:
        return text


VARIABLES = (
    Variable("RCA_APP_PACKAGES", "appPackages", _list),
    Variable("RCA_MAPPING_FILE", "mappingFile"),
    Variable("RCA_SYMBOL_FOLDERS", "symbolFolders", _list),
    Variable("RCA_CODE_NAVIGATION", "codeNavigation"),
    Variable("RCA_TOOLSET", "toolset"),
    Variable("RCA_AUTO_APPROVE", "autoApprove", _json),
    Variable("RCA_METRICS", "metrics", _switch),
    Variable("RCA_ASSISTANT_TEXT", "assistantText"),
    Variable("RCA_OUTPUT_SCHEMAS", "outputSchemas", _switch),
    Variable("RCA_ANSWER_TOKENS", "answerTokens"),
    Variable("RCA_BUDGET", "budget.enabled", _switch),
    Variable("RCA_BUDGET_READ_BYTES", "budget.readBytes"),
    Variable("RCA_BUDGET_CONCURRENT_READS", "budget.concurrentReads"),
    Variable("RCA_BUDGET_LISTINGS", "budget.listings"),
    Variable("RCA_MAX_TURNS", "budget.maxTurns"),
    Variable("RCA_MAX_TOTAL_TOKENS", "budget.maxTotalTokens"),
    Variable("RCA_KNOWLEDGE_STARTER", "knowledge.starter", _switch),
    Variable("RCA_KNOWLEDGE_DENSE", "knowledge.dense", _switch),
    Variable("RCA_EMBEDDING_MODEL", "knowledge.embeddingModel"),
    Variable("RCA_KNOWLEDGE_URL", "knowledge.url"),
    Variable("RCA_KNOWLEDGE_HEADERS", "knowledge.headers", _headers),
    Variable("RCA_KNOWLEDGE_TENANT", "knowledge.tenant"),
    Variable("RCA_KNOWLEDGE_DATABASE", "knowledge.database"),
    Variable("RCA_ALLOWED_SOURCES", "network.allowedSources", _list),
    Variable("RCA_STACKOVERFLOW_URL", "network.stackoverflowUrl"),
    Variable("RCA_GITHUB_URL", "network.githubUrl"),
    Variable("RCA_MDN_URL", "network.mdnUrl"),
    Variable("RCA_DOCS_URL", "network.docsUrl"),
    Variable("RCA_SEARXNG_URL", "network.searxngUrl"),
    Variable("RCA_PRIVATE_HOSTS", "network.privateHosts", _list),
    Variable("RCA_STACKEXCHANGE_KEY", "network.stackoverflowKey"),
    Variable("RCA_GITHUB_TOKEN", "network.githubToken"),
)
"""Lists are separated by commas, headers (`Name: value`) by lines; rules of approval are JSON.

A switch is off for `off`, `0`, `false` and `no`.
"""


def settings_from_environment(environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Return the settings in `RCA_…` variables, shaped like `models.settings.Settings` on the wire."""
    settings: dict[str, Any] = {}
    for variable in VARIABLES:
        value = environment.get(variable.name)
        if value:
            group, _, name = variable.setting.rpartition(".")
            target = settings.setdefault(group, {}) if group else settings
            target[name] = variable.read(value)
    return settings


def setting_named(place: tuple[int | str, ...]) -> str:
    """Return the setting that contains a location, and its environment variable."""
    name = ".".join(map(str, place))
    variables = (one.name for one in VARIABLES if f"{name}.".startswith(f"{one.setting}."))
    variable = next(variables, None)
    return name if variable is None else f"{name} ({variable})"


def merged(base: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Merge `over` into `base`, group by group; a null in `over` keeps the value."""
    result = dict(base)
    for key, value in over.items():
        if isinstance(value, Mapping):
            below = result.get(key)  # what is no group is told as wrong later
            result[key] = merged(below if isinstance(below, dict) else {}, value)
        elif value is not None:
            result[key] = value
    return result


def usable_settings(values: Mapping[str, Any]) -> tuple[Settings, tuple[str, ...]]:
    """Return the valid settings, and what is wrong with each other one, which counts as not set.

    An editor's settings outlive the release that they were written for.
    """
    from pydantic import ValidationError

    from models.settings import Settings

    kept = merged({}, values)
    problems: dict[str, None] = {}
    while True:
        try:
            return Settings.model_validate(kept), tuple(problems)
        except ValidationError as wrong:
            for error in wrong.errors():
                name = ".".join(map(str, _leave_out(kept, error["loc"])))
                problems[f"{name}: {error['msg']}"] = None


def _leave_out(values: dict[str, Any], place: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Remove the setting that contains a location; return its name."""
    group: Any = values
    for depth, key in enumerate(place, 1):
        inner = group.get(key)
        if depth == len(place) or not isinstance(inner, dict):
            group.pop(key, None)
            return place[:depth]
        group = inner
    values.clear()
    return place


def find_workspace(start: Path, beside: Path | None = None) -> Path:
    """Return the workspace folder if none was named.

    The nearest Gradle or Maven root above `start`; else the one above `beside` (the file with the error,
    which is often in its project); else the git root; else `start`, unless that is the home folder or above
    it: nobody wants all of that read.
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
    return no_workspace() if _home().is_relative_to(start) else start


def no_workspace() -> Path:
    """Return an empty folder, for an editor or a command without a project."""
    folder = data_folder() / "no-workspace"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        import tempfile

        return Path(tempfile.mkdtemp(prefix="rca-no-workspace-"))
    return folder


def _nearest_build(origin: Path) -> Path | None:
    folders = (origin, *origin.parents) if origin.is_dir() else tuple(origin.parents)
    for folder in folders:
        if any((folder / name).is_file() for name in GRADLE_ROOTS):
            return folder
        if (folder / ".git").exists():
            return None
    return None
