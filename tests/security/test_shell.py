"""Characters that mean something to a shell, where no shell is meant; and commands that hide themselves."""

from __future__ import annotations

import pytest

from rca import subprocesses
from rca.toolkit import tool_catalog
from tests.security.attempts import Row, params
from tests.tools.file_project import FileProject

NAMES = (
    Row("`$(touch pwned)`", "a name like any other", "$(touch pwned)"),
    Row("`` `touch pwned` ``", "a name like any other", "`touch pwned`"),
    Row("`;touch pwned;`", "a name like any other", ";touch pwned;"),
    Row("`a|touch pwned`", "a name like any other", "a|touch pwned"),
    Row("`&&touch pwned`", "a name like any other", "&&touch pwned"),
    Row("`>pwned`", "a name like any other", ">pwned"),
    Row("`-rf`", "a name like any other", "-rf"),
    Row("`'\"`", "a name like any other", "'\""),
    Row("`*`", "a name like any other", "*"),
    Row("`~`", "a name like any other", "~"),
    Row("`%PATH%`", "a name like any other", "%PATH%"),
)
HIDDEN = (
    Row("escape sequences that erase what stands before", "shown as `\\x1b[2K`", "echo a\x1b[2K\x1b[1Gls"),
    Row("a carriage return that writes over it", "shown as `\\r`", "rm -rf x #\rls        "),
    Row("letters that turn the direction of writing", "shown as `\\u202e`", "echo \u202esl"),
    Row("characters without width", "shown as `\\u200b`", "ec\u200bho"),
    Row("a second line far below", "shown whole", "echo a" + "\n" * 30 + "touch pwned"),
    Row("10,000 blanks before the end", "shown whole", "echo a" + " " * 10_000 + "; touch pwned"),
)
ENDS = (
    Row(
        "`sleep 600 & disown`, left behind",
        "gone when the command ends",
        "sleep 600 & echo $! > pid; disown 2>/dev/null; true",
    ),
    Row(
        "a fork bomb of 200 processes, 1 s",
        "all gone after the limit",
        "for i in $(seq 200); do sleep 600 & done; echo $! > pid; wait",
    ),
    Row(
        "`setsid` twice, the second in a group of its own",
        "all gone after the limit",
        "setsid sh -c 'echo $$ > pid; sleep 600' & sleep 600",
    ),
    Row(
        "`trap '' TERM INT HUP`",
        "all gone after the limit",
        "trap '' TERM INT HUP; echo $$ > pid; while :; do sleep 1; done",
    ),
)
TABLES = {
    "Names with meaning to a shell (`create_file`, `create_directory`, `grep_search`, `run_in_terminal`'s path)": NAMES,
    "Commands that hide a part of themselves from who is asked": HIDDEN,
    "Commands that will not go (`run_in_terminal`)": ENDS,
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setenv("SHELL", "/bin/sh")
    return FileProject(tmp_path)


@pytest.mark.parametrize(**params(NAMES))
def test_names(project, row):
    name = row.given
    call = project.call
    assert call(tool_catalog.load("create_directory"), path=f"d/{name}")["success"]
    assert call(tool_catalog.load("create_file"), path=f"d/{name}/f{name}", content=name)["success"]
    assert call(tool_catalog.load("grep_search"), pattern=name, path=f"d/{name}")["data"]["totalMatches"] == 1
    answer = call(tool_catalog.load("run_in_terminal"), command="ls", path=f"d/{name}")
    assert answer["data"]["output"] == f"f{name}\n"
    seen = sorted(path.relative_to(project.root).as_posix() for path in project.root.rglob("*"))
    assert seen == ["d", f"d/{name}", f"d/{name}/f{name}"]
    assert row.came_back == "a name like any other"


@pytest.mark.parametrize(**params(HIDDEN))
def test_the_question_shows_all_of_it(project, row):
    project.answer = "no"
    project.call(tool_catalog.load("run_in_terminal"), command=row.given)
    shown = project.asked[0].text
    assert all(one.isprintable() or one == "\n" for one in shown), "nothing in it can hide"
    if row.came_back == "shown whole":
        assert row.given in shown
    else:
        assert row.came_back.removeprefix("shown as `").removesuffix("`") in shown


@pytest.mark.parametrize(**params(ENDS))
def test_commands_that_will_not_go(project, row, monkeypatch):
    monkeypatch.setattr(subprocesses, "_GRACE_SECONDS", 0.3)
    from tests.tools.test_run_in_terminal import gone

    answer = project.call(tool_catalog.load("run_in_terminal"), command=row.given, timeoutSeconds=1)
    pid = int(project.read("pid"))
    assert gone(pid)  # a process that was killed takes a moment
    ended = "gone when the command ends" if answer["success"] else "all gone after the limit"
    assert ended == row.came_back
