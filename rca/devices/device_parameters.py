"""Checks of what is put into commands and requests to devices: packages, addresses, pairing codes, files.

Everything that reaches a shell of a device passes one of these checks or `quote`; what does not fit is
refused before anything is sent.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from models.error_codes import ErrorCode
from rca.tool_failure import Failure

_PACKAGE = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+")
_LONGEST_PACKAGE = 223
_ADDRESS = re.compile(
    r"(?P<host>[A-Za-z0-9](?:[A-Za-z0-9.\-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]):(?P<port>\d{1,5})"
)
_LONGEST_ADDRESS = 260
_LAST_PORT = 65_535
_CODE = re.compile(r"\d{6}")


def check_package(name: str) -> str:
    """Return a package's name.

    Raises:
        Failure: `INVALID_PARAMETERS`: it cannot be the name of an Android app.
    """
    if len(name) > _LONGEST_PACKAGE or _PACKAGE.fullmatch(name) is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"{name[:100]!r} is not the name of an app's package",
            "Give the applicationId, such as com.example.shop: letters, digits and _ with dots between.",
        )
    return name


def check_address(address: str) -> str:
    """Return an address of a device, `HOST:PORT`.

    Raises:
        Failure: `INVALID_PARAMETERS`: it is none.
    """
    found = _ADDRESS.fullmatch(address) if len(address) <= _LONGEST_ADDRESS else None
    if found is None or not 0 < int(found["port"]) <= _LAST_PORT:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"{address[:100]!r} is not an address of the form HOST:PORT",
            "Give the address that the device shows under Developer options > Wireless debugging.",
        )
    return address


def check_pairing_code(code: str) -> str:
    """Return a pairing code.

    Raises:
        Failure: `INVALID_PARAMETERS`: it is not six digits; the message does not repeat it.
    """
    if _CODE.fullmatch(code) is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            "a pairing code has six digits",
            "Open Wireless debugging > Pair device with pairing code on the device, and give the code shown.",
        )
    return code


def quote(text: str) -> str:
    """Return a text as one word of a shell of a device.

    Raises:
        Failure: `INVALID_PARAMETERS`: it has a control character, which no path or name needs.
    """
    if any(ord(character) < ord(" ") or character == "\x7f" for character in text):
        raise Failure(ErrorCode.INVALID_PARAMETERS, f"{text[:100]!r} contains a control character")
    return shlex.quote(text)


def check_target(target: Path, *, overwrite: bool) -> Path:
    """Return the place of a file that will be written.

    Raises:
        Failure: there is no such folder, or something is there that may not be replaced.
    """
    if not target.is_absolute():
        raise Failure(ErrorCode.INVALID_PATH, f"{target} is no absolute path")
    if not target.parent.is_dir():
        raise Failure(
            ErrorCode.DIRECTORY_NOT_FOUND,
            f"there is no folder {target.parent}",
            "Create it, or another.",
        )
    if target.is_dir():
        raise Failure(ErrorCode.INVALID_PATH, f"{target} is a folder", "Name a file in it.")
    if target.exists() and not overwrite:
        raise Failure(ErrorCode.ALREADY_EXISTS, f"{target} exists, and is kept", "Choose another name.")
    return target
