"""SZZ: the commit that a fix's lines lead to, in real repositories."""

from __future__ import annotations

import os
import subprocess

import pytest

from benchmarks.fixed_bugs.cases import FixPlace, load_cases
from benchmarks.fixed_bugs.inducing_commits import load_inducing
from benchmarks.fixed_bugs.szz import find_inducing, is_rename

FILE = "src/Price.kt"
GOOD = "fun price(count: Int): Int {\n    val sum = count * 2\n    return sum\n}\n\nfun other() = 1\n"
BAD = GOOD.replace("count * 2", "count / 0")


@pytest.fixture(autouse=True)
def _own_configuration(monkeypatch, tmp_path):
    config = tmp_path / "gitconfig"
    config.write_text("[user]\nname = tester\nemail = tester@localhost\n[commit]\ngpgsign = false\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)


class Repository:
    """A repository of one file."""

    def __init__(self, root):
        self.root = root
        self.file = root / FILE
        self.file.parent.mkdir(parents=True)
        self.git("init", "-q", "--template=")

    def git(self, *arguments):
        done = subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True, text=True)
        return done.stdout.strip()


@pytest.fixture
def repository(tmp_path):
    made = Repository(tmp_path / "app")
    commit(made, "Begin", GOOD)
    return made


def commit(repository, summary, text):
    repository.file.write_text(text)
    repository.git("add", "-A")
    repository.git("commit", "-q", "-m", summary)
    return repository.git("rev-parse", "HEAD")


def inducing(repository, fixed, main=None):
    buggy = repository.git("rev-parse", "HEAD")
    fix = commit(repository, "Fix it", fixed)
    return [(one.commit, one.how) for one in find_inducing(repository.root / ".git", buggy, fix, main)]


def test_the_commit_that_wrote_the_replaced_line(repository):
    bad = commit(repository, "Share the price", BAD)
    commit(repository, "Change another", BAD.replace("= 1", "= 2"))
    assert inducing(repository, GOOD.replace("= 1", "= 2")) == [(bad, "removed_lines")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    val sum = count / 0\n", "        val sum = count / 0\n"),
        ("    val sum = count / 0\n", "    val sum =\n        count / 0;\n"),
        ("count", "amount"),
    ],
    ids=["white space", "layout", "a name"],
)
def test_a_commit_that_changes_the_form_alone_is_passed_through(repository, before, after):
    bad = commit(repository, "Share the price", BAD)
    formed = BAD.replace(before, after)
    commit(repository, "Tidy up", formed)
    assert inducing(repository, formed.replace("/ 0", "/ 2")) == [(bad, "removed_lines")]


def test_a_line_that_is_written_again_leads_to_the_commit_that_took_it_out(repository):
    removal = commit(repository, "Trust the count", GOOD.replace("    val sum = count * 2\n", ""))
    assert inducing(repository, GOOD)[0] == (removal, "restored_lines")


def test_lines_next_to_a_gap_are_the_last_resort(repository):
    bad = commit(repository, "Share the price", BAD)
    guarded = BAD.replace("    val sum", "    if (count == 1) return 0\n    val sum")
    assert (bad, "neighbour_lines") in inducing(repository, guarded)


def test_lines_of_the_main_function_count_before_others(repository):
    bad = commit(repository, "Share the price", BAD)
    commit(repository, "Change another", BAD.replace("= 1", "= 2"))
    main = FixPlace(FILE, "price", None, 1, 4)
    assert inducing(repository, GOOD.replace("= 1", "= 3"), main) == [(bad, "removed_lines")]


def test_a_name_that_stays_elsewhere_in_the_file_is_not_renamed():
    old, new = ["val a = load(x)", "use(x)"], ["val a = load(y)", "use(x)"]
    assert not is_rename(old[:1], new[:1], old, new)


def test_the_data_holds_no_bug_of_the_held_half():
    held = {case.id for case in load_cases() if case.split == "held"}
    assert held.isdisjoint(bug.id for bug in load_inducing())
