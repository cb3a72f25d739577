"""The programs of the corpus as a project."""

import shutil

import pytest

from evaluation.hangs.hang_score import PROGRAMS
from rca.analysis.locating.hang_places import WorkspaceCode
from rca.workspace import Workspace


@pytest.fixture(scope="module")
def program_code(tmp_path_factory):
    """Return the code of all programs, as a wait-for graph asks for it."""
    folder = tmp_path_factory.mktemp("hangs")
    shutil.copytree(PROGRAMS, folder / "project" / "src")
    workspace = Workspace([folder / "project"], folder / "data")
    workspace.index()
    yield WorkspaceCode(workspace.snapshot)
    workspace.close()
