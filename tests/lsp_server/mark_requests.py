"""What an editor asks and is told about the errors that it marks."""

import asyncio

from lsprotocol import types

from tests.lsp_server.conftest import call


def log(shop, name):
    return (shop.root / "errors" / f"{name}.txt").read_text()


async def analyze(shop, name="01-crash"):
    return await call(shop.client, "analyze_error", {"errorText": log(shop, name)})


async def diagnostics(shop, path, holds):
    """Wait until what is published of a file is as `holds` wants it."""
    async with asyncio.timeout(20):
        while True:
            published = shop.client.diagnostics.get(shop.uri(path))
            if published is not None and holds(published):
                return published
            await asyncio.sleep(0.02)


async def lenses(shop, path, *, resolved=True):
    params = types.CodeLensParams(types.TextDocumentIdentifier(shop.uri(path)))
    found = await shop.client.text_document_code_lens_async(params)
    return [await shop.client.code_lens_resolve_async(lens) for lens in found] if resolved else found


async def actions(shop, path, line, problems=(), only=None):
    place = types.Position(line - 1, 4)
    context = types.CodeActionContext(list(problems), only)
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(shop.uri(path)), types.Range(place, place), context
    )
    return await shop.client.text_document_code_action_async(params)


async def run(shop, command):
    params = types.ExecuteCommandParams(command.command, command.arguments)
    return await shop.client.workspace_execute_command_async(params)


def push(shop, run, text, name="./gradlew build"):
    output = {"run": f"{shop.run}.{run}", "kind": "terminal", "name": name, "text": text, "ended": True}
    shop.client.protocol.notify("rca/output", output)
