"""Custom messages of actions on devices: a request for each, and the end of a recording."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

if TYPE_CHECKING:
    from lsp_server.language_server import Server

DEVICE_ACTION = "rca/deviceAction"
"""Client to server, a request; see `models.device_actions.DeviceAction`. The answer is an envelope."""

STOP_RECORDING = "rca/stopRecording"
"""Client to server, a notification: `{run}` of the recording, which ends and is kept."""


def register(server: Server) -> None:
    """Act on devices when the client asks for it; what changes one is approved by its user."""
    recordings: dict[str, threading.Event] = {}

    @server.feature(DEVICE_ACTION)
    async def act_on_device(raw: Any) -> dict[str, Any]:  # noqa: ANN401 - a client may send anything
        from lsp_server.device_actions import device_action
        from models.device_actions import DeviceAction
        from rca.toolkit.tool import soft_deadline

        try:
            wanted = DeviceAction.model_validate(raw)
        except ValueError as problem:
            raise JsonRpcInvalidParams(str(problem)) from None
        session = await server.session_when_current()
        stop = threading.Event()
        tool = device_action(wanted.action, stop)
        deadline = soft_deadline(tool.seconds)
        request = server.protocol.msg_id
        if request is not None:
            server.running[request] = deadline
        if wanted.run is not None:
            recordings[wanted.run] = stop
        call = partial(session.call, tool, wanted.parameters, deadline)
        try:
            return await asyncio.get_running_loop().run_in_executor(server.calls, call)
        except asyncio.CancelledError:  # the client is gone
            deadline.cancel()
            raise
        finally:
            if request is not None:
                server.running.pop(request, None)
            if wanted.run is not None:
                recordings.pop(wanted.run, None)

    @server.feature(STOP_RECORDING)
    def stop_recording(raw: Any) -> None:  # noqa: ANN401 - a client may send anything
        run = raw.get("run") if isinstance(raw, dict) else None
        if isinstance(run, str) and run in recordings:
            recordings[run].set()
