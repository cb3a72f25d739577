"""The command line `rca`: one file a command, each a thin layer over the catalogue."""

from __future__ import annotations

from importlib import import_module

import click

from rca import __version__

_COMMANDS = {
    "analyze": "Find the root cause of an error.",
    "triage": "Group many crash reports by problem, ranked by users and novelty.",
    "bisect": "Find the commit that introduced a failure, by running it on other commits.",
    "capture": "See the values at a crash: run what fails under a debugger.",
    "device": "List Android devices, follow their logs, and report their crashes.",
    "debug": "Let a local model search for the root cause.",
    "call": "Call one tool, or one per line of standard input.",
    "tools": "List the tools, in formats for people, models and programs.",
    "index": "Index the workspace.",
    "setup": "Set up search by meaning, once on each machine.",
    "knowledge": "Search, import, export and back up past solutions.",
    "web": "Search the web, allow hosts, add local documentation.",
    "mcp": "Serve the tools to an assistant (Model Context Protocol).",
    "serve": "Run the language server on standard input and output.",
    "metrics": "Show how often each tool was called, and how long it took.",
    "settings": "List the settings, their current values, and how to change them.",
    "doctor": "Check the installation, and say how to fix what is missing.",
    "uninstall": "Delete all data, and say how to remove the program.",
}


class _Lazy(click.Group):
    """A group that imports a command's module when the command is used."""

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
