"""Editors as recorded: a server on a small project, asked as VS Code, Neovim or Emacs would ask."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path

import pytest_lsp
from lsprotocol import types
from pygls.uris import to_fs_path
from pytest_lsp import ClientServerConfig

from evaluation.project_text import split_cursor, write_project
from tests.rca_process import rca_command

ENCODINGS = {"visual-studio-code": "utf-16", "neovim": "utf-8", "emacs": "utf-32"}


UNITS = {
    "utf-8": lambda text: len(text.encode()),
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf-32": len,
}


class Editor:
    """One editor with the project open; places are said by a piece of text with the cursor `<|>` in it."""

    def __init__(self, client, folders, name):
        self.client = client
        self.root: Path = folders[0]
        self.units = UNITS[ENCODINGS[name]]
        self.texts: dict[Path, str] = {}
        self.capabilities: types.ServerCapabilities = None

    def uri(self, path):
        return (self.root / path).as_uri()

    def text(self, path):
        known = self.texts.get(self.root / path)
        return (self.root / path).read_bytes().decode() if known is None else known

    def open(self, path, text=None):
        """Show a file, with other text than the disk's if given."""
        self.texts[self.root / path] = self.text(path) if text is None else text
        item = types.TextDocumentItem(self.uri(path), "kotlin", 1, self.text(path))
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def replace(self, path, version, text):
        """Type: the whole text is now this."""
        self.texts[self.root / path] = text
        change = types.TextDocumentContentChangeWholeDocument(text)
        document = types.VersionedTextDocumentIdentifier(version=version, uri=self.uri(path))
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def close_all(self):
        """Close every document without saving."""
        for path in self.texts:
            document = types.TextDocumentIdentifier(path.as_uri())
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))
        self.texts.clear()

    def at(self, path, marked):
        """Return the document and position that a marked text means."""
        before, after = split_cursor(marked)
        text = self.text(path)
        assert text.count(before + after) == 1, f"{text.count(before + after)} places of {marked!r}"
        lines = _lines(text[: text.index(before + after) + len(before)])
        return {
            "text_document": types.TextDocumentIdentifier(self.uri(path)),
            "position": types.Position(len(lines) - 1, self.units(lines[-1])),
        }

    def shown(self, uri, span):
        """Return `file:line text` of a range, by the columns as this editor counts them."""
        path = Path(to_fs_path(uri))
        lines = _lines(self.text(path))
        first = lines[span.start.line]
        last = lines[span.end.line][: self._index(lines[span.end.line], span.end.character)]
        start = self._index(first, span.start.character)
        if span.start.line == span.end.line:
            cut = last[start:]
        else:
            cut = "\n".join((first[start:], *lines[span.start.line + 1 : span.end.line], last))
        return f"{path.name}:{span.start.line + 1} {cut}"

    def places(self, locations):
        return [self.shown(one.uri, one.range) for one in locations or []]

    def _index(self, line, units):
        fitting = [index for index in range(len(line) + 1) if self.units(line[:index]) == units]
        assert fitting, f"no character of {line!r} starts at {units}"
        return fitting[0]


def _lines(text):
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def write(folder, files):
    """Write the files of a project, and return its folder."""
    write_project(folder, files)
    return folder


@asynccontextmanager
async def editor(
    environment,
    folders,
    name="visual-studio-code",
    settings=None,
    *,
    indexed=True,
    command=None,
):
    """Start a server as an editor does, and wait until its index is ready, unless `indexed` is False."""
    config = ClientServerConfig(server_command=command or rca_command("serve"), server_env=environment)
    client = await config.start()
    client.registered = {}
    client.parts = {}
    client.refreshes = 0
    whole = client.protocol.fm.features[types.PROGRESS]

    def progress(params: types.ProgressParams):
        if isinstance(params.value, (list, tuple)):
            client.parts.setdefault(params.token, []).extend(params.value)
        else:
            whole(params)

    client.protocol.fm.features[types.PROGRESS] = progress  # pytest-lsp's own knows no partial results

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        client.registered.update({one.method: one for one in params.registrations})

    @client.feature(types.WORKSPACE_SEMANTIC_TOKENS_REFRESH)
    def refresh(_params):
        client.refreshes += 1

    @client.feature(types.CLIENT_UNREGISTER_CAPABILITY)
    def unregister(params: types.UnregistrationParams):
        for one in params.unregisterations:
            client.registered.pop(one.method)

    params = types.InitializeParams(
        capabilities=pytest_lsp.client_capabilities(name),
        workspace_folders=[types.WorkspaceFolder(uri=one.as_uri(), name=one.name) for one in folders],
        initialization_options=told_at_start(name, settings),
    )
    answer = await client.initialize_session(params)
    made = Editor(client, folders, name)
    made.capabilities = answer.capabilities
    if indexed:
        await ready(client)
    yield made
    await client.shutdown_session()
    await client.stop()


def told_at_start(name, settings):
    """Return the initialization options; our extension says that it shows errors itself."""
    return {"showsErrors": name == "visual-studio-code", **(settings or {})}


async def ready(client):
    """Wait until the index is ready."""
    for _ in range(1200):
        status = await client.protocol.send_request_async("rca/status", None)
        if status.index.state == "ready":
            return
        await asyncio.sleep(0.05)
    message = f"never ready: {status}"
    raise AssertionError(message)
