"""What a person does with a device: parameters and results of these actions."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Params, Wire, absent_if_empty, absent_if_none

DeviceActionName = Literal[
    "pair_device",
    "connect_device",
    "disconnect_device",
    "install_app",
    "clear_app_data",
    "stop_app",
    "take_screenshot",
    "record_screen",
    "list_apps",
]


class _OfDevice(Params):
    device: str | None = Field(
        default=None, description="Serial, model or `transport:N`; needed if several are connected."
    )


class _ToFile(_OfDevice):
    file_path: str = Field(description="Absolute path of the file that is written on this machine.")
    overwrite: bool = Field(default=False, description="Whether a file that is there may be replaced.")


class PairDeviceParams(Params):
    """Parameters of `pair_device`."""

    address: str = Field(description="HOST:PORT of the dialog that shows the code.")
    code: str = Field(description="The six digits.")


class DeviceAddressParams(Params):
    """Parameters of `connect_device` and `disconnect_device`."""

    address: str = Field(description="HOST:PORT that Wireless debugging shows.")


class InstallAppParams(_OfDevice):
    """Parameters of `install_app`."""

    apk_path: str = Field(description="Absolute path of the APK on this machine.")
    downgrade: bool = Field(default=False, description="Allow a lower versionCode; debuggable apps only.")


class AppPackageParams(_OfDevice):
    """Parameters of `clear_app_data` and `stop_app`."""

    package: str = Field(description="The applicationId, such as com.example.shop.")


class TakeScreenshotParams(_ToFile):
    """Parameters of `take_screenshot`."""


class RecordScreenParams(_ToFile):
    """Parameters of `record_screen`."""

    seconds: int = Field(default=180, ge=1, le=180, description="After which the recording ends by itself.")


class ListAppsParams(_OfDevice):
    """Parameters of `list_apps`."""


class DeviceActionResult(Wire):
    """What an action did."""

    message: str
    file_path: str | None = absent_if_none("The file that was written.")
    size_bytes: int | None = absent_if_none("Of that file.")
    apps: tuple[str, ...] = absent_if_empty("Packages that were installed by a person, by name.")


class DeviceAction(Wire):
    """An action (`rca/deviceAction`, client to server); answered with an envelope."""

    action: DeviceActionName
    parameters: dict[str, object] = Field(description="Those of the action.")
    run: str | None = Field(
        default=None, description="The client's name for it, by which `rca/stopRecording` ends a recording."
    )
