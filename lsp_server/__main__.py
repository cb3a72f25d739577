"""Start the language server or the command line; the server's path imports as little as it can."""

from __future__ import annotations

import sys


def main() -> None:
    """Run `rca`: `serve` speaks LSP on stdio, everything else is the command line."""
    if sys.argv[1:2] == ["serve"] and not {"--help", "-h"} & set(sys.argv):
        from lsp_server.lsp import serve

        serve(sys.argv[2:])
    else:
        from lsp_server.cli import cli

        cli(prog_name="rca")


if __name__ == "__main__":
    main()
