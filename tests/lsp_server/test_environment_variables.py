"""What the process was started with decides the workspace, and never more than the user means."""

import pwd
from pathlib import Path

import pytest

from lsp_server.environment_variables import (
    data_folder,
    find_workspace,
    library_caches,
    merged,
    usable_settings,
)
from models.settings import Settings


@pytest.fixture(autouse=True)
def data(monkeypatch, tmp_path):
    monkeypatch.setenv("RCA_DATA_DIR", str(tmp_path / "data"))


def project(root, marker):
    (root / "app" / "src").mkdir(parents=True)
    (root / marker).write_text("")
    return root


@pytest.mark.parametrize("marker", ["settings.gradle", "settings.gradle.kts", "pom.xml"])
def test_the_build_around_the_folder_is_the_workspace(tmp_path, marker):
    root = project(tmp_path / "p", marker)
    assert find_workspace(root / "app" / "src") == root


def test_the_build_around_the_file_counts_where_the_folder_has_none(tmp_path):
    root = project(tmp_path / "p", "settings.gradle.kts")
    (tmp_path / "elsewhere").mkdir()
    assert find_workspace(tmp_path / "elsewhere", root / "app") == root


def test_a_build_below_a_repository_is_not_left_for_the_repository(tmp_path):
    repository = tmp_path / "r"
    (repository / ".git").mkdir(parents=True)
    root = project(repository / "android", "settings.gradle.kts")
    assert find_workspace(root / "app") == root
    assert find_workspace(repository) == repository


def test_a_folder_without_any_mark_is_the_workspace_itself(tmp_path):
    assert find_workspace(tmp_path) == tmp_path


@pytest.mark.parametrize("start", [Path.home(), Path("/")])
def test_the_home_folder_is_never_read_whole(monkeypatch, start):
    if (start / ".git").exists():
        monkeypatch.setenv("HOME", "/nonexistent/home")
        start = Path("/nonexistent/home")
    chosen = find_workspace(start)
    assert chosen == data_folder() / "no-workspace"
    assert list(chosen.iterdir()) == []


def test_settings_are_laid_over_each_other_group_by_group():
    base = {"knowledge": {"starter": False}, "appPackages": ["a"]}
    over = {"knowledge": {"dense": False}, "appPackages": None}
    assert merged(base, over) == {"knowledge": {"starter": False, "dense": False}, "appPackages": ["a"]}


def test_a_setting_that_is_wrong_or_of_another_release_takes_no_other_with_it():
    given = {
        "toolset": "all",
        "goneSince": 2,
        "answerTokens": 5,
        "metrics": {"on": True},
        "budget": 7,
        "knowledge": {"starter": False, "newer": {"a": 1}},
        "network": {"allowedSources": ["mdn", 3], "mdnUrl": "http://127.0.0.1"},
    }
    settings, problems = usable_settings(given)
    assert settings.toolset == "all"
    assert not settings.knowledge.starter
    assert settings.network.mdn_url == "http://127.0.0.1"
    assert (settings.answer_tokens, settings.metrics, settings.budget) == (None, True, Settings().budget)
    assert settings.network.allowed_sources == ()
    named = {problem.partition(":")[0] for problem in problems}
    assert named == {
        "goneSince", "answerTokens", "metrics", "budget", "knowledge.newer", "network.allowedSources"
    }  # fmt: skip
    assert given["budget"] == 7


def test_a_group_in_the_place_of_a_list_or_word_of_the_environment_is_told_as_wrong():
    base = {"appPackages": ["com.example"], "mappingFile": "mapping.txt", "toolset": "all"}
    settings, problems = usable_settings(merged(base, {"appPackages": {"a": 1}, "mappingFile": {}}))
    assert settings.toolset == "all"
    assert {problem.partition(":")[0] for problem in problems} == {"appPackages", "mappingFile"}


@pytest.mark.parametrize("given", [{}, {"toolset": "all"}])
def test_right_settings_are_taken_as_they_are(given):
    assert usable_settings(given) == (Settings.model_validate(given), ())


def test_a_user_without_a_home_works_in_a_named_data_folder(tmp_path, monkeypatch):
    def nobody(_number):
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.delenv("HOME")
    assert find_workspace(tmp_path) == tmp_path
    assert not library_caches().home.exists()
    assert data_folder() == tmp_path / "data"
    with pytest.raises(OSError, match="RCA_DATA_DIR"):
        data_folder({})
