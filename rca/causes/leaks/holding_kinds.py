"""What holds on to an object of the project, by the classes of the library between it and the GC root."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from models.leak_trace import LeakNode


@dataclass(frozen=True, slots=True)
class HoldingKind:
    """A mechanism that keeps code or objects: what registers with it, and what lets go."""

    what: str
    classes: re.Pattern[str]
    registers: re.Pattern[str]
    releases: frozenset[str]
    advice: str


def _kind(what: str, classes: str, registers: str, releases: str, advice: str) -> HoldingKind:
    return HoldingKind(what, re.compile(classes), re.compile(registers), frozenset(releases.split()), advice)


_KINDS = (
    _kind(
        "posted callback",
        r"android\.os\.(?:MessageQueue|Message|Handler)(?:$|\$)|android\.view\.(?:ViewRootImpl\$RunQueue|HandlerActionQueue)",
        r"post|postDelayed|postAtTime|postOnAnimation|sendMessage\w*|sendEmptyMessage\w*",
        "removeCallbacks removeCallbacksAndMessages removeMessages",
        "removes it from the handler",
    ),
    _kind(
        "coroutine",
        r"kotlinx\.coroutines\.|kotlin\.coroutines\.",
        r"launch|async|launchIn|collect|collectLatest|runBlocking|withContext|launchWhen\w+",
        "cancel cancelChildren cancelAndJoin",
        "cancels its scope or job",
    ),
    _kind(
        "subscription",
        r"io\.reactivex\.|rx\.|reactor\.core\.",
        r"subscribe|subscribeBy|subscribeWith|forEach",
        "dispose clear unsubscribe",
        "disposes of it",
    ),
    _kind(
        "observer",
        r"androidx\.lifecycle\.|android\.arch\.lifecycle\.",
        r"observe|observeForever|addObserver",
        "removeObserver removeObservers",
        "removes it",
    ),
    _kind(
        "broadcast receiver",
        r"android\.app\.LoadedApk\$ReceiverDispatcher|LocalBroadcastManager|android\.content\.BroadcastReceiver",
        r"registerReceiver",
        "unregisterReceiver",
        "unregisters it",
    ),
    _kind(
        "service connection",
        r"android\.app\.LoadedApk\$ServiceDispatcher|android\.content\.ServiceConnection",
        r"bindService",
        "unbindService",
        "unbinds it",
    ),
    _kind(
        "animation",
        r"android\.animation\.|androidx\.(?:core\.animation|dynamicanimation)\.|android\.view\.animation\.",
        r"start|addListener|addUpdateListener|postOnAnimation",
        "cancel end removeAllListeners removeAllUpdateListeners",
        "cancels it",
    ),
    _kind(
        "timer",
        r"java\.util\.Timer(?:$|Task|Thread)|android\.os\.CountDownTimer",
        r"schedule|scheduleAtFixedRate|start",
        "cancel purge",
        "cancels it",
    ),
    _kind(
        "background task",
        r"java\.util\.concurrent\.|android\.os\.AsyncTask",
        r"execute|submit|schedule\w*|supplyAsync|runAsync|executeOnExecutor|enqueue",
        "shutdown shutdownNow cancel",
        "cancels it",
    ),
    _kind(
        "sensor listener",
        r"android\.hardware\.",
        r"registerListener|requestTriggerSensor",
        "unregisterListener cancelTriggerSensor",
        "unregisters it",
    ),
    _kind(
        "location listener",
        r"android\.location\.|com\.google\.android\.gms\.(?:internal\.)?location\.",
        r"requestLocationUpdates|registerGnssStatusCallback",
        "removeUpdates removeLocationUpdates unregisterGnssStatusCallback",
        "removes it",
    ),
    _kind(
        "network callback",
        r"android\.net\.ConnectivityManager",
        r"registerNetworkCallback|registerDefaultNetworkCallback|requestNetwork",
        "unregisterNetworkCallback",
        "unregisters it",
    ),
    _kind(
        "event bus subscriber",
        r"org\.greenrobot\.eventbus\.|com\.squareup\.otto\.",
        r"register",
        "unregister",
        "unregisters it",
    ),
    _kind(
        "preference listener",
        r"android\.app\.SharedPreferencesImpl",
        r"registerOnSharedPreferenceChangeListener",
        "unregisterOnSharedPreferenceChangeListener",
        "unregisters it",
    ),
)
_THREAD = HoldingKind(
    "thread",
    re.compile(r"java\.lang\.Thread|android\.os\.HandlerThread"),
    re.compile(r"start|thread|Thread"),
    frozenset({"interrupt", "quit", "quitSafely", "join"}),
    "ends it",
)


def holding_kind(nodes: Sequence[LeakNode], gc_root: str | None) -> HoldingKind | None:
    """Return the mechanism that keeps an object, by the objects before it; None where none is known.

    The nearest one counts.
    """
    for node in reversed(nodes):
        found = next((one for one in _KINDS if one.classes.match(node.class_name)), None)
        if found is not None:
            return found
    is_thread = any(_THREAD.classes.match(node.class_name) for node in nodes)
    return _THREAD if is_thread or "thread" in (gc_root or "").lower() else None
