"""The error watcher, shared by successive sessions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lsp_server.user_session import Session
    from models.events import ErrorEvents
    from rca.error_text import Occurrence
    from rca.events.event_log import Details


@dataclass(slots=True)
class SharedErrorWatcher:
    """Watches errors on behalf of the latest of several successive sessions."""

    session: Session
    listeners: list[Callable[[ErrorEvents], None]] = field(default_factory=list)
    """Are told of all errors beside the session's own surface, on any thread."""

    def packages(self) -> tuple[str, ...]:
        """Return the packages of the app: from the settings, and from its build."""
        return (*self.session.settings.app_packages, *self.session.workspace.snapshot.app_packages)

    def look(self, occurrence: Occurrence) -> Details | None:
        """Look up an error."""
        return self.session.error_details(occurrence)

    def tell(self, told: ErrorEvents) -> None:
        """Publish all known errors."""
        self.session.on_error_events(told)
        for listener in tuple(self.listeners):
            listener(told)
