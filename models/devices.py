"""Android devices, and where and when an error occurred on one of them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none


class DeviceContext(Wire):
    """The device and the moment of an error; what the device did not say is absent."""

    device: str = Field(description="Maker and model, else the serial.")
    serial: str
    android: str | None = absent_if_none("Android's version, such as 14.")
    api_level: int | None = absent_if_none()
    abi: str | None = absent_if_none("The processor's interface, such as arm64-v8a.")
    build: str | None = absent_if_none("Fingerprint of the system's build.")
    package: str | None = absent_if_none("The app that the error is of.")
    version_code: int | None = absent_if_none("Of the installed app.")
    version_name: str | None = absent_if_none()
    orientation: str | None = absent_if_none("How the screen was turned.")
    memory_total_kb: int | None = absent_if_none("The device's memory.")
    memory_available_kb: int | None = absent_if_none("How much of it was available just after the error.")
    exit_reason: str | None = absent_if_none("Why the system says that the process ended.")
    activities: tuple[str, ...] = absent_if_empty(
        "What the app's activities did before the error, the last one at the end."
    )
    happened_at: str | None = absent_if_none("By the device's clock, UTC, ISO 8601.")


class DeviceInfo(Wire):
    """A device that the adb server knows."""

    serial: str
    state: str = Field(description="`device` where it can be used; `offline`, `unauthorized`, ….")
    transport_id: int | None = Field(description="Tells devices with one serial apart: `transport:N`.")
    connection: Literal["usb", "wifi", "emulator"]
    model: str | None
    android: str | None = absent_if_none("Android's version, such as 14.")
    api_level: int | None = absent_if_none()
    abi: str | None = absent_if_none("The processor's interface, such as arm64-v8a.")
    build: str | None = absent_if_none("Fingerprint of the system's build.")
