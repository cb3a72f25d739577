"""Start the language server or the command line; the server's path imports as little as it can."""

from __future__ import annotations

import io
import sys

from rca.garbage import look_seldom


def main() -> None:
    """Run `rca`: `serve` speaks LSP on stdio, everything else is the command line."""
    look_seldom()
    if sys.argv[1:2] == ["serve"] and not {"--help", "-h"} & set(sys.argv):
        from lsp_server.lsp import serve

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


if __name__ == "__main__":
    main()
