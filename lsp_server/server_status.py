"""Status of the running server, for "Show status" and `rca doctor`."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

from rca import __version__
from rca.tool_failure import Failure

if TYPE_CHECKING:
    from lsp_server.user_session import Session


def describe(session: Session) -> dict[str, Any]:
    """Return version, workspace, index and knowledge; a broken part reports its error instead."""
    snapshot = session.workspace.snapshot
    return {
        "version": __version__,
        "python": platform.python_version(),
        "workspace": [str(root) for root in snapshot.roots],
        "dataDir": str(session.data_dir),
        "revision": snapshot.revision,
        "index": {"state": session.index_state, "appPackages": list(snapshot.app_packages)},
        "libraries": _libraries(session),
        "links": _links(session),
        "knowledge": _knowledge(session),
        "network": list(session.settings.network.allowed_sources),
    }


def _libraries(session: Session) -> dict[str, Any]:
    known = session.libraries
    if session.libraries_failure is not None:
        return {"state": "failed", "problem": session.libraries_failure}
    if known is None:
        return {"state": "reading"}
    return {"state": "read", "archives": len(known.archives), "missing": list(known.missing)}


def _links(session: Session) -> dict[str, int] | None:
    """Return the numbers of linked and of all files; None before linking began."""
    known = session.workspace.linked
    return None if known is None else {"linked": known[0], "files": known[1]}


def _knowledge(session: Session) -> dict[str, Any]:
    try:
        return session.knowledge.stats().model_dump(mode="json")
    except Failure as failure:
        return {"error": failure.error.model_dump(mode="json")}
