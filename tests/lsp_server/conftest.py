"""A real project with history, a data folder of its own, and a real client in front of a real server."""

import os
import shutil
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig

from examples.history import build
from tests.lsp_server.editors import told_at_start
from tests.rca_process import rca_command


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    """The example app with its git history; do not change it."""
    return build(tmp_path_factory.mktemp("app") / "larder")


@pytest.fixture
def own_app(app, tmp_path):
    """A copy to change."""
    target = tmp_path / "larder"
    shutil.copytree(app, target)
    return target


@pytest.fixture(scope="session")
def environment(tmp_path_factory):
    """No model (it takes seconds), a data folder that the tests share, no caches of this machine's builds."""
    return {
        **os.environ,
        "HOME": str(tmp_path_factory.mktemp("home")),
        "GRADLE_USER_HOME": str(tmp_path_factory.mktemp("gradle")),
        "RCA_DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "RCA_KNOWLEDGE_DENSE": "off",
        "RCA_LOG": "warning",
    }


async def connect(client, root, settings=None):
    """Do what an editor does at the start."""
    params = types.InitializeParams(
        capabilities=pytest_lsp.client_capabilities("visual-studio-code"),
        workspace_folders=[types.WorkspaceFolder(uri=root.as_uri(), name=root.name)],
        initialization_options=told_at_start("visual-studio-code", settings),
    )
    return await client.initialize_session(params)


async def call(client, tool, parameters=None):
    """Run a tool as an editor does."""
    params = types.ExecuteCommandParams(command=f"rca.{tool}", arguments=[parameters or {}])
    return await client.workspace_execute_command_async(params)


@asynccontextmanager
async def server(root, environment):
    """Start a server on a folder; its client answers questions with `choice` and keeps them in `asked`, and edits by `apply`."""
    config = ClientServerConfig(server_command=rca_command("serve"), server_env=environment)
    editor = await config.start()

    @editor.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(_params):
        return None

    editor.asked = []
    editor.choice = None

    @editor.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def ask(params: types.ShowMessageRequestParams):
        editor.asked.append(params.message)
        return types.MessageActionItem(editor.choice) if editor.choice else None

    editor.apply = None

    @editor.feature(types.WORKSPACE_APPLY_EDIT)
    def apply(params: types.ApplyWorkspaceEditParams):
        return editor.apply(params)

    await connect(editor, root)
    yield editor
    await editor.shutdown_session()
    await editor.stop()


@pytest.fixture
async def client(own_app, environment):
    """A client of a server that works on `own_app`."""
    async with server(own_app, environment) as editor:
        yield editor


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def module_server(app, environment):
    """One server for the tests of a file, each of which brings its own folder."""
    async with server(app, environment) as editor:
        editor.folder = types.WorkspaceFolder(uri=app.as_uri(), name=app.name)
        yield editor


@pytest_asyncio.fixture(loop_scope="module")
async def shared_client(module_server, own_app):
    """The client of the file's server, which works on `own_app` from now on and has shown nothing of it."""
    folder = types.WorkspaceFolder(uri=own_app.as_uri(), name=own_app.name)
    change = types.WorkspaceFoldersChangeEvent(added=[folder], removed=[module_server.folder])
    module_server.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(change))
    module_server.folder = folder
    module_server.asked, module_server.choice, module_server.apply = [], None, None
    module_server.messages.clear()
    return module_server
