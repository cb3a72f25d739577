"""Custom messages of Android devices: watched on demand; their crashes become error events."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from lsp_server.encoded_message import send_encoded
from lsp_server.features.error_events import follow_events

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.user_session import Session
    from lsp_server.watched_devices import WatchedDevices
    from models.events import OutputChunk
    from models.wire import Wire

WATCH_DEVICES = "rca/watchDevices"
"""Client to server, a notification; see `models.device_messages.WatchDevices`."""

DEVICES = "rca/devices"
"""Server to client, a notification; see `models.device_messages.ConnectedDevices`."""

FOLLOW_LOG = "rca/followLog"
"""Client to server, a notification; see `models.device_messages.FollowLog`."""

UNFOLLOW_LOG = "rca/unfollowLog"
"""Client to server, a notification: `{stream}`."""

LOG_LINES = "rca/logLines"
"""Server to client, a notification; see `models.device_messages.LogLines`."""


def register(server: Server) -> None:
    """Watch devices and follow their logs when the client asks for it."""

    @server.feature(WATCH_DEVICES)
    def watch(raw: Any) -> None:  # noqa: ANN401 - plain JSON, validated here
        def act(session: Session) -> None:
            from models.device_messages import WatchDevices

            wanted = WatchDevices.model_validate(raw)
            if not wanted.watch:
                close(server)
                return
            follow_events(server, session)
            roots = tuple(root.path for root in session.workspace.snapshot.folders)
            _devices(server).watch(roots, may_start_server=wanted.start_server)

        server.write(act)

    @server.feature(FOLLOW_LOG)
    def follow(raw: Any) -> None:  # noqa: ANN401 - as above
        def act(_session: Session) -> None:
            from models.device_messages import FollowLog

            _devices(server).follow(FollowLog.model_validate(raw))

        server.write(act)

    @server.feature(UNFOLLOW_LOG)
    def unfollow(raw: Any) -> None:  # noqa: ANN401 - as above
        stream = raw.get("stream") if isinstance(raw, dict) else None
        if isinstance(stream, str):
            server.write(lambda _session: _devices(server).unfollow(stream))


def close(server: Server) -> None:
    """Stop to watch."""
    if server.devices is not None:
        server.devices.stop()


def _devices(server: Server) -> WatchedDevices:
    if server.devices is None:
        from lsp_server.watched_devices import WatchedDevices

        def push(chunk: OutputChunk, is_of_system: bool) -> None:
            # Later sessions take the errors over, so the present one gets them.
            def act(current: Session) -> None:
                packages = (*current.settings.app_packages, *current.workspace.snapshot.app_packages)
                if not is_of_system or any(f"{package}." in chunk.text for package in packages):
                    current.push_output(chunk)

            server.write(act)

        server.devices = WatchedDevices(
            push, partial(_tell, server, DEVICES), partial(_tell, server, LOG_LINES)
        )
    return server.devices


def _tell(server: Server, method: str, told: Wire) -> None:
    """Send a notification; may be called on any thread."""
    if server.loop is not None:
        message = f'{{"jsonrpc":"2.0","method":"{method}","params":{told.model_dump_json()}}}'
        server.loop.call_soon_threadsafe(send_encoded, server.protocol, message)
