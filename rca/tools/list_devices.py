"""`list_devices`: the Android devices and emulators that are connected."""

from __future__ import annotations

from models.tools.list_devices import ListDevicesParams, ListDevicesResult
from rca.devices.adb_location import server_address
from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_server import AdbServer
from rca.devices.device_failure import as_failure
from rca.devices.device_info import describe_devices
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, _params: ListDevicesParams) -> Answer[ListDevicesResult]:
    """Ask the adb server, and each device what it is."""
    try:
        server = AdbServer(server_address(context.environment))
        version = server.version(context.deadline)
        devices, silent = describe_devices(server, server.devices(context.deadline), context.deadline)
    except AdbProblem as problem:
        raise as_failure(problem) from None
    return Answer(
        ListDevicesResult(server=f"{server.address}, adb 1.0.{version}", devices=devices),
        completeness="partial" if silent else "complete",
        provenance=silent,
    )


TOOL = Tool(
    name="list_devices",
    description=(
        "List the Android devices and emulators that the adb server knows: serial, state, connection, model, "
        "Android version. Use it before read_logcat where several may be connected. Starts and changes "
        "nothing: without a running adb server it says so."
    ),
    params=ListDevicesParams,
    result=ListDevicesResult,
    run=run,
)
