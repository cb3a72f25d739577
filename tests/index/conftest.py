from __future__ import annotations

import pytest

from tests.index.project import Project


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path)
    yield made
    if made.workspace is not None:
        made.workspace.close()


def callers(project, path: str, name: str, **which: object) -> list[str]:
    return [caller for caller, _ in project.names(path, name, **which)]
