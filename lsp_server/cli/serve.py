"""`rca serve` for the help page; the server itself starts in `lsp_server.__main__`."""

from __future__ import annotations

import click


@click.command(name="serve")
@click.option(
    "--stdio", is_flag=True, help="Accepted for compatibility; standard input and output are always used."
)
def command(stdio: bool) -> None:
    """Run the language server on standard input and output, until the client disconnects."""
    from lsp_server.language_server import serve

    serve(["--stdio"] if stdio else [])
