import pytest

from tests.symbols.native_library import build, write_source


@pytest.fixture(scope="session")
def source(tmp_path_factory):
    return write_source(tmp_path_factory.mktemp("cpp"))


@pytest.fixture(scope="session")
def library(source, tmp_path_factory):
    """A library with debug information, built by g++."""
    return build(source, tmp_path_factory.mktemp("gcc") / "libcart.so")
