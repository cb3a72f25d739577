import pytest


@pytest.fixture(autouse=True, scope="session")
def _own_data_folder(tmp_path_factory):
    """Keep what a test starts without a folder of its own out of the user's data folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RCA_DATA_DIR", str(tmp_path_factory.mktemp("data")))
        yield
