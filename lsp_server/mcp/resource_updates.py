"""Notifications of changed resources, of handshake protocols and of 2026-07-28."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    ResourcesListChanged,
    ResourceUpdated,
)
from mcp.shared.exceptions import MCPError

from lsp_server.mcp.resources import ERROR, LAST_ERROR, LAST_REPORT, REPORT

if TYPE_CHECKING:
    from datetime import datetime

    from mcp.server.context import ServerRequestContext
    from mcp.server.session import ServerSession

    from models.events import ErrorEvents

_logger = logging.getLogger(__name__)

_MOST_CLIENTS = 100
_MOST_SUBSCRIPTIONS = 200
"""Addresses that one client subscribes to at most."""


class ResourceUpdates:
    """Notifies clients of changed resources; all but `errors_changed` is called on the event loop."""

    def __init__(self) -> None:
        self._bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self._bus)
        """Serves `subscriptions/listen` of protocol 2026-07-28."""
        self._clients: dict[int, tuple[ServerSession, set[str]]] = {}
        """Clients of handshake protocols with the addresses that they subscribed to, by connection."""
        self._seen: dict[str, datetime] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._work: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Deliver changes on the running event loop from now on."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """End the open streams, and deliver nothing more."""
        self._loop = None
        self.listen.close()

    async def initialized(self, context: ServerRequestContext[Any], _params: Any) -> None:  # noqa: ANN401 - not looked at
        """Remember a client of a handshake protocol, which is told of a changed list."""
        self._client(context)

    async def subscribe(
        self, context: ServerRequestContext[Any], params: types.SubscribeRequestParams
    ) -> types.EmptyResult:
        """Notify a client when the resource at an address changes."""
        addresses = self._client(context)
        if len(addresses) >= _MOST_SUBSCRIPTIONS:
            raise MCPError(
                types.INVALID_PARAMS, f"At most {_MOST_SUBSCRIPTIONS} resources can be subscribed to."
            )
        addresses.add(params.uri)
        return types.EmptyResult()

    async def unsubscribe(
        self, context: ServerRequestContext[Any], params: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        """End a subscription."""
        self._client(context).discard(params.uri)
        return types.EmptyResult()

    def errors_changed(self, told: ErrorEvents) -> None:
        """Notify clients of new and changed errors; may be called on any thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._spread, told)

    def _client(self, context: ServerRequestContext[Any]) -> set[str]:
        connection = id(context.session._connection)  # noqa: SLF001 - what tells clients apart has no other name
        known = self._clients.pop(connection, None)
        addresses = set() if known is None else known[1]
        self._clients[connection] = (context.session, addresses)
        while len(self._clients) > _MOST_CLIENTS:
            del self._clients[next(iter(self._clients))]
        return addresses

    def _spread(self, told: ErrorEvents) -> None:
        states = {event.id: event.last_seen for event in told.events}
        changed = [id_ for id_, seen in states.items() if self._seen.get(id_) != seen]
        listed = states.keys() != self._seen.keys()
        first, before = next(iter(states), None), next(iter(self._seen), None)
        self._seen = states
        addresses = [prefix + id_ for id_ in changed for prefix in (ERROR, REPORT)]
        if changed or first != before:
            addresses += [LAST_ERROR, LAST_REPORT]
        if addresses or listed:
            self._start(self._publish(addresses, listed=listed))
            for client, wanted in list(self._clients.values()):
                self._start(self._tell(client, [one for one in addresses if one in wanted], listed=listed))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _publish(self, addresses: Iterable[str], *, listed: bool) -> None:
        for address in addresses:
            await self._bus.publish(ResourceUpdated(address))
        if listed:
            await self._bus.publish(ResourcesListChanged())

    async def _tell(self, client: ServerSession, addresses: Iterable[str], *, listed: bool) -> None:
        try:
            for address in addresses:
                await client.send_resource_updated(address)
            if listed:
                await client.send_resource_list_changed()
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, MCPError):
            _logger.debug("a client that left was not told of changed resources")
            self._forget(client)

    def _forget(self, client: ServerSession) -> None:
        self._clients = {key: one for key, one in self._clients.items() if one[0] is not client}
