"""The user's documentation folders and archives, in a file that a person can read."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from models.error_codes import ErrorCode
from rca.tool_failure import Failure
from rca.web.date_parsing import day
from rca.web.json_files import changing, put_damaged_aside, read_json, write_json

FILE_NAME = "docs.json"
ARCHIVES = (".zip", ".jar")


@dataclass(frozen=True, slots=True)
class Folder:
    """Documentation on this machine.

    `path` is a folder, or an archive as packages of documentation are; `url` is where the same pages are
    on the web, for links, or None; `licence` is that of the texts, where it is known.
    """

    path: str
    name: str
    url: str | None = None
    licence: str | None = None
    added: str = ""


class Folders:
    """The list.

    Args:
        file: where it is kept.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def all(self) -> tuple[Folder, ...]:
        """Return every folder in the order in which they were added."""
        return self.read()[0]

    def read(self) -> tuple[tuple[Folder, ...], str | None]:
        """Return the folders, and what could not be read of the list."""
        content = read_json(self._file)
        listed = content.get("folders")
        if not isinstance(listed, list):
            is_damaged = self._file.exists()
            return (), f"the list of folders {self._file} cannot be read" if is_damaged else None
        found = [folder for entry in listed if (folder := _folder(entry)) is not None]
        if len(found) == len(listed):
            return tuple(found), None
        bad = len(listed) - len(found)
        return tuple(found), f"{bad} entries of the list of folders {self._file} cannot be read"

    def add(
        self, path: Path, name: str | None = None, url: str | None = None, licence: str | None = None
    ) -> Folder:
        """Add a folder or archive, or update its entry.

        Raises:
            Failure: DIRECTORY_NOT_FOUND if nothing readable is there, INVALID_URL.
        """
        place = path.expanduser().resolve()
        if not (place.is_dir() or (place.is_file() and place.suffix.lower() in ARCHIVES)):
            raise Failure(
                ErrorCode.DIRECTORY_NOT_FOUND,
                f"'{path}' is neither a folder nor a .zip or .jar archive",
                "Give the folder that holds the HTML or Markdown pages.",
            )
        if url is not None and not url.startswith(("http://", "https://")):
            raise Failure(
                ErrorCode.INVALID_URL, f"'{url}' is no http(s) address", "Leave it out, or give one."
            )
        folder = Folder(
            str(place),
            name or place.stem,
            url.rstrip("/") if url else None,
            licence or _licence(place),
            day(time.time()),
        )
        with changing(self._file):
            self._write([*(one for one in self.all() if one.path != folder.path), folder])
        return folder

    def remove(self, wanted: str) -> Folder | None:
        """Remove a folder from the list by path or name; None if it is not in it. Its files stay."""
        resolved = str(Path(wanted).expanduser().resolve())
        with changing(self._file):
            gone = next((one for one in self.all() if wanted == one.name or resolved == one.path), None)
            if gone is not None:
                self._write([one for one in self.all() if one != gone])
            return gone

    def _write(self, folders: list[Folder]) -> None:
        put_damaged_aside(self._file)
        write_json(self._file, {"folders": [asdict(one) for one in folders]}, indent=2)


def _folder(entry: object) -> Folder | None:
    """Parse an entry of the list; None if it is invalid."""
    names = {field.name for field in fields(Folder)}
    if not isinstance(entry, dict) or not {"path", "name"} <= entry.keys() <= names:
        return None
    given = {key: value for key, value in entry.items() if value is not None or key not in _OPTIONAL}
    return Folder(**given) if all(isinstance(value, str) for value in given.values()) else None


_OPTIONAL = frozenset({"url", "licence"})
_KNOWN = (
    ("Apache License", "Apache-2.0"),
    ("Attribution-ShareAlike 4.0", "CC BY-SA 4.0"),
    ("Attribution 4.0", "CC BY 4.0"),
    ("Attribution 2.5", "CC BY 2.5"),
    ("MIT License", "MIT"),
)


def _licence(place: Path) -> str | None:
    """Return the licence in a folder or above it, up to the root of its repository."""
    for folder in (place, *place.parents)[:4]:
        for name in ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE"):
            try:
                head = (folder / name).read_text("utf-8", "replace")[:600]
            except OSError:
                continue
            return next((short for words, short in _KNOWN if words.lower() in head.lower()), None)
        if (folder / ".git").exists():
            break
    return None
