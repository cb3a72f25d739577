"""Tuning of CPython's cyclic garbage collector.

It counts what is new, and whenever that is a quarter of what lives it looks at every object: half a second
with an index of 25,000 files in memory. Facts of files are many objects that hold no such circles and come
and go with each question, so that questions spent up to half of their time there, and all others waited.
"""

from __future__ import annotations

import gc
import time
from typing import Any, Final

_THRESHOLDS: Final = (10_000, 10, 10)
"""New objects before the young are looked at, such looks before the middling are, and before all are."""
_LOADING: Final = 200_000
"""The same while a program loads: its modules make some hundred thousand objects, and keep them."""
_WHOLE: Final = 2
"""The generation whose look is one at all objects."""
_ANEW_SECONDS: Final = 60.0

_thawed = 0.0


def raise_gc_threshold() -> None:
    """Suspend garbage collection while a program is imported; `freeze_survivors` ends it.

    A one-shot command spent an eighth of its time on collections that find nothing.
    """
    gc.set_threshold(_LOADING, *_THRESHOLDS[1:])


def freeze_survivors() -> None:
    """Freeze the objects that survive full collections, so that later ones skip them.

    Lasts until `unfreeze` is called.
    """
    global _thawed  # noqa: PLW0603 - as the interpreter's own state, one for the process
    gc.set_threshold(*_THRESHOLDS)
    if _pass_over not in gc.callbacks:
        gc.callbacks.append(_pass_over)
    gc.unfreeze()
    _thawed = time.monotonic()


def unfreeze() -> None:
    """Have the next look be one at everything again: something large was let go of. Once a minute at most."""
    global _thawed  # noqa: PLW0603 - as above
    now = time.monotonic()
    if now - _thawed >= _ANEW_SECONDS:
        _thawed = now
        gc.unfreeze()


def collect_now() -> None:
    """Collect now and freeze the survivors."""
    if _pass_over in gc.callbacks:
        gc.collect()


def _pass_over(phase: str, info: dict[str, Any]) -> None:
    if phase == "stop" and info["generation"] == _WHOLE:
        gc.freeze()
