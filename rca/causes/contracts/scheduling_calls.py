"""Calls of the app that scheduled the framework code in a trace without project frames."""

from __future__ import annotations

from collections.abc import Collection

from rca.causes.contracts.contract import Reference

_CALLS = {
    "AsyncQueryHandler": ("startQuery", "startInsert", "startUpdate", "startDelete"),
    "AsyncTask": ("execute", "executeOnExecutor"),
    "CursorLoader": ("CursorLoader", "initLoader", "restartLoader"),
    "SystemForegroundService": ("setForeground", "setForegroundAsync"),
    "JobIntentService": ("enqueueWork",),
    "AlertController": ("AlertDialog.Builder", "MaterialAlertDialogBuilder"),
    "MediaSession": ("setActive", "setPlaybackState"),
    "RemoteViewsAdapter": ("setRemoteAdapter",),
    "AsyncListDiffer": ("submitList",),
    "PagingDataDiffer": ("submitData",),
}
"""Calls by the framework's class whose frame shows that they were made."""


def scheduling_calls(library_names: Collection[str]) -> tuple[Reference, ...]:
    """Return the calls that led to a trace, by the classes and methods of its library frames."""
    return tuple(
        Reference("lifecycle", "call", None, call.rpartition(".")[2])
        for name, calls in _CALLS.items()
        if name in library_names
        for call in calls
    )
