"""The demo: build the example app with its history, then analyze its crash as a user would.

`make demo` runs this. Names of other errors may be given: `python examples/demo.py 04-anr`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY))

from examples.history import build  # noqa: E402 - the script runs from anywhere


def main(names: list[str]) -> int:
    """Analyze the named errors of the example app, by default the first crash."""
    app = build(REPOSITORY / ".demo" / "larder")
    rca = Path(sys.executable).with_name("rca")
    for name in names or ["01-crash"]:
        error = app / "errors" / f"{name}.txt"
        shown = error.relative_to(REPOSITORY)
        print(f"$ rca analyze {shown}\n", flush=True)
        command = [str(rca), "analyze", str(error), "--workspace", str(app)]
        if name == "02-obfuscated":
            command += ["--mapping", str(app / "errors" / "mapping.txt")]
        status = subprocess.run(command, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
