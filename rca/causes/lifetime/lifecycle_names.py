"""Function names that mark set-up and teardown."""

from __future__ import annotations

import re

_ENDING_VERBS = (
    "close|dispose|release|stop|shutdown|disconnect|destroy|tear|unbind|detach|cleanup|clean|reset|end|"
    "unregister|finish|leave|terminate|kill|cancel|clear|hangup"
)
_ENDING_CALLBACKS = (
    "Destroy|Cleared|Stop|Pause|Detach|Detached|Unbind|Close|Closed|Closing|Disconnect|Disconnected|Lost|"
    "Terminated|Removed|Recycled|Stopped|Released"
)
_TEARDOWN = re.compile(
    rf"(?:{_ENDING_VERBS})(?![a-z])\w*|on(?:Service|View|Session|Connection)?(?:{_ENDING_CALLBACKS})(?![a-z])\w*|"
    r"on\w*Destroyed|surfaceDestroyed"
)
_SETUP = frozenset(
    (
        *("onCreate", "onCreateView", "onViewCreated", "onActivityCreated", "onAttach", "onStart"),
        *("onResume", "onServiceConnected", "onAttachedToWindow", "onBindViewHolder", "doWork"),
        *("init", "initialize", "setup", "start", "open", "connect", "register"),
    )
)
_ORDER = (
    *("onAttach", "onCreate", "onCreateView", "onViewCreated", "onActivityCreated", "onViewStateRestored"),
    *("onStart", "onRestoreInstanceState", "onPostCreate", "onResume", "onPostResume", "onPause", "onStop"),
    *("onDestroyView", "onDestroy", "onDetach"),
)
"""Callbacks of activities and fragments, in the order in which Android calls them."""


def is_callback(function_name: str) -> bool:
    """Return whether Android calls a function of an activity or fragment by that name."""
    return function_name in _ORDER


def runs_before(first: str, second: str) -> bool:
    """Return whether Android calls one callback of an activity or fragment before another."""
    return first in _ORDER and second in _ORDER and _ORDER.index(first) < _ORDER.index(second)


def is_teardown(function_name: str) -> bool:
    """Return whether a function ends something by its name: what it clears is not to be used after it."""
    return _TEARDOWN.fullmatch(function_name) is not None


def is_setup(function_name: str) -> bool:
    """Return whether a function makes something ready by its name."""
    return function_name in _SETUP
