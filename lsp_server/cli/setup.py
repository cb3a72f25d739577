"""`rca setup`: what is done once on a machine, so that no search has to wait for it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lsp_server.cli.options import TOOL_FAILED, json_option, print_json, progress_bar, read_settings
from lsp_server.environment_variables import data_folder, settings_from_environment

if TYPE_CHECKING:
    from models.settings import KnowledgeSettings


@click.command(name="setup")
@json_option
def command(as_json: bool) -> None:
    """Prepare the search by meaning: export a configured embedding model, and embed past solutions.

    The packaged model needs no export. Another one takes a quarter of a minute and 90 MB of disk, once on a
    machine; until then past solutions are found by their words. Exit code 1 where the model cannot be loaded.
    """
    settings = read_settings(settings_from_environment()).knowledge
    problem = _set_up(settings) if settings.dense else "knowledge.dense is off: nothing to set up"
    is_failure = settings.dense and problem is not None
    if as_json:
        print_json({"ok": not is_failure, "problem": problem})
    elif is_failure:
        click.echo(f"Past solutions are found by their words alone: {problem}", err=True)
    else:
        click.echo(problem or "Past solutions are found by meaning and by words.")
    sys.exit(TOOL_FAILED if is_failure else 0)


def _set_up(settings: KnowledgeSettings) -> str | None:
    """Export, load and embed; return what prevents it."""
    from rca.knowledge.knowledge_store import KnowledgeStore
    from rca.tool_failure import Failure

    with progress_bar("Exporting the embedding model") as report:
        store = KnowledgeStore(
            data_folder(), settings, lambda what, done, of: report(done, of) if what else None
        )
        try:
            store.prepare_dense()
        except Failure as failure:
            return failure.error.message
        finally:
            store.close()
    return None
