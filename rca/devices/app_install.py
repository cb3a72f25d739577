"""Installs an APK: streamed to the device's package manager, or as a file that it reads where it cannot."""

from __future__ import annotations

import re
import uuid
import zipfile
from pathlib import Path

from models.error_codes import ErrorCode
from rca.devices.adb_problem import AdbProblem, AnswerTooSlow, ConnectionLost
from rca.devices.adb_socket import AdbSocket
from rca.devices.connected_device import ConnectedDevice
from rca.devices.device_parameters import quote
from rca.devices.file_push import push_file
from rca.devices.install_failures import advice_on
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

_CHUNK = 256 * 1024
_MOST_ANSWER = 64 * 1024
_CLEAN_UP_SECONDS = 5.0
_REASON = re.compile(r"(?:INSTALL|DELETE)_[A-Z_]+")
_OTHER_ARCHIVES = {
    ".aab": "A bundle is no app: build an APK of it, such as with the Gradle task assembleDebug.",
    ".apks": "It holds several APKs: install it with bundletool install-apks.",
    ".xapk": "It holds several APKs: unpack it, and install them with adb install-multiple.",
}


def install_app(device: ConnectedDevice, apk: Path, deadline: Deadline, *, downgrade: bool = False) -> str:
    """Install an APK, replacing an installed version, and return how it was sent: `streamed` or `pushed`.

    Test-only builds are allowed, as those of a development environment are.

    Raises:
        Failure: the file is no APK, or the device refused it: the message has its reason.
        AdbProblem: the device cannot be asked.
    """
    size = check_apk(apk)
    options = "-r -t -d" if downgrade else "-r -t"
    if "cmd" in device.features:
        said, way = _stream(device, apk, size, options, deadline), "streamed"
    else:  # before Android 7 the package manager reads files only
        said, way = _push_and_install(device, apk, options, deadline), "pushed"
    if not re.search(r"^Success\b", said, re.MULTILINE):
        raise _refused(apk, said)
    return way


def check_apk(apk: Path) -> int:
    """Return the size of an APK.

    Raises:
        Failure: there is none, or it is something else.
    """
    if not apk.is_file():
        raise Failure(ErrorCode.FILE_NOT_FOUND, f"there is no file {apk}", "Build the app, and give its APK.")
    advice = _OTHER_ARCHIVES.get(apk.suffix.lower())
    if advice is not None:
        raise Failure(ErrorCode.INVALID_PARAMETERS, f"{apk} is no APK", advice)
    try:
        with zipfile.ZipFile(apk) as archive:
            is_app = "AndroidManifest.xml" in archive.namelist()
    except PermissionError:
        raise Failure(ErrorCode.PERMISSION_DENIED, f"{apk} may not be read") from None
    except (zipfile.BadZipFile, OSError):
        is_app = False
    if not is_app:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"{apk} is no whole APK: it has no AndroidManifest.xml, or it is cut",
            "Build the app again.",
        )
    return apk.stat().st_size


def _stream(device: ConnectedDevice, apk: Path, size: int, options: str, deadline: Deadline) -> str:
    """Send the APK to `cmd package install`, and return what it says."""
    sent = 0
    with (
        apk.open("rb") as file,
        device.open(f"exec:cmd package install {options} -S {size}", deadline) as connection,
    ):
        try:
            while sent < size and (part := file.read(min(_CHUNK, size - sent))):
                deadline.checkpoint()
                if connection.has_input():
                    break  # it refuses before it has read all
                connection.send(part)
                sent += len(part)
            said = _answer(connection)
        except ConnectionLost:
            said = _last_words(connection)
        except AnswerTooSlow:
            raise Failure(
                ErrorCode.TOOL_TIMEOUT,
                f"the device did not finish installing {apk.name} in time; {sent:,} of {size:,} bytes "
                "were sent",
                "Look at the device's screen: it may ask for confirmation.",
            ) from None
    if not said.strip():
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"the connection to {device.label} ended while {apk.name} was installed, after {sent:,} of "
            f"{size:,} bytes: the app is as it was before, unless all had arrived",
            "Plug the device in, see `rca device list`, and install again.",
        )
    return said


def _answer(connection: AdbSocket) -> str:
    """Read what the package manager says, which may end without the connection being closed."""
    said = bytearray()
    while len(said) < _MOST_ANSWER and (part := connection.read_some(_MOST_ANSWER)):
        said += part
        if b"\n" in said and re.search(rb"^(?:Success|Failure|Error)[^\n]*\n", said, re.MULTILINE):
            break
    return said.decode("utf-8", "replace")


def _last_words(connection: AdbSocket) -> str:
    """Return what came before a connection broke: a refusal may be in it."""
    try:
        return connection.read_rest(_MOST_ANSWER).decode("utf-8", "replace")
    except AdbProblem:
        return ""


def _push_and_install(device: ConnectedDevice, apk: Path, options: str, deadline: Deadline) -> str:
    path = f"/data/local/tmp/rca-{uuid.uuid4().hex}.apk"
    try:
        push_file(device, apk, path, deadline)
        done = device.run(f"pm install {options} {quote(path)}", deadline)
    except ConnectionLost:
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"the connection to {device.label} ended while {apk.name} was installed",
            f"Plug the device in, and install again. {path} may be left on it.",
        ) from None
    finally:
        device.try_to_run(f"rm -f {quote(path)}", Deadline(_CLEAN_UP_SECONDS))
    return done.text + done.errors.decode("utf-8", "replace")


def _refused(apk: Path, said: str) -> Failure:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    found = _REASON.search(said)
    reason = found[0] if found is not None else None
    shown = next((line for line in lines if line.startswith(("Failure", "Error"))), lines[-1])
    return Failure(
        ErrorCode.COMMAND_FAILED,
        f"{apk.name} was not installed: {shown}",
        advice_on(reason),
        None if reason is None else {"reason": reason},
    )
