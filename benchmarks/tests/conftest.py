import pytest

from benchmarks.fixed_bugs.mine import mine
from benchmarks.tests.shop_repository import write_mirror


@pytest.fixture(autouse=True, scope="session")
def _own_data_folder(tmp_path_factory):
    """Keep what a test starts without a folder of its own out of the user's data folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RCA_DATA_DIR", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def mirror(tmp_path):
    """Make a mirror with one repository, whose second commit fixes a crash that its message quotes."""
    folder = tmp_path / "mirror"
    write_mirror(folder)
    return folder


@pytest.fixture
def case(mirror):
    (found,) = mine("acme/shop", mirror, set())
    return found
