"""The commands of `rca device` that change something, and ask first, or write a file."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lsp_server.cli.device_connection import connected_server, device_option
from lsp_server.cli.options import TOOL_FAILED, json_option, open_session, print_json

if TYPE_CHECKING:
    from models.device_actions import DeviceActionName

Command = TypeVar("Command", bound=Callable[..., Any])

_LONGEST_RECORDING = 180


def yes_option(function: Command) -> Command:
    """Add `--yes`, which approves beforehand."""
    return click.option("--yes", "-y", is_flag=True, help="Do not ask for approval.")(function)


@click.command()
@yes_option
@json_option
@click.argument("address", metavar="HOST:PORT")
@click.argument("code", required=False)
def pair(address: str, code: str | None, yes: bool, as_json: bool) -> None:
    """Pair with a device over Wi-Fi (Android 11 and later).

    On the device: Developer options > Wireless debugging > Pair device with pairing code. Give
    the address and the code that it shows. Without CODE it is asked for.
    """
    code = code or click.prompt("Pairing code", err=True)
    _do("pair_device", {"address": address, "code": code}, yes=yes, as_json=as_json)


@click.command()
@json_option
@click.argument("address", metavar="HOST:PORT")
def connect(address: str, as_json: bool) -> None:
    """Connect to a device over Wi-Fi, by the address that Wireless debugging shows."""
    _do("connect_device", {"address": address}, as_json=as_json)


@click.command()
@json_option
@click.argument("address", metavar="HOST:PORT")
def disconnect(address: str, as_json: bool) -> None:
    """Disconnect from a device of the network."""
    _do("disconnect_device", {"address": address}, as_json=as_json)


@click.command()
@device_option
@yes_option
@json_option
@click.option("--downgrade", is_flag=True, help="Allow a lower version code (debuggable apps only).")
@click.argument("apk", type=click.Path(path_type=Path))
def install(apk: Path, device: str | None, downgrade: bool, yes: bool, as_json: bool) -> None:
    """Install an APK, and replace the app if it is there."""
    wanted = {"device": device, "apkPath": str(apk.absolute()), "downgrade": downgrade}
    _do("install_app", wanted, yes=yes, as_json=as_json)


@click.command(name="clear-data")
@device_option
@yes_option
@json_option
@click.argument("package")
def clear_data(package: str, device: str | None, yes: bool, as_json: bool) -> None:
    """Delete all data of an app on a device."""
    _do("clear_app_data", {"device": device, "package": package}, yes=yes, as_json=as_json)


@click.command(name="force-stop")
@device_option
@yes_option
@json_option
@click.argument("package")
def force_stop(package: str, device: str | None, yes: bool, as_json: bool) -> None:
    """End all processes of an app on a device."""
    _do("stop_app", {"device": device, "package": package}, yes=yes, as_json=as_json)


@click.command()
@device_option
@json_option
@click.argument("file", required=False, type=click.Path(path_type=Path))
def screenshot(file: Path | None, device: str | None, as_json: bool) -> None:
    """Write the screen of a device to a PNG file, which must not exist yet."""
    target = file or Path(f"screenshot-{datetime.now().astimezone():%Y%m%d-%H%M%S}.png")
    _do("take_screenshot", {"device": device, "filePath": str(target.absolute())}, as_json=as_json)


@click.command()
@device_option
@json_option
@click.option(
    "--seconds",
    default=_LONGEST_RECORDING,
    show_default=True,
    type=click.IntRange(1, _LONGEST_RECORDING),
    help="After which the recording ends by itself.",
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
def record(file: Path | None, seconds: int, device: str | None, as_json: bool) -> None:
    """Record the screen of a device to an MP4 file, which must not exist yet; Ctrl-C ends and keeps it."""
    target = file or Path(f"recording-{datetime.now().astimezone():%Y%m%d-%H%M%S}.mp4")
    wanted = {"device": device, "filePath": str(target.absolute()), "seconds": seconds}
    with _stopped_by_interrupt() as stop:
        click.echo(f"Recording for up to {seconds} s; Ctrl-C ends it.", err=True)
        _do("record_screen", wanted, as_json=as_json, stop=stop)


COMMANDS = (pair, connect, disconnect, install, clear_data, force_stop, screenshot, record)


def _do(
    name: DeviceActionName,
    parameters: dict[str, Any],
    *,
    yes: bool = False,
    as_json: bool,
    stop: threading.Event | None = None,
) -> None:
    """Run an action and print what it did, or what was wrong and what to do next."""
    from lsp_server.cli.approval_prompt import approval
    from lsp_server.device_actions import device_action
    from rca.scheduling.deadline import Deadline

    # As a rule of autoApprove is written: only what is given.
    parameters = {name: value for name, value in parameters.items() if value not in (None, False)}
    with connected_server():
        pass  # it is started if none is running
    with open_session((), approve=approval(yes=yes, interactive=True)) as session:
        tool = device_action(name, stop)
        envelope = session.call(tool, parameters, Deadline(None if stop is not None else tool.seconds))
    if as_json:
        print_json(envelope)
    elif envelope["success"]:
        size = envelope["data"].get("sizeBytes")
        click.echo(envelope["data"]["message"] + (f" ({size:,} bytes)" if size is not None else ""))
    else:
        error = envelope["error"]
        click.echo(f"{error['code']}: {error['message']}", err=True)
        if error.get("suggestion"):
            click.echo(error["suggestion"], err=True)
    if not envelope["success"]:
        sys.exit(TOOL_FAILED)


@contextmanager
def _stopped_by_interrupt() -> Iterator[threading.Event]:
    """Yield an event that Ctrl-C sets, in place of ending the command; a second one ends it."""
    stop = threading.Event()

    def interrupt(_number: int, _frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
