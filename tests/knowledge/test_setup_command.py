"""`rca setup`: past solutions are embedded, and a model that the user names is exported."""

import json

import pytest
from click.testing import CliRunner

from lsp_server.cli.setup import command

pytestmark = [pytest.mark.embedding, pytest.mark.timeout(400)]


def set_up(data, *options, **variables):
    return CliRunner().invoke(command, options, env={"RCA_DATA_DIR": str(data)} | variables)


def test_it_says_that_all_is_there(tmp_path):
    done = set_up(tmp_path, "--json")
    assert (done.exit_code, json.loads(done.stdout)) == (0, {"ok": True, "problem": None})


def test_solutions_are_embedded_after_it(tmp_path, new_store):
    assert set_up(tmp_path).exit_code == 0
    assert new_store(starter=True).dense_is_quick


def test_another_model_is_exported(exports, tmp_path, other_model, new_store):
    (tmp_path / "models").symlink_to(exports)
    assert set_up(tmp_path, RCA_EMBEDDING_MODEL=other_model).exit_code == 0
    assert new_store(starter=True, embedding_model=other_model).dense_is_quick


def test_a_model_that_cannot_be_loaded_is_told(tmp_path):
    done = set_up(tmp_path, RCA_EMBEDDING_MODEL="nobody/has-this-one")
    assert done.exit_code == 1
    assert "nobody/has-this-one" in done.stderr


def test_nothing_is_done_where_search_by_meaning_is_off(tmp_path):
    done = set_up(tmp_path, RCA_KNOWLEDGE_DENSE="off")
    assert done.exit_code == 0
    assert "knowledge.dense" in done.stdout
    assert not (tmp_path / "models").exists()
