"""Why an error happened in a small project, by its text."""

import pytest

from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.causes.candidate_search import find_candidates
from rca.causes.failure.find_failure import find_failure
from rca.causes.hypotheses import find_hypotheses
from rca.causes.project_code import ProjectCode
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.causes.captured_crash import Programs
from tests.indexed_project import indexed


class Bug:
    """An error text in a project of small files."""

    def __init__(self, root, files, text, *, words):
        workspace = indexed(root, files)
        if words:
            assert workspace.collect_words(Deadline(60))
        self.snapshot = workspace.snapshot
        self.text = text
        self.report = parse(text, app_packages=("shop",))
        self.frames = locate(self.report, self.snapshot)
        self.culprit = choose_culprit(self.report, self.frames, self.snapshot)
        self.failure = find_failure(self.report, self.frames, self.snapshot, Deadline(20))

    @property
    def _error(self):
        return self.report, self.text, self.frames, self.culprit, self.failure

    def candidates(self):
        """Return the features of each candidate, by the function's name."""
        return {one.function.name: one.features for one in self.candidate_list()}

    def candidate_list(self):
        """Return the candidates with their reasons."""
        found = find_candidates(*self._error, ProjectCode(self.snapshot), Deadline(20))
        return list(found.found.values())

    def hypotheses(self, deadline=None, state=None):
        return find_hypotheses(*self._error, self.snapshot, deadline or Deadline(20), state=state)


@pytest.fixture
def bug(tmp_path):
    return lambda files, text, *, words=False: Bug(tmp_path / "project", files, text, words=words)


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    return Programs(lambda: tmp_path_factory.mktemp("classes"))
