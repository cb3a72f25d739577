"""The surfaces that ask the user during a call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rca.toolkit.tool import Approval, ApprovalRequest, ToolContext
from rca.web.consent import AskEgress


def ask_nobody(_request: ApprovalRequest) -> Approval:
    """Refuse, for a surface that cannot ask."""
    return "nobody"


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks the user on behalf of one call; a member that is None leaves it to the session's surface."""

    approve: Callable[[ApprovalRequest], Approval] | None = None
    ask_egress: AskEgress | None = None

    def take_over(self, context: ToolContext) -> ToolContext:
        """Return the context of a call in which this one asks."""
        return replace(
            context,
            approve=self.approve or context.approve,
            ask_egress=self.ask_egress or context.ask_egress,
        )
