"""The command line: `rca`. One file a command; each is a thin loop over the catalogue."""

from __future__ import annotations

from importlib import import_module

import click

from rca import __version__

_COMMANDS = {
    "analyze": "From an error to its root cause.",
    "debug": "Let a model on this machine look for the root cause.",
    "call": "Call one tool, or many from standard input.",
    "tools": "List the tools, in the form that a model or a program needs.",
    "index": "Index the workspace and say what was found.",
    "setup": "Prepare the search by meaning, once on a machine.",
    "knowledge": "Past solutions: search, import, export, stats.",
    "web": "Search the web with your leave; hosts that you allow; documentation on this machine.",
    "mcp": "Serve the tools to an assistant, over the Model Context Protocol.",
    "serve": "Speak the language server protocol on standard input and output.",
    "metrics": "How often each tool was called, how long it took, and what tasks read.",
    "settings": "List the settings, their values here, and how to change them.",
    "doctor": "Check the installation and say what to do about what is missing.",
}


class _Lazy(click.Group):
    """A group that loads a command's file when the command is used."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            if ctx.resilient_parsing:  # a shell asks what could follow
                return None
            raise click.NoSuchCommand(name, possibilities=_COMMANDS, ctx=ctx)
        command: click.Command = import_module(f"lsp_server.cli.{name}").command
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rca")
def cli() -> None:
    """Find the root cause of a Kotlin or Android crash or build failure, on your own machine."""
