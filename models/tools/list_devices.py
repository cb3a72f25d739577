"""`list_devices`: the Android devices and emulators that are connected."""

from __future__ import annotations

from pydantic import Field

from models.devices import DeviceInfo
from models.wire import Params, Wire


class ListDevicesParams(Params):
    """Takes nothing."""


class ListDevicesResult(Wire):
    """The devices in the adb server's order."""

    server: str = Field(description="Address and version of the adb server.")
    devices: tuple[DeviceInfo, ...]
