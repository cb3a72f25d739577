"""The egress gate: each request needs a host that the user allowed, or a yes to this very text."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence

from rca.scheduling.deadline import Deadline
from rca.web.consent import AskEgress, Consents, EgressRequest
from rca.web.search_source import NotAllowed, Request

_logger = logging.getLogger(__name__)
_one_at_a_time = threading.Lock()
"""Two calls at once ask the user once about a host, and never on top of each other."""


class EgressGate:
    """Stands before every request.

    Args:
        consents: what the user said before.
        ask: shows the exact text to the user and gives the answer.
        deadline: the call's limit, which waits while the user thinks.
        allowed_sources: sources that the settings allow: the user's standing word.
        planned: all requests of this call, so that one question about a host shows what each source sends.
    """

    def __init__(
        self,
        consents: Consents,
        ask: AskEgress,
        deadline: Deadline,
        allowed_sources: Sequence[str] = (),
        planned: Sequence[Request] = (),
    ) -> None:
        self._consents = consents
        self._ask = ask
        self._watch = deadline
        self._allowed = frozenset(allowed_sources)
        self._planned = tuple(planned)
        self._this_call: dict[str, bool] = {}

    def is_open(self, source: str, host: str) -> bool:
        """Return whether the user already allowed a host, so that nobody need be asked."""
        said = self._consents.find(host)
        return said == "always" or (said is None and source in self._allowed)

    def pass_or_raise(self, source: str, requests: Sequence[Request]) -> None:
        """Return where the requests, all to one host, may be sent.

        Raises:
            NotAllowed: they may not be sent; nothing was sent.
            Cancelled: the caller no longer wants the answer.
        """
        host = requests[0].host
        if self._this_call.get(host) or self._is_settled(source, host):
            return
        if self._this_call.get(host) is False:
            raise _denied(source, host)
        with self._watch.paused(), _one_at_a_time:
            # While it waited for the question of another call, that may have been answered for good, or the
            # caller may have gone.
            self._watch.check_cancelled()
            if self._is_settled(source, host):
                return
            all_there = (*requests, *(one for one in self._planned if one.host == host))
            lines = tuple(dict.fromkeys(one.shown for one in all_there))
            decision = self._ask(EgressRequest(host, source, lines))
            if decision in ("always", "never"):
                self._remember(host, decision == "always")
        if decision == "nobody":
            message = f"{source} was not asked: {host} is not allowed, and nobody could be asked"
            raise NotAllowed(message, host, asked=False)
        self._this_call[host] = decision in ("once", "always")
        if not self._this_call[host]:
            raise _denied(source, host)

    def _is_settled(self, source: str, host: str) -> bool:
        if self._consents.find(host) == "never":
            message = f"{source} was not asked: you said never to send anything to {host}"
            raise NotAllowed(message, host, asked=False)
        return self.is_open(source, host)

    def _remember(self, host: str, allowed: bool) -> None:
        try:
            self._consents.remember(host, "always" if allowed else "never")
        except OSError as problem:
            _logger.warning(
                "the decision about %s holds for this call only, as it cannot be stored: %s", host, problem
            )


def _denied(source: str, host: str) -> NotAllowed:
    return NotAllowed(f"{source} was not asked: the user said no to {host}", host, asked=True)
