"""The devices that the adb server knows, as `host:devices-l` and `host:track-devices-l` list them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Connection = Literal["usb", "wifi", "emulator"]

_LINE = re.compile(
    r"(?P<serial>\S+(?: \S+)*?)[ \t]+(?P<state>[a-z]+(?: permissions)?)(?P<rest>(?:[ \t;(].*)?)"
)
_PROPERTY = re.compile(r"\b(?P<name>usb|product|model|device|transport_id|features):(?P<value>\S+)")
_STATES = frozenset(
    [
        *("device", "offline", "unauthorized", "authorizing", "connecting", "no permissions"),
        *("recovery", "rescue", "sideload", "bootloader", "host", "detached"),
    ]
)
_EMULATOR = re.compile(r"emulator-\d+|(?:localhost|127\.0\.0\.1):\d+")
_NETWORK = re.compile(r".+:\d+|.+\._adb(?:-tls-connect)?\._tcp\.?(?:local\.?)?")


@dataclass(frozen=True, slots=True)
class Device:
    """One transport of the server. Two devices may have one serial; transport ids differ.

    Attributes:
        serial: as the device or its address names it.
        state: `device` where it can be used; `offline`, `unauthorized`, `no permissions`, ….
        transport_id: None from servers before 1.0.40.
        port: where it is plugged in, such as `1-4.2`; None without a cable.
    """

    serial: str
    state: str
    transport_id: int | None = None
    port: str | None = None
    product: str | None = None
    model: str | None = None

    @property
    def is_ready(self) -> bool:
        """Return whether services of it can be asked for."""
        return self.state == "device"

    @property
    def connection(self) -> Connection:
        """Return how it is connected, as far as its serial shows."""
        if _EMULATOR.fullmatch(self.serial):
            return "emulator"
        return "wifi" if self.port is None and _NETWORK.fullmatch(self.serial) else "usb"

    @property
    def label(self) -> str:
        """Return model and serial, for people."""
        model = (self.model or "").replace("_", " ")
        return f"{model} ({self.serial})" if model else self.serial


def parse_device_list(text: str) -> tuple[Device, ...]:
    """Return the devices of a list, in its order; lines that are none are left out."""
    found = []
    for line in text.splitlines():
        match = _LINE.fullmatch(line.strip())
        if match is None:
            continue
        state = match["state"]
        if state not in _STATES:
            continue
        properties = {one["name"]: one["value"] for one in _PROPERTY.finditer(match["rest"])}
        number = properties.get("transport_id", "")
        found.append(
            Device(
                match["serial"],
                state,
                int(number) if number.isdecimal() else None,
                properties.get("usb"),
                properties.get("product"),
                properties.get("model"),
            )
        )
    return tuple(found)


def matching(devices: tuple[Device, ...], wanted: str | None) -> tuple[Device, ...]:
    """Return the devices that a serial, `transport:N` or a model names; None: all."""
    if wanted is None:
        return devices
    if wanted.startswith("transport:"):
        return tuple(one for one in devices if str(one.transport_id) == wanted.removeprefix("transport:"))
    by_serial = tuple(one for one in devices if one.serial == wanted)
    model = wanted.replace(" ", "_").casefold()
    return by_serial or tuple(one for one in devices if (one.model or "").casefold() == model)
