"""Actions on devices that a person asks for: they pass the same approval, limits and errors as tools.

They are in no toolset: assistants are not offered them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from models.device_actions import (
    AppPackageParams,
    DeviceActionName,
    DeviceActionResult,
    DeviceAddressParams,
    InstallAppParams,
    ListAppsParams,
    PairDeviceParams,
    RecordScreenParams,
    TakeScreenshotParams,
)
from models.wire import Params
from rca.devices.adb_location import server_address
from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_server import AdbServer
from rca.devices.app_install import check_apk, install_app
from rca.devices.app_processes import INSTALLED_COMMAND
from rca.devices.app_state import clear_app_data, stop_app
from rca.devices.connected_device import connect
from rca.devices.device_failure import as_failure
from rca.devices.device_parameters import check_address, check_package, check_pairing_code
from rca.devices.screen_recording import LONGEST_SECONDS, record_screen
from rca.devices.screenshot import take_screenshot
from rca.devices.wireless_debugging import connect_device, disconnect_device, pair_device
from rca.scheduling.deadline import Deadline
from rca.toolkit.tool import Answer, RiskLevel, Tool, ToolContext

ParamsT = TypeVar("ParamsT", bound=Params)
Act = Callable[[AdbServer, ToolContext, ParamsT], DeviceActionResult]

_ANSWER_SECONDS = 5.0
_NETWORK_SECONDS = 60.0
_APP_SECONDS = 60.0
_INSTALL_SECONDS = 900.0
_PICTURE_SECONDS = 60.0
_COPY_SECONDS = 300.0


def device_action(
    name: DeviceActionName, stop: threading.Event | None = None
) -> Tool[Any, DeviceActionResult]:
    """Return an action; `stop` ends a recording, which is kept."""
    if name == "record_screen":
        return _action(
            name,
            "Record the screen of a device to an MP4 file.",
            RecordScreenParams,
            partial(_record, stop or threading.Event()),
            seconds=LONGEST_SECONDS + _COPY_SECONDS,
        )
    return _ACTIONS[name]


def _run(act: Act[ParamsT], context: ToolContext, params: ParamsT) -> Answer[DeviceActionResult]:
    try:
        return Answer(act(AdbServer(server_address(context.environment)), context, params))
    except AdbProblem as problem:
        raise as_failure(problem) from None


def _pair(server: AdbServer, context: ToolContext, params: PairDeviceParams) -> DeviceActionResult:
    return DeviceActionResult(message=pair_device(server, params.address, params.code, context.deadline))


def _connect(server: AdbServer, context: ToolContext, params: DeviceAddressParams) -> DeviceActionResult:
    return DeviceActionResult(message=connect_device(server, params.address, context.deadline))


def _disconnect(server: AdbServer, context: ToolContext, params: DeviceAddressParams) -> DeviceActionResult:
    return DeviceActionResult(message=disconnect_device(server, params.address, context.deadline))


def _install(server: AdbServer, context: ToolContext, params: InstallAppParams) -> DeviceActionResult:
    device = connect(server, params.device, Deadline(_ANSWER_SECONDS))
    apk = Path(params.apk_path)
    way = install_app(device, apk, context.deadline, downgrade=params.downgrade)
    return DeviceActionResult(message=f"{apk.name} is installed on {device.label} ({way})")


def _clear(server: AdbServer, context: ToolContext, params: AppPackageParams) -> DeviceActionResult:
    device = connect(server, params.device, Deadline(_ANSWER_SECONDS))
    clear_app_data(device, params.package, context.deadline)
    return DeviceActionResult(message=f"all data of {params.package} on {device.label} is cleared")


def _stop(server: AdbServer, context: ToolContext, params: AppPackageParams) -> DeviceActionResult:
    device = connect(server, params.device, Deadline(_ANSWER_SECONDS))
    stop_app(device, params.package, context.deadline)
    return DeviceActionResult(message=f"{params.package} on {device.label} is stopped")


def _screenshot(server: AdbServer, context: ToolContext, params: TakeScreenshotParams) -> DeviceActionResult:
    device = connect(server, params.device, Deadline(_ANSWER_SECONDS))
    target = Path(params.file_path)
    size = take_screenshot(device, target, context.deadline, overwrite=params.overwrite)
    return DeviceActionResult(
        message=f"the screen of {device.label} is in {target}", file_path=str(target), size_bytes=size
    )


def _record(
    stop: threading.Event, server: AdbServer, context: ToolContext, params: RecordScreenParams
) -> DeviceActionResult:
    device = connect(server, params.device, Deadline(_ANSWER_SECONDS))
    target = Path(params.file_path)
    size = record_screen(
        device,
        target,
        stop,
        context.deadline,
        seconds=params.seconds,
        overwrite=params.overwrite,
    )
    return DeviceActionResult(
        message=f"the recording of {device.label} is in {target}", file_path=str(target), size_bytes=size
    )


def _list_apps(server: AdbServer, context: ToolContext, params: ListAppsParams) -> DeviceActionResult:
    device = connect(server, params.device, Deadline(_ANSWER_SECONDS))
    lines = device.run(INSTALLED_COMMAND, context.deadline).text.splitlines()
    apps = sorted(line.removeprefix("package:").strip() for line in lines if line.startswith("package:"))
    return DeviceActionResult(message=f"{len(apps)} apps are installed on {device.label}", apps=tuple(apps))


# What is asked for is looked at before anybody is asked: nobody shall approve what cannot be done.
def _pairing_details(_context: ToolContext, params: PairDeviceParams) -> dict[str, str]:
    check_address(params.address)
    check_pairing_code(params.code)
    return {"What it does": "the device will trust this computer for debugging"}


def _install_details(context: ToolContext, params: InstallAppParams) -> dict[str, str]:
    size = check_apk(Path(params.apk_path))
    return _on_device(context, params.device, f"installs {size:,} bytes; replaces the app if it is there")


def _clear_details(context: ToolContext, params: AppPackageParams) -> dict[str, str]:
    check_package(params.package)
    return _on_device(context, params.device, "deletes all data, accounts and settings of the app")


def _stop_details(context: ToolContext, params: AppPackageParams) -> dict[str, str]:
    check_package(params.package)
    return _on_device(context, params.device, "ends all processes of the app")


def _on_device(context: ToolContext, wanted: str | None, effect: str) -> dict[str, str]:
    server = AdbServer(server_address(context.environment))
    try:
        device = server.find_device(wanted, Deadline(_ANSWER_SECONDS))
    except AdbProblem as problem:
        raise as_failure(problem) from None
    return {"On": device.label, "What it does": effect}


def _action(  # noqa: PLR0913 - what an action consists of, each by name
    name: DeviceActionName,
    description: str,
    params: type[ParamsT],
    act: Act[ParamsT],
    *,
    seconds: float,
    risk: RiskLevel = "read_only",
    details: Callable[[ToolContext, ParamsT], dict[str, str]] = lambda _context, _params: {},
) -> Tool[Any, DeviceActionResult]:
    """Return an action on one device, which `act` carries out."""
    return Tool(
        name=name,
        description=description,
        params=params,
        result=DeviceActionResult,
        run=partial(_run, act),
        risk=risk,
        seconds=seconds,
        details=details,
    )


_ACTIONS: dict[str, Tool[Any, DeviceActionResult]] = {
    one.name: one
    for one in (
        _action(
            "pair_device",
            "Pair with a device over the network.",
            PairDeviceParams,
            _pair,
            risk="dangerous",
            seconds=_NETWORK_SECONDS,
            details=_pairing_details,
        ),
        _action(
            "connect_device",
            "Connect to a device over the network.",
            DeviceAddressParams,
            _connect,
            seconds=_NETWORK_SECONDS,
        ),
        _action(
            "disconnect_device",
            "Disconnect from a device of the network.",
            DeviceAddressParams,
            _disconnect,
            seconds=_NETWORK_SECONDS,
        ),
        _action(
            "install_app",
            "Install an APK on a device.",
            InstallAppParams,
            _install,
            risk="dangerous",
            seconds=_INSTALL_SECONDS,
            details=_install_details,
        ),
        _action(
            "clear_app_data",
            "Delete all data of an app on a device.",
            AppPackageParams,
            _clear,
            risk="dangerous",
            seconds=_APP_SECONDS,
            details=_clear_details,
        ),
        _action(
            "stop_app",
            "Stop an app on a device.",
            AppPackageParams,
            _stop,
            risk="safe_write",
            seconds=_APP_SECONDS,
            details=_stop_details,
        ),
        _action(
            "take_screenshot",
            "Write the screen of a device to a PNG file.",
            TakeScreenshotParams,
            _screenshot,
            seconds=_PICTURE_SECONDS,
        ),
        _action(
            "list_apps",
            "List the apps that were installed on a device.",
            ListAppsParams,
            _list_apps,
            seconds=_APP_SECONDS,
        ),
    )
}
