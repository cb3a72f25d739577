"""Entry point: starts the language server or the command line; the server imports as little as it can."""

from __future__ import annotations

import io
import os
import signal
import sys
from importlib.machinery import PathFinder
from types import FrameType

from rca.scheduling.gc_tuning import raise_gc_threshold
from rca.signals import is_ignored, let_children_have_default_signals


def main() -> None:
    """Run `rca`: `serve` speaks LSP on stdio, everything else is the command line."""
    _prefer_own_modules()
    raise_gc_threshold()
    let_children_have_default_signals()
    _end_in_order()
    if sys.argv[1:2] == ["serve"] and not {"--help", "-h"} & set(sys.argv):
        from lsp_server.language_server import serve

        serve(sys.argv[2:])
    else:
        from lsp_server.cli import cli

        for stream in (sys.stdout, sys.stderr):
            # A terminal or file of another encoding, as Windows gives, gets "?" for what it cannot hold.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            cli(prog_name="rca")
        except OSError as problem:  # a full disk, a folder that cannot be written
            sys.exit(f"rca: {problem}")


def _prefer_own_modules() -> None:
    """Import our `models` where the current folder or `PYTHONPATH` has a module of that name, too."""
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - pathlib costs 5 ms
    found = PathFinder.find_spec("models")
    if found is None or not (found.origin or "").startswith(own + os.sep):
        sys.path.insert(0, own)


def _end_in_order() -> None:
    """Handle a termination signal like Ctrl-C: builds are stopped, and stores are closed."""

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # one that is sent again ends it at once
        interrupt = signal.getsignal(signal.SIGINT)  # an event loop has its own
        if is_ignored(signal.SIGINT) or not callable(interrupt):
            raise KeyboardInterrupt
        interrupt(signal.SIGINT, frame)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)


if __name__ == "__main__":
    main()
