"""Converts devices to the form that tools and the editor show."""

from __future__ import annotations

from collections.abc import Iterable

from models.devices import DeviceInfo
from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_server import AdbServer
from rca.devices.device_facts import DeviceFacts, DeviceProperties
from rca.devices.device_list import Device
from rca.scheduling.deadline import Deadline

_SHARE = 0.5


def device_info(device: Device, properties: DeviceProperties | None = None) -> DeviceInfo:
    """Return a device with its properties, as far as they are known."""
    known = properties or DeviceProperties()
    return DeviceInfo(
        serial=device.serial,
        state=device.state,
        transport_id=device.transport_id,
        connection=device.connection,
        model=known.model or (device.model.replace("_", " ") if device.model else None),
        android=known.android,
        api_level=known.api_level,
        abi=known.abi,
        build=known.build,
    )


def describe_devices(
    server: AdbServer, devices: Iterable[Device], deadline: Deadline
) -> tuple[tuple[DeviceInfo, ...], tuple[str, ...]]:
    """Return devices with the properties of those that are ready, and which did not answer in time."""
    found, silent = [], []
    for device in devices:
        properties = None
        if device.is_ready:
            part = deadline.part(_SHARE)
            try:
                facts = DeviceFacts(server, device, server.features(device, part))
            except AdbProblem:
                silent.append(f"{device.label} did not answer")
            else:
                properties = facts.properties(part)
                if properties.build is None:
                    silent.append(f"{device.label} did not say what it is in time")
        found.append(device_info(device, properties))
    return tuple(found), tuple(silent)
