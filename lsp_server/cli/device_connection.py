"""What the commands of `rca device` share: the connection to the adb server, and which device is meant."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from lsp_server.cli.options import TOOL_FAILED
from lsp_server.environment_variables import find_workspace

if TYPE_CHECKING:
    from rca.devices.adb_server import AdbServer

Command = TypeVar("Command", bound=Callable[..., Any])

_ANSWER_SECONDS = 5.0
_START_SECONDS = 60.0


def device_option(function: Command) -> Command:
    """Add `--device`, which names one of several."""
    return click.option(
        "--device",
        "-d",
        metavar="DEVICE",
        help="Serial, model or transport:N. Needed if several are connected.",
    )(function)


@contextmanager
def connected_server() -> Iterator[AdbServer]:
    """Connect to the adb server, which is started if none is running; end the command at its problems."""
    from rca.devices.adb_location import find_adb, server_address, start_server
    from rca.devices.adb_problem import AdbProblem, ServerUnreachable
    from rca.devices.adb_server import AdbServer
    from rca.scheduling.deadline import Deadline
    from rca.tool_failure import Failure

    try:
        server = AdbServer(server_address(os.environ))
        try:
            server.version(Deadline(_ANSWER_SECONDS))
        except ServerUnreachable as problem:
            adb = find_adb(os.environ, [find_workspace(Path.cwd(), None)])
            if adb is None:
                fail(f"{problem}, and no `adb` was found to start one: set ANDROID_HOME or PATH")
            start_server(adb, server.address, os.environ, Deadline(_START_SECONDS))
        yield server
    except (AdbProblem, Failure) as problem:
        fail(str(problem))


def fail(message: str) -> NoReturn:
    """End the command with a message."""
    click.echo(message, err=True)
    sys.exit(TOOL_FAILED)
