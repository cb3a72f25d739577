"""Devices over the network: pairing, connecting, disconnecting, which the adb server does itself.

The server answers these three with a text whether they succeeded or not (AOSP, `adb/client/adb_wifi.cpp` and
`adb/transport.cpp`), so that the text decides.
"""

from __future__ import annotations

import re

from models.error_codes import ErrorCode
from rca.devices.adb_problem import RequestRefused
from rca.devices.adb_server import AdbServer
from rca.devices.device_parameters import check_address, check_pairing_code
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

_PAIRED = re.compile(r"successfully paired to (?P<address>\S+)(?: \[guid=(?P<guid>[^\]]+)\])?", re.IGNORECASE)
_CONNECTED = ("connected to ", "already connected to ")
_NEW_CODE = (
    "Open Developer options > Wireless debugging > Pair device with pairing code again: code and port are "
    "new each time. Computer and device must be in one network."
)


def pair_device(server: AdbServer, address: str, code: str, deadline: Deadline) -> str:
    """Pair with a device that shows a code, and return a sentence about it.

    Args:
        server: the adb server, which keeps the keys.
        address: of the dialog that shows the code; the port is not the one to connect to.
        code: six digits.
        deadline: of the answer.

    Raises:
        Failure: the address or the code is malformed, or the device did not accept it.
        AdbProblem: the server does not answer.
    """
    check_address(address)
    check_pairing_code(code)
    try:
        said = server.ask(f"host:pair:{code}:{address}", deadline)
    except RequestRefused as problem:
        if "unknown host service" in str(problem):
            raise Failure(
                ErrorCode.COMMAND_FAILED,
                f"the adb server at {server.address} cannot pair: it is older than Platform Tools 30",
                "Install current Android Platform Tools, and restart the server: `adb kill-server`.",
            ) from None
        said = str(problem)
    found = _PAIRED.search(said)
    if found is None:
        raise Failure(ErrorCode.COMMAND_FAILED, f"{address} was not paired: {_reason(said, code)}", _NEW_CODE)
    name = f" ({found['guid']})" if found["guid"] else ""
    return (
        f"paired with {address}{name}; if it does not appear by itself, connect to the address that "
        "Wireless debugging shows"
    )


def connect_device(server: AdbServer, address: str, deadline: Deadline) -> str:
    """Connect to a device that was paired, or that listens for adb, and return a sentence about it.

    Raises:
        Failure: the address is malformed, or nothing that speaks adb answers there.
        AdbProblem: the server does not answer.
    """
    said = _said(server, f"host:connect:{check_address(address)}", deadline)
    if said.startswith(_CONNECTED):
        return said
    if "authenticate" in said:
        raise Failure(
            ErrorCode.PERMISSION_DENIED,
            f"{address} does not know this computer: {said}",
            "Pair with it first, or allow USB debugging on its screen.",
        )
    raise Failure(
        ErrorCode.COMMAND_FAILED,
        f"no connection to {address}: {said or 'the adb server says nothing'}",
        "Compare the address with the one that Wireless debugging shows now: its port changes. Pair first.",
    )


def disconnect_device(server: AdbServer, address: str, deadline: Deadline) -> str:
    """Disconnect from a device of the network, and return a sentence about it.

    Raises:
        Failure: the address is malformed, or no such device is connected.
        AdbProblem: the server does not answer.
    """
    said = _said(server, f"host:disconnect:{check_address(address)}", deadline)
    if said.startswith("disconnected"):
        return said
    raise Failure(
        ErrorCode.COMMAND_FAILED, said or f"{address} was not disconnected", "See `rca device list`."
    )


def _said(server: AdbServer, service: str, deadline: Deadline) -> str:
    try:
        return server.ask(service, deadline).strip()
    except RequestRefused as problem:
        return str(problem).strip()


def _reason(said: str, code: str) -> str:
    reason = said.strip().removeprefix("Failed:").strip().rstrip(".")
    return reason.replace(code, "******") or "the adb server says nothing"
