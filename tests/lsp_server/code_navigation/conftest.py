import pytest
import pytest_asyncio

from tests.lsp_server.code_navigation.shop import FILES
from tests.lsp_server.editors import editor, write


@pytest.fixture
def shop(tmp_path):
    return write(tmp_path / "shop", FILES)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared(tmp_path_factory, environment):
    """One server for all tests that leave the disk as it is."""
    async with editor(environment, [write(tmp_path_factory.mktemp("shared") / "shop", FILES)]) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def vscode(shared):
    yield shared
    shared.close_all()
