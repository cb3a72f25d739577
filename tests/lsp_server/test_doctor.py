"""`rca doctor` with settings of the user's own, right and wrong; and a span that is longer than time."""

import json
import subprocess
import sys

import pytest


@pytest.fixture
def rca(environment, tmp_path):
    def run(*arguments, **variables):
        return subprocess.run(
            [sys.executable, "-m", "lsp_server", *arguments],
            capture_output=True,
            encoding="utf-8",
            env={**environment, "RCA_DATA_DIR": str(tmp_path / "data"), **variables},
            timeout=90,
            check=False,
        )

    return run


def checks(done):
    return {one["name"]: one for one in json.loads(done.stdout)["checks"]}


def test_a_wrong_setting_is_named_as_one_and_fails_nothing_else(rca, app):
    done = rca("doctor", "--json", "-w", str(app), RCA_ANSWER_TOKENS="many")
    found = checks(done)
    assert done.returncode == 1
    assert [name for name, one in found.items() if one["result"] == "failed"] == ["settings"]
    assert "RCA_ANSWER_TOKENS" in found["settings"]["found"]


def test_the_model_that_is_named_is_the_one_that_is_set(rca, app):
    found = checks(rca("doctor", "--json", "-w", str(app), RCA_EMBEDDING_MODEL="nobody/has-this-one"))
    assert found["embedding model"]["found"] == "nobody/has-this-one"
    assert found["settings"]["result"] == "ok"


@pytest.mark.parametrize("since", ["999999d", "0001-01-01T00:00:00+14:00"])
def test_metrics_since_before_all_time_are_all_metrics(rca, since):
    done = rca("metrics", "--json", "--since", since)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["total_calls"] == 0
