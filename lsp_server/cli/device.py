"""`rca device`: Android devices over the adb server's own protocol."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lsp_server.cli.device_actions import COMMANDS
from lsp_server.cli.device_connection import connected_server, device_option, fail
from lsp_server.cli.options import json_option, print_json

if TYPE_CHECKING:
    from rca.devices.adb_server import AdbServer
    from rca.devices.device_list import Device

Command = TypeVar("Command", bound=Callable[..., Any])

_ANSWER_SECONDS = 5.0
_COMMAND_SECONDS = 60.0
_FILE_SECONDS = 3600.0
_REPORT_SECONDS = 900.0


@click.group(name="device")
def command() -> None:
    """List Android devices, follow their logs, report their crashes; install, screenshots and more.

    Speaks to the adb server itself and starts it if none is running; `adb` is found by ANDROID_HOME,
    ANDROID_SDK_ROOT, PATH, or the SDK of the project's local.properties.
    """


@command.command(name="list")
@json_option
def list_(as_json: bool) -> None:
    """List the devices that are connected, with what they are."""
    from rca.devices.device_info import describe_devices
    from rca.scheduling.deadline import Deadline

    with connected_server() as server:
        deadline = Deadline(_ANSWER_SECONDS)
        devices, silent = describe_devices(server, server.devices(deadline), deadline)
    if as_json:
        print_json([one.model_dump(mode="json") for one in devices])
        return
    for one in devices:
        version = f"Android {one.android} (API {one.api_level})" if one.android else one.state
        transport = f"  transport:{one.transport_id}" if one.transport_id is not None else ""
        click.echo(f"{one.serial}  {one.model or '?'}  {version}  {one.connection}{transport}")
    for note in silent:
        click.echo(f"note: {note}", err=True)
    if not devices:
        click.echo("No device is connected.", err=True)


@command.command()
@device_option
@click.option(
    "--package",
    "-p",
    help="Only this app: its processes, also after a restart, and what the system says of it.",
)
@click.option("--process", help="Only this process, by name or id.")
@click.option(
    "--level",
    "-l",
    default="V",
    type=click.Choice(list("VDIWEF"), case_sensitive=False),
    help="Lowest level.",
)
@click.option(
    "--tag", "-t", "tags", multiple=True, help="Only this tag; may be repeated; * at the end stands for any."
)
@click.option("--text", help="Only entries with this text, whatever the case.")
@click.option("--pattern", "-e", help="Only entries whose message matches this regular expression (RE2).")
@click.option(
    "--buffer",
    "-b",
    "buffers",
    multiple=True,
    type=click.Choice(["main", "system", "crash", "events", "radio"]),
    help="Buffer; may be repeated. Default: main, system, crash.",
)
@click.option(
    "--tail",
    type=click.IntRange(1),
    metavar="N",
    help="Begin with about the last N entries. Default: all that the device holds.",
)
@click.option("--now", is_flag=True, help="Begin with what comes from now on.")
def log(
    *,
    device: str | None,
    package: str | None,
    process: str | None,
    level: str,
    tags: tuple[str, ...],
    text: str | None,
    pattern: str | None,
    buffers: tuple[str, ...],
    tail: int | None,
    now: bool,
) -> None:
    """Follow a device's log, across restarts of the app, pulled cables and reboots.

    No entry is lost or shown twice; if the device itself no longer holds what came while it was away,
    that is said. Ends with Ctrl-C.
    """
    from rca.devices.device_watch import FROM_NOW_ON
    from rca.devices.log_dump import SHOWN_BUFFERS
    from rca.devices.log_follow import follow_filtered
    from rca.devices.logcat_filter import LogFilter
    from rca.files.regex_engine import Invalid
    from rca.scheduling.deadline import Deadline

    wanted = LogFilter(package, process, level.upper(), tags, text, pattern)
    try:
        wanted.check()
    except Invalid as problem:
        raise click.BadParameter(str(problem), param_hint="--pattern") from None
    with connected_server() as server:
        found = _named(server, device)
        start = FROM_NOW_ON if now else str(tail) if tail is not None else None
        for lines, notes in follow_filtered(
            server, found, wanted, Deadline(), buffers=buffers or SHOWN_BUFFERS, start=start
        ):
            for note in notes:
                click.echo(f"note: {note}", err=True)
            if lines:
                click.echo("\n".join(lines))


@command.command()
@click.option("--device", "-d", metavar="DEVICE", help="Serial, model or transport:N. Default: every device.")
@click.option("--package", "-p", "packages", multiple=True, help="Only crashes of this app; may be repeated.")
@click.option("--past", is_flag=True, help="Also those that the devices still hold of before.")
@json_option
def errors(device: str | None, packages: tuple[str, ...], past: bool, as_json: bool) -> None:
    """Report crashes, ANRs and native tombstones of all devices as they come.

    With --json one object a line. Devices may come and go. Ends with Ctrl-C.
    """
    import json
    import threading

    from rca.devices.crash_lines import crash_lines, crash_object
    from rca.devices.device_list import matching
    from rca.devices.device_watch import DeviceWatch

    printing = threading.Lock()

    def show(crash: Any) -> None:  # noqa: ANN401 - DeviceCrash, which this module need not import
        if packages and crash.context.package not in packages:
            return
        with printing:
            if as_json:
                click.echo(json.dumps(crash_object(crash)))
            else:
                click.echo("\n".join(crash_lines(crash)) + "\n")

    def note(found: Device, text: str) -> None:
        with printing:
            click.echo(f"note: {found.label}: {text}", err=True)

    with connected_server() as server:
        watch = DeviceWatch(
            server, show, note, wanted=lambda found: bool(matching((found,), device)), past=past
        )
        watch.start()
        try:
            threading.Event().wait()
        finally:
            watch.close()


@command.command(context_settings={"ignore_unknown_options": True})
@device_option
@click.option(
    "--timeout", default=_COMMAND_SECONDS, show_default=True, type=click.FloatRange(0.1), help="Seconds."
)
@click.argument("command_line", nargs=-1, required=True, type=click.UNPROCESSED, metavar="COMMAND…")
def shell(device: str | None, timeout: float, command_line: tuple[str, ...]) -> None:
    """Run a command on a device; its exit status is that of this command."""
    from rca.devices.device_shell import run_shell
    from rca.scheduling.deadline import Deadline

    with connected_server() as server:
        found = _named(server, device)
        features = server.features(found, Deadline(_ANSWER_SECONDS))
        done = run_shell(server, found, " ".join(command_line), features, Deadline(timeout))
    sys.stdout.buffer.write(done.output)
    sys.stdout.flush()
    sys.stderr.buffer.write(done.errors)
    if done.is_cut:
        click.echo(f"note: only the first {len(done.output)} bytes are shown", err=True)
    sys.exit(done.exit_status or 0)


@command.command()
@device_option
@click.argument("remote")
@click.argument("local", required=False, type=click.Path(path_type=Path))
def pull(device: str | None, remote: str, local: Path | None) -> None:
    """Copy a file of a device to this machine; an existing file is never overwritten."""
    from rca.devices.file_pull import pull_file
    from rca.scheduling.deadline import Deadline

    target = local or Path(remote.rstrip("/").rpartition("/")[2])
    target = target / remote.rpartition("/")[2] if target.is_dir() else target
    with connected_server() as server:
        found = _named(server, device)
        try:
            size = pull_file(server, found, remote, target, Deadline(_FILE_SECONDS))
        except OSError as problem:
            fail(f"{target}: {problem.strerror}")
    click.echo(f"{target}: {size:,} bytes")


@command.command()
@device_option
@click.option("--remove", is_flag=True, help="Take the forwarded port REMOTE of this machine back.")
@click.argument("remote")
def forward(device: str | None, remove: bool, remote: str) -> None:
    """Forward a free port of this machine to REMOTE on a device, such as jdwp:4242; print the port."""
    from rca.scheduling.deadline import Deadline

    with connected_server() as server:
        found = _named(server, device)
        if not remove:
            click.echo(server.forward(found, remote, Deadline(_ANSWER_SECONDS)))
        elif remote.isdecimal():
            server.stop_forwarding(found, int(remote), Deadline(_ANSWER_SECONDS))
        else:
            fail(f"{remote!r} is no port of this machine")


@command.command()
@device_option
@click.argument("pid", type=int)
@click.argument("package")
@click.option("--bugreport", is_flag=True, help="If nothing else has them, make a bug report: takes minutes.")
def threads(device: str | None, pid: int, package: str, bugreport: bool) -> None:
    """Show the threads of an app that did not respond.

    Looks into the system's drop box, then into /data/anr (needs root), then with --bugreport into a bug
    report, which is kept in the current folder.
    """
    from rca.devices.anr_traces import find_threads
    from rca.devices.device_facts import DeviceFacts
    from rca.scheduling.deadline import Deadline

    with connected_server() as server:
        found = _named(server, device)
        features = server.features(found, Deadline(_ANSWER_SECONDS))
        facts = DeviceFacts(server, found, features)
        folder = Path.cwd() if bugreport else None
        text = find_threads(server, found, features, facts, package, pid, folder, Deadline(_REPORT_SECONDS))
    if text is None:
        hint = "" if bugreport else ": try --bugreport"
        fail(f"the device has no thread dump of process {pid} of {package}{hint}")
    click.echo(text)


def _named(server: AdbServer, device: str | None) -> Device:
    from rca.scheduling.deadline import Deadline

    return server.find_device(device, Deadline(_ANSWER_SECONDS))


for one in COMMANDS:
    command.add_command(one)
