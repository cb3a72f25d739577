"""`rca serve` for the help page; the server itself starts in `lsp_server.__main__`."""

from __future__ import annotations

import click


@click.command(name="serve")
@click.option(
    "--stdio", is_flag=True, help="Accepted for clients that add it; standard input is the only way."
)
def command(stdio: bool) -> None:
    """Speak the language server protocol on standard input and output, until the client leaves."""
    from lsp_server.language_server import serve

    serve(["--stdio"] if stdio else [])
