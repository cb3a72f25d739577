"""Conversion between LSP types and the contract; the only module that knows both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.uris import to_fs_path

if TYPE_CHECKING:
    from rca.workspace import Change


EDITOR_CALLERS_OPTION = "editorCallers"
"""Whether the client can ask the editor's other language servers for callers."""

SHOWS_ERRORS_OPTION = "showsErrors"
"""Whether the client shows lenses, actions and diagnostics for errors itself."""

_OPTIONS = (EDITOR_CALLERS_OPTION, SHOWS_ERRORS_OPTION)
"""What a client says beside the settings in its initialisation options."""


def folder_paths(folders: Sequence[types.WorkspaceFolder], root_uri: str | None) -> tuple[Path, ...]:
    """Return the workspace folders that lie on this machine's disk."""
    uris = [folder.uri for folder in folders] or ([root_uri] if root_uri else [])
    return tuple(path for uri in uris if (path := file_path(uri)) is not None)


def file_path(uri: str) -> Path | None:
    """Return the path of a `file:` URI, None for any other document (untitled, git, output)."""
    if not uri.startswith("file:"):
        return None
    path = to_fs_path(uri)
    # A name that no disk can hold would fail what comes along with it.
    return None if path is None or "\0" in path else Path(path)


def opened(path: Path, text: str, version: int) -> Change:
    """Return the change for an opened document."""
    from rca.workspace import DocumentOpened

    return DocumentOpened(path, text, version)


def changed(path: Path, text: str, version: int) -> Change:
    """Return the change for an edited document."""
    from rca.workspace import DocumentChanged

    return DocumentChanged(path, text, version)


def closed(path: Path) -> Change:
    """Return the change for a closed document, whose text on disk counts again."""
    from rca.workspace import DocumentClosed

    return DocumentClosed(path)


def files_changed(events: Iterable[types.FileEvent]) -> Change:
    """Return the change for files that changed on disk."""
    from rca.workspace import FilesChanged

    return FilesChanged(tuple(path for event in events if (path := file_path(event.uri)) is not None))


def has_option(options: Any, name: str) -> bool:  # noqa: ANN401 - whatever the client sends
    """Return whether a client's initialisation options enable one of `_OPTIONS`."""
    return isinstance(options, dict) and options.get(name) is True


def settings_section(options: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever the client sends
    """Return the `rca` settings in initialisation options or a configuration change."""
    if not isinstance(options, dict):
        return {}
    if "rca" in options:
        section = options["rca"]
        return section if isinstance(section, dict) else {}
    return {name: value for name, value in options.items() if name not in _OPTIONS}
