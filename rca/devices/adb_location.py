"""Where the adb server listens, and where the `adb` program lies."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_socket import ServerAddress
from rca.scheduling.deadline import Deadline
from rca.subprocesses import OutputReader, run

_SOCKET = re.compile(r"tcp:(?:(?P<host>[A-Za-z0-9.\-]+|\[[0-9A-Fa-f:]+\]):)?(?P<port>\d{1,5})")
_LAST_PORT = 65_535
_THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
_ADDRESS_VARIABLES = ("ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_ADDRESS", "ANDROID_ADB_SERVER_PORT")
_PROGRAM = "adb.exe" if os.name == "nt" else "adb"
_START_SECONDS = 15.0
_SDK_LINE = re.compile(r"\s*sdk\.dir\s*[=:]\s*(?P<path>.*\S)\s*")
_MOST_PROPERTIES_BYTES = 64 * 1024


def server_address(environment: Mapping[str, str]) -> ServerAddress:
    """Return where the server listens, by the variables that adb itself reads.

    Raises:
        AdbProblem: `ADB_SERVER_SOCKET` is no TCP address.
    """
    text = environment.get("ADB_SERVER_SOCKET", "")
    if text:
        found = _SOCKET.fullmatch(text)
        if found is None or not 0 < int(found["port"]) <= _LAST_PORT:
            raise AdbProblem(f"ADB_SERVER_SOCKET is {text!r}; only tcp:HOST:PORT is understood")
        return ServerAddress((found["host"] or "127.0.0.1").strip("[]"), int(found["port"]))
    host = environment.get("ANDROID_ADB_SERVER_ADDRESS") or "127.0.0.1"
    port = environment.get("ANDROID_ADB_SERVER_PORT", "")
    if port.isdecimal() and 0 < int(port) <= _LAST_PORT:
        return ServerAddress(host, int(port))
    return ServerAddress(host)


def find_adb(environment: Mapping[str, str], workspace: Sequence[Path] = ()) -> Path | None:
    """Return the `adb` program: of ANDROID_HOME, ANDROID_SDK_ROOT, PATH, or the SDK of local.properties.

    A program inside the workspace is never returned: whoever wrote the files there did not install it.
    """
    homes = [environment.get(name) for name in ("ANDROID_HOME", "ANDROID_SDK_ROOT")]
    candidates = [Path(home) / "platform-tools" / _PROGRAM for home in homes if home]
    path = environment.get("PATH", "")
    candidates += [Path(folder) / _PROGRAM for folder in path.split(os.pathsep) if Path(folder).is_absolute()]
    candidates += [
        sdk / "platform-tools" / _PROGRAM for root in workspace if (sdk := _sdk_of(root)) is not None
    ]
    for candidate in candidates:
        if os.access(candidate, os.X_OK) and candidate.is_file() and not _is_inside(candidate, workspace):
            return candidate
    return None


def start_server(
    adb: Path, address: ServerAddress, environment: Mapping[str, str], deadline: Deadline
) -> None:
    """Start the server by running `adb start-server` once: the only thing that needs the program.

    Raises:
        AdbProblem: it could not be run, says that the server did not start, or would be another machine's.
    """
    if address.host not in _THIS_MACHINE:
        raise AdbProblem(f"no adb server answers at {address}: it must be started on that machine")
    # A client that is given a host takes the server for another machine's, and starts none.
    variables = {name: value for name, value in environment.items() if name not in _ADDRESS_VARIABLES}
    output = OutputReader(4096, 4096)
    try:
        done = run(
            [str(adb), "-P", str(address.port), "start-server"],
            directory=adb.parent,
            environment=variables,
            seconds=_START_SECONDS,
            deadline=deadline,
            output=output,
            poll=0.05,
            grace=0.5,
        )
    except OSError as problem:
        raise AdbProblem(f"{adb} cannot be run: {problem.strerror}") from None
    if done.exit_code != 0:
        said = output.kept.text()[0].strip().splitlines()
        raise AdbProblem(f"{adb} could not start the server: {said[-1] if said else 'it says nothing'}")


def _sdk_of(root: Path) -> Path | None:
    """Return the SDK's folder that a project's local.properties names."""
    try:
        with (root / "local.properties").open("rb") as file:
            text = file.read(_MOST_PROPERTIES_BYTES).decode("utf-8", "replace")
    except OSError:
        return None  # most projects have none
    for line in text.splitlines():
        found = _SDK_LINE.fullmatch(line)
        if found is not None:
            return Path(re.sub(r"\\(.)", r"\1", found["path"]))
    return None


def _is_inside(path: Path, folders: Sequence[Path]) -> bool:
    resolved = path.resolve()
    return any(resolved.is_relative_to(folder.resolve()) for folder in folders)
