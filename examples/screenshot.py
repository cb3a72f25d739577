"""Draw what `make demo` prints in a terminal, as the picture in the README."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

REPOSITORY = Path(__file__).resolve().parent.parent
WIDTH = 118


def main() -> None:
    """Run the demo with colours on, and write `docs/images/demo.svg`."""
    environment = {
        **os.environ,
        "FORCE_COLOR": "1",
        "COLORTERM": "truecolor",
        "TERM": "xterm-256color",
        "COLUMNS": str(WIDTH),
    }
    command = [sys.executable, str(REPOSITORY / "examples" / "demo.py")]
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(shown.rstrip()))
    target = REPOSITORY / "docs" / "images" / "demo.svg"
    target.parent.mkdir(parents=True, exist_ok=True)
    console.save_svg(str(target), title="rca analyze")


if __name__ == "__main__":
    main()
