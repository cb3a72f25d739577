"""Ignored signals, and their reset in programs that are started from here."""

from __future__ import annotations

import signal
from types import FrameType

_FROM_TERMINAL = ("SIGHUP", "SIGINT", "SIGQUIT")


def let_children_have_default_signals() -> None:
    """Keep ignoring the signals ignored for this process (`nohup`, `&`), without children inheriting that.

    An ignored signal stays ignored in every program that is started; one with a handler is reset to its
    default there (execve(2)). So an empty handler replaces "ignore". Set once, at the start, it is safe
    beside threads, which code between fork and exec is not.

    Raises:
        ValueError: called from another thread than the main one.
    """
    for name in _FROM_TERMINAL:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _do_nothing)


def is_ignored(number: int) -> bool:
    """Return whether a signal does nothing here, also after `let_children_have_default_signals`."""
    return signal.getsignal(number) in (signal.SIG_IGN, _do_nothing)


def leave_signals_to_starter() -> None:
    """Ignore, in a process of our own, what a terminal sends to all of its processes: its starter decides."""
    for name in _FROM_TERMINAL:
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, signal.SIG_IGN)


def _do_nothing(_number: int, _frame: FrameType | None) -> None:
    pass
