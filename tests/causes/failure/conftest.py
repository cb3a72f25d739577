"""What failed in a small project, by the text of its error."""

import pytest

from rca.analysis.locating.frame_locator import locate
from rca.causes.failure.find_failure import find_failure
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed


@pytest.fixture
def ask(tmp_path):
    """Ask what failed in `code`, whose package is `shop`, in a file of the trace's name."""

    def find(trace, **files):
        names = {
            f"src/main/java/shop/{name.replace('_kt', '.kt').replace('_java', '.java')}": text
            for name, text in files.items()
        }
        snapshot = indexed(
            tmp_path / "project",
            {name: f"package shop{';' * name.endswith('java')}\n{text}" for name, text in names.items()},
        ).snapshot
        report = parse(trace, app_packages=("shop",))
        return find_failure(report, locate(report, snapshot), snapshot, Deadline(20))

    return find
