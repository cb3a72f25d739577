"""Suspect changes where the repository, the machine or git itself is not as it mostly is."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from rca.history.change_query import ChangeTarget
from rca.history.suspect_changes import suspects
from rca.scheduling.deadline import Deadline
from tests.history.cart import CART, CODE, TOTAL, ask, by_reason, with_history


def test_no_repository_no_commit_and_no_file_are_notes(tmp_path, sandbox):
    plain = tmp_path / "plain"
    (plain / "app").mkdir(parents=True)
    assert "not in a git work tree" in ask(plain).notes[0]
    assert "no commit yet" in ask(sandbox.root).notes[0]
    sandbox.write("README.md", "Shop\n")
    sandbox.commit("Begin")
    assert "cannot be read" in ask(sandbox.root).notes[0]
    assert "does not exist" in ask(tmp_path / "nowhere").notes[0]


def test_a_machine_without_git_is_a_note(sandbox, monkeypatch):
    with_history(sandbox)
    monkeypatch.setenv("PATH", "")
    outcome = ask(sandbox.root)
    assert outcome.changes == ()
    assert "no git on this machine" in outcome.notes[0]


def test_a_machine_without_room_for_temporary_files_answers_by_commits(sandbox, monkeypatch):
    made = with_history(sandbox)
    sandbox.write("build.gradle.kts", 'api("a:moshi:1.2")\n')
    made["build"] = sandbox.commit("Set the version")
    sandbox.write("build.gradle.kts", 'api("a:moshi:1.3")\n')
    sandbox.commit("Raise the version")

    def full(**_how):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
    assert ask(sandbox.root).changes[0].commit == made["sum"]
    sandbox.write(CART, CODE.replace("prices.sum()", "0"))
    outcome = ask(sandbox.root, libraries=("com.squareup.moshi.JsonReader",))
    assert "dependency_changed" in by_reason(outcome)
    assert any("No space left on device" in note for note in outcome.notes)


def test_a_folder_that_may_not_be_looked_into_is_a_note(sandbox, monkeypatch):
    with_history(sandbox)

    def denied(_path):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", denied)
    assert "Permission denied" in ask(sandbox.root).notes[0]


@pytest.mark.parametrize("when", ["1767261600 +9959", "99999999999999 +0000"])
def test_a_commit_whose_date_no_clock_shows_is_a_suspect_all_the_same(sandbox, when):
    made = with_history(sandbox)["clear"]
    raw = sandbox.git("cat-file", "commit", made)
    broken = sandbox.root / ".git" / "broken"
    broken.write_text(re.sub(r"^(committer .*>) .*$", rf"\1 {when}", raw, flags=re.MULTILINE) + "\n")
    name = sandbox.git("hash-object", "-t", "commit", "-w", "--literally", str(broken))
    sandbox.git("update-ref", "HEAD", name)
    outcome = ask(sandbox.root, line=13, function=(12, 14))
    assert name in {change.commit for change in outcome.changes}


def test_a_detached_head_is_said(sandbox):
    with_history(sandbox)
    sandbox.git("checkout", "-q", "--detach")
    outcome = ask(sandbox.root)
    assert outcome.changes
    assert "detached HEAD" in outcome.notes[0]


def test_a_shallow_clone_blames_nobody_for_what_it_cannot_see(sandbox, tmp_path):
    with_history(sandbox)
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{sandbox.root}", str(clone)], check=True)
    outcome = ask(clone)
    assert outcome.changes == ()
    assert "shallow" in outcome.notes[0]


def test_a_clone_whose_first_commits_cannot_be_read_is_a_note(sandbox):
    with_history(sandbox)
    (sandbox.root / ".git" / "shallow").mkdir()
    assert any(
        "Where the history of this clone begins is not known: shallow" in note
        for note in ask(sandbox.root).notes
    )


def test_a_partial_clone_fetches_nothing_and_says_what_it_lacks(sandbox, tmp_path):
    with_history(sandbox)
    sandbox.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    origin = f"file://{sandbox.root}"
    subprocess.run(["git", "clone", "-q", "--filter=blob:none", origin, str(clone)], check=True)
    before = sorted((clone / ".git/objects").rglob("*"))
    outcome = ask(clone)
    assert sorted((clone / ".git/objects").rglob("*")) == before
    assert any("partial" in note for note in outcome.notes)


def test_a_repository_of_another_user_is_refused_until_the_user_allows_it(sandbox, monkeypatch):
    made = with_history(sandbox)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    outcome = ask(sandbox.root)
    assert outcome.changes == ()
    assert "safe.directory" in outcome.notes[0]
    with Path(os.environ["GIT_CONFIG_GLOBAL"]).open("a") as config:
        config.write(f"[safe]\ndirectory = {sandbox.root}\n")
    assert by_reason(ask(sandbox.root))["blame_line"].commit == made["sum"]


def test_a_merge_does_not_hide_who_wrote_the_line(sandbox):
    made = with_history(sandbox)
    sandbox.git("checkout", "-q", "-b", "feature", "HEAD~1")
    sandbox.write(CART, CODE.replace("items.clear()", "Unit").replace("prices.sum()", "prices.max()"))
    change = sandbox.commit("Take the dearest")
    sandbox.git("checkout", "-q", "main")
    sandbox.git("merge", "-q", "--no-ff", "-m", "Merge feature", "feature")
    reasons = {c.commit: c.reason for c in ask(sandbox.root).changes}
    assert reasons[change] == "blame_line"
    assert made["sum"] in reasons


def test_an_unfinished_merge_is_answered(sandbox):
    with_history(sandbox)
    sandbox.git("checkout", "-q", "-b", "feature", "HEAD~1")
    sandbox.write(CART, CODE.replace("prices.sum()", "prices.max()"))
    sandbox.commit("Take the dearest")
    sandbox.git("checkout", "-q", "main")
    sandbox.write(CART, CODE.replace("prices.sum()", "prices.min()"))
    sandbox.commit("Take the cheapest")
    subprocess.run(["git", "merge", "-q", "feature"], cwd=sandbox.root, capture_output=True, check=False)
    assert "<<<<<<<" in (sandbox.root / CART).read_text()
    first = ask(sandbox.root, line=10, function=(6, 14)).changes[0]
    assert first.reason == "uncommitted"
    assert "<<<<<<< HEAD" in first.diff


def test_the_variables_of_a_running_hook_do_not_lead_elsewhere(sandbox, tmp_path, monkeypatch):
    made = with_history(sandbox)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
    assert by_reason(ask(sandbox.root))["blame_line"].commit == made["sum"]


def test_a_long_line_a_binary_and_a_huge_file_are_answered(sandbox):
    sandbox.write(CART, CODE)
    binary = sandbox.root / "app/lib.so"
    binary.write_bytes(bytes(range(256)) * 50)
    sandbox.commit("Begin")
    sandbox.write(CART, CODE + "// " + "x" * 1_000_000 + "\n")
    assert by_reason(ask(sandbox.root))["uncommitted"].lines == (16,)
    binary.write_bytes(bytes(reversed(range(256))) * 50)
    assert ask(sandbox.root, file_path="app/lib.so", line=None, function=None).changes
    sandbox.write(CART, CODE * 20_000)
    assert "too large" in ask(sandbox.root).notes[0]


def test_a_workspace_deeper_than_its_repository_keeps_its_own_paths(sandbox):
    made = with_history(sandbox)
    sandbox.write(
        "app/build.gradle.kts", 'dependencies { implementation("com.squareup.okhttp3:okhttp:4.11.0") }\n'
    )
    sandbox.commit("Add okhttp")
    sandbox.write(
        "app/build.gradle.kts", 'dependencies { implementation("com.squareup.okhttp3:okhttp:5.0.0") }\n'
    )
    sandbox.commit("Update okhttp")
    inner = CART.removeprefix("app/")
    found = by_reason(ask(sandbox.root / "app", file_path=inner, libraries=("okhttp3.internal",)))
    assert (found["blame_line"].commit, found["blame_line"].file_path) == (made["sum"], inner)
    assert found["dependency_changed"].file_path == "build.gradle.kts"


def test_a_submodule_answers_with_its_own_history(sandbox, tmp_path):
    made = with_history(sandbox)
    outer = type(sandbox)(tmp_path / "outer")
    outer.git("submodule", "add", "-q", f"file://{sandbox.root}", "libs/shop")
    outer.commit("Take the shop in")
    outcome = ask(outer.root, file_path=f"libs/shop/{CART}")
    change = by_reason(outcome)["blame_line"]
    assert (change.commit, change.file_path) == (made["sum"], f"libs/shop/{CART}")
    assert any("submodule 'shop'" in note for note in outcome.notes)


def test_a_linked_worktree_answers(sandbox, tmp_path):
    made = with_history(sandbox)
    sandbox.git("worktree", "add", "-q", "-b", "fix", str(tmp_path / "fix"))
    assert by_reason(ask(tmp_path / "fix"))["blame_line"].commit == made["sum"]


def test_commits_that_the_project_tells_blame_to_ignore_are_passed_over(sandbox):
    made = with_history(sandbox)
    sandbox.write(CART, CODE.replace("return prices.sum()", "return ( prices.sum( ) );"))
    reformat = sandbox.commit("Reformat everything")
    assert by_reason(ask(sandbox.root))["blame_line"].commit == reformat
    sandbox.write(".git-blame-ignore-revs", f"{reformat}\n")
    assert by_reason(ask(sandbox.root))["blame_line"].commit == made["sum"]
    sandbox.write(".git-blame-ignore-revs", "not a revision\n")
    assert by_reason(ask(sandbox.root))["blame_line"].commit == reformat


def test_names_with_blanks_accents_and_signs_work(sandbox):
    name = "app/src/main/kotlin/shop/Körb chen [1]:*.kt"
    sandbox.write(name, CODE)
    commit = sandbox.commit("Füge hinzu", author="Jörg Example")
    sandbox.write(name, CODE.replace("prices.sum()", "1"))
    outcome = ask(sandbox.root, file_path=name, line=8)
    assert outcome.changes[0].reason == "uncommitted"
    blamed = by_reason(outcome)["blame_line"]
    assert (blamed.commit, blamed.author, blamed.summary) == (commit, "Jörg Example", "Füge hinzu")


def test_the_configuration_of_a_repository_starts_no_program(sandbox, tmp_path):
    with_history(sandbox)
    mark = tmp_path / "ran"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch '{mark}'\ncat\n")
    script.chmod(0o755)
    for key in (
        "core.fsmonitor",
        "diff.external",
        "core.pager",
        "diff.kt.textconv",
        "diff.kt.command",
        "gpg.program",
    ):
        sandbox.git("config", key, str(script))
    sandbox.git("config", "log.showSignature", "true")
    sandbox.write(".gitattributes", "*.kt diff=kt\n*.kts diff=kt\n")
    sandbox.write(CART, CODE.replace("prices.sum()", "prices.last()"))
    sandbox.write("build.gradle.kts", 'api("a:moshi:1.2")\n')
    mark.unlink(missing_ok=True)
    assert ask(sandbox.root).changes
    assert not mark.exists()


def test_nothing_in_the_repository_changes(sandbox):
    with_history(sandbox)
    sandbox.write(CART, CODE + "\n")
    before = {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in (sandbox.root / ".git").rglob("*")}
    ask(sandbox.root, libraries=("okhttp3",), callers=((CART, 12),))
    after = {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in (sandbox.root / ".git").rglob("*")}
    assert after == before


@pytest.mark.parametrize("script", ["exec sleep 100", "sleep 100; true"], ids=["git itself", "its child"])
def test_the_time_limit_is_kept_and_said(sandbox, tmp_path, monkeypatch, script):
    with_history(sandbox)
    slow = tmp_path / "bin"
    slow.mkdir()
    (slow / "git").write_text(f"#!/bin/sh\n{script}\n")
    (slow / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow}:/usr/bin:/bin")
    started = time.monotonic()
    outcome = ask(sandbox.root, seconds=0.5)
    assert time.monotonic() - started < 30
    assert outcome.changes == ()
    assert "did not finish in time" in outcome.notes[0]


def test_cancelling_stops_the_search(sandbox):
    with_history(sandbox)
    deadline = Deadline()
    deadline.cancel()
    outcome = suspects(sandbox.root, ChangeTarget(CART, 9, TOTAL), deadline)
    assert any("time" in note for note in outcome.notes)


@pytest.mark.parametrize(
    ("line", "function"), [(None, None), (None, TOTAL), (9, None), (10_000, None), (9, (6, 10_000))]
)
def test_any_place_is_answered(sandbox, line, function):
    with_history(sandbox)
    outcome = ask(sandbox.root, line=line, function=function)
    assert outcome.changes
    assert len(outcome.changes) <= 10
