"""What the command line prints for people: places whole at every width, links, words that people know."""

import errno
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
from functools import cache
from typing import get_args

import pytest

from lsp_server.cli.render import show_search
from lsp_server.cli.word_wrap import shows_links
from lsp_server.enum_labels import EVIDENCE, KINDS, REASONS, STATES, VERDICTS, in_words
from models import code, error_report, solution
from tests.rca_process import rca_command

ERRORS = ("01-crash", "03-coroutine", "05-unit-test", "06-kotlinc", "08-dependency-conflict")
INTERNAL = {word for labels in (EVIDENCE, KINDS, REASONS) for word in labels if "_" in word}
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
LINKS = re.compile(r"\x1b\]8;[^;]*;([^\x1b]*)\x1b\\")


def command(*arguments):
    return rca_command(*arguments)


@pytest.fixture
def terminal(environment):
    """Run `rca` in a terminal of a width; gives what it wrote there."""

    def run(*arguments, columns=80, cwd=None, **variables):
        ours, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        plain = {name: value for name, value in environment.items() if name not in {"COLUMNS", "NO_COLOR"}}
        process = subprocess.Popen(
            command(*arguments),
            stdin=subprocess.DEVNULL,
            stdout=its,
            stderr=subprocess.DEVNULL,
            cwd=cwd,
            env={**plain, "TERM": "xterm-256color", "TERM_PROGRAM": "", "VTE_VERSION": "", **variables},
        )
        os.close(its)
        written = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError as problem:
                assert problem.errno == errno.EIO  # noqa: PT017 - how Linux says that the terminal was closed
                break
            if not piece:
                break
            written += piece
        os.close(ours)
        assert process.wait() == 0
        return written.decode().replace("\r\n", "\n")

    return run


@pytest.fixture(scope="module")
def piped(environment):
    """Run `rca` with its output in a pipe; gives the text, which is kept: none of these changes anything."""

    @cache
    def run(*arguments, **variables):
        plain = {name: value for name, value in environment.items() if name != "COLUMNS"}
        done = subprocess.run(
            command(*arguments),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env={**plain, **variables},
            check=True,
        )
        return done.stdout

    return run


PLACE = re.compile(r"[\w./-]+\.(?:kts?|java|xml|toml):\d+")


@pytest.mark.parametrize("error", ["05-unit-test", "06-kotlinc"])
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_places_are_whole_in_a_terminal_of_any_width(terminal, piped, app, columns, error):
    whole = PLACE.findall(piped("analyze", app / "errors" / f"{error}.txt"))
    assert len(whole) >= 4
    shown = COLOURS.sub("", terminal("analyze", app / "errors" / f"{error}.txt", columns=columns))
    assert PLACE.findall(shown) == whole


@pytest.mark.parametrize("columns", [80, 120])
def test_lines_fit_but_for_words_that_are_longer(terminal, app, columns):
    shown = COLOURS.sub("", terminal("analyze", app / "errors" / "01-crash.txt", columns=columns))
    for line in shown.splitlines():
        assert len(line) <= columns or len(line.split()) == 1, line


def test_a_file_whose_name_has_a_space_is_whole(terminal, tmp_path):
    source = tmp_path / "My Shop App" / "src" / "main" / "kotlin" / "com" / "example" / "shop" / "Basket.kt"
    source.parent.mkdir(parents=True)
    source.write_text('package com.example.shop\n\nobject Basket {\n    fun total(): Int = error("x")\n}\n')
    (tmp_path / "settings.gradle.kts").write_text("")
    log = tmp_path / "log.txt"
    log.write_text("java.lang.IllegalStateException: x\n\tat com.example.shop.Basket.total(Basket.kt:4)\n")
    shown = COLOURS.sub("", terminal("analyze", log, columns=50, cwd=tmp_path))
    assert "My Shop App/src/main/kotlin/com/example/shop/Basket.kt:4" in shown


def test_links_where_the_terminal_shows_them(terminal, app):
    shown = terminal("analyze", app / "errors" / "01-crash.txt", TERM_PROGRAM="vscode")
    culprit = next(app.rglob("PriceLabel.kt"))
    assert f"{culprit.as_uri()}#11" in LINKS.findall(shown)
    assert LINKS.findall(terminal("analyze", app / "errors" / "01-crash.txt", TERM_PROGRAM="")) == []


def test_no_links_and_no_colours_in_a_pipe_and_the_code_whole(piped, app):
    shown = piped("analyze", app / "errors" / "01-crash.txt", TERM_PROGRAM="vscode")
    assert "\x1b" not in shown
    line = "return format(discounted(price!!.cents, item.discountPercent), price.currency)"
    assert line in shown
    assert not any(line.endswith(" ") for line in shown.splitlines())


def test_no_colours_where_they_are_not_wanted(terminal, app):
    shown = terminal("analyze", app / "errors" / "01-crash.txt", NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*(?:3\d|9\d)(?:;|m)", shown)
    assert "PriceLabel.kt:11" in shown


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"TERM_PROGRAM": "iTerm.app"}, True),
        ({"VTE_VERSION": "6003"}, True),
        ({"VTE_VERSION": "4601"}, False),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "dumb", "TERM_PROGRAM": "vscode"}, False),
        ({"TERM": "xterm-256color"}, False),
        ({"FORCE_HYPERLINK": "1"}, True),
        ({"FORCE_HYPERLINK": "0", "TERM": "xterm-kitty"}, False),
    ],
)
def test_which_terminals_show_links(variables, expected):
    assert shows_links(variables, is_terminal=True) is expected
    assert shows_links({"TERM": "xterm-kitty", **variables}, is_terminal=False) is (
        variables.get("FORCE_HYPERLINK") == "1"
    )


@pytest.mark.parametrize("error", ERRORS)
def test_a_report_has_no_words_of_the_program(piped, app, error):
    shown = piped("analyze", app / "errors" / f"{error}.txt")
    assert not {word for word in INTERNAL if re.search(rf"\b{word}\b", shown)}


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (EVIDENCE, code.Evidence),
        (KINDS, error_report.ErrorKind),
        (VERDICTS, solution.Verdict),
        (STATES, solution.SolutionState),
        (REASONS, code.SuspectChange.model_fields["reason"].annotation),
    ],
    ids=["evidence", "kinds", "verdicts", "states", "reasons"],
)
def test_every_word_of_the_contract_has_one_for_people(labels, words):
    assert set(labels) == set(get_args(words))
    assert not any("_" in text for text in labels.values())


def test_names_of_fields_in_words():
    assert in_words("peakMemoryBytes") == in_words("peak_memory_bytes") == "peak memory bytes"


def test_where_an_answer_comes_from_is_apart_from_what_it_lacks(capsys):
    used = "names are undone with app/mapping.txt: the trace is of map id 0fa3c1d"
    data = {"results": [], "verdict": "novel"}
    meta = {"completeness": "partial", "provenance": [used, "no git"]}
    show_search({"success": True, "data": data, "meta": meta}, unlikely=False)
    printed = capsys.readouterr().out
    assert f"Where this answer comes from\n- {used}\n" in printed
    assert "What this answer lacks\n- no git\n" in printed


def test_solutions_that_do_not_fit_are_hidden_and_counted(piped):
    arguments = ("knowledge", "search", "--no-dense", "list jumps to its top")
    results = json.loads(piped(*arguments, "--json"))["data"]["results"]
    assert {hit["verdict"] for hit in results} == {"novel"}
    shown = piped(*arguments)
    assert "No known solution fits" in shown
    assert f"{len(results)} solutions are not shown" in shown
    assert results[0]["id"] not in shown
    whole = piped(*arguments, "--min-confidence", "0")
    assert results[0]["id"] in whole
    assert "not shown" not in whole


def test_solutions_that_fit_are_shown(piped):
    shown = piped("knowledge", "search", "--no-dense", "lateinit property has not been initialized")
    assert re.search(r"^(solved before|similar)  \d+% likely", shown, re.MULTILINE)


def test_the_index_counts_libraries_and_lists_them_when_asked(piped, app):
    missing = json.loads(piped("index", "-w", app, "--json"))["libraries"]["missing"]
    assert len(missing) > 5
    shown = piped("index", "-w", app)
    assert f"{len(missing)} libraries not found (list them: --missing)" in shown
    assert not any(name in shown for name in missing)
    assert "[" not in shown
    listed = piped("index", "-w", app, "--missing")
    assert all(f"  {name}\n" in listed for name in missing)


def test_figures_of_the_store_are_named_in_words(piped):
    shown = piped("knowledge", "stats")
    assert re.search(r"^by state +candidate", shown, re.MULTILINE)
    assert re.search(r"^model ready +(yes|no)$", shown, re.MULTILINE)
