"""Documentation on this machine: read once, kept level with the disk, found without any network."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.web.doc_folders import Folder, Folders
from rca.web.doc_sections import sections
from rca.web.docs_index import DocsIndex
from tests.web.search_requests import only, search

HTML = """<!doctype html><html><head><title>Null safety</title><style>h1{}</style></head><body>
<nav><h2>Menu</h2>Home Docs</nav><main><h1 id="null-safety">Null safety</h1><p>Types that may be <code>null</code>.</p>
<h2><a name="elvis"></a>Elvis operator</h2><p>When the left side is null &mdash; the right side counts.</p>
<script>track('Elvis')</script></main><footer>Copyright</footer></body></html>"""
MARKDOWN = """[//]: # (title: Scope functions)

Execute a block in the context of an object. See [let](let.html#let "t").

## Function selection {id="choose" toc="x"}

Use *also* for **side effects**:

```kotlin
# not a heading
val a: List<String> = run { }
```

### Ready-made & other `run` forms
<tip>A tip.</tip> End.
"""


@pytest.fixture
def pages(tmp_path):
    folder = tmp_path / "pages"
    (folder / "deep").mkdir(parents=True)
    (folder / "null.html").write_text(HTML)
    (folder / "deep" / "scope.md").write_text(MARKDOWN)
    (folder / "notes.txt").write_text("Elvis is no page")
    (folder / ".git").mkdir()
    (folder / ".git" / "x.md").write_text("# Elvis hidden")
    return folder


@pytest.fixture
def index(tmp_path):
    return DocsIndex(tmp_path / "web" / "docs.sqlite3")


def of(folder, **more):
    return Folder(str(folder), "handbook", **more)


def titles(index, text, folder):
    return [page.title for page in index.find(text, [folder], 10)]


def test_a_page_is_cut_into_its_sections():
    cut = sections("null.html", HTML)
    assert [(one.title, one.heading, one.anchor) for one in cut if one.text] == [
        ("Null safety", "Null safety", "null-safety"),
        ("Null safety", "Elvis operator", "elvis"),
    ]
    assert cut[-1].text == "When the left side is null \u2014 the right side counts."
    cut = sections("scope.md", MARKDOWN)
    assert [(one.title, one.heading, one.anchor) for one in cut] == [
        ("Scope functions", "", ""),
        ("Scope functions", "Function selection", "choose"),
        ("Scope functions", "Ready-made & other run forms", "ready-made-other-run-forms"),
    ]
    assert cut[0].text == "Execute a block in the context of an object. See let."
    assert "# not a heading val a: List<String> = run { }" in cut[1].text
    assert "also for side effects" in cut[1].text
    assert cut[2].text == "A tip. End."


@given(st.text(max_size=300), st.sampled_from(["a.md", "b.html"]))
def test_whatever_a_page_holds_it_is_no_error(text, name):
    for section in sections(name, text):
        assert section.title


@given(st.text(alphabet="<>/h1234 `~#\n[]()!-=\"'{}abpre", max_size=200), st.sampled_from(["a.md", "b.html"]))
def test_broken_markup_is_no_error(text, name):
    for section in sections(name, text):
        assert section.text or section.heading


def test_sections_are_found_by_words_and_parts_of_names(index, pages):
    folder = of(pages, url="https://docs.example.org/kotlin", licence="Apache-2.0")
    updated = index.update(folder, Deadline())
    assert (updated.files, updated.read, updated.gone, updated.complete) == (2, 2, 0, True)
    (page, *_) = index.find("What does the elvis operator do?", [folder], 5)
    assert page.title == "Elvis operator \u2014 Null safety"
    assert page.url == "https://docs.example.org/kotlin/null.html#elvis"
    assert (page.licence, page.author) == ("Apache-2.0", "handbook")
    assert index.find("scope function", [folder], 5)[0].url.startswith(
        "https://docs.example.org/kotlin/deep/scope.html"
    )
    assert index.find("zebra", [folder], 5) == ()
    assert index.find('" OR * NEAR(', [folder], 5) == ()
    assert index.find("the", [], 5) == ()


def test_only_what_changed_is_read_again(index, pages):
    folder = of(pages)
    index.update(folder, Deadline())
    assert index.update(folder, Deadline()).read == 0
    os.utime(pages / "null.html", (1, 1))
    assert index.update(folder, Deadline()).read == 0, "its content is as it was"
    (pages / "null.html").write_text(HTML.replace("Elvis", "Presley"))
    assert index.update(folder, Deadline()).read == 1
    assert titles(index, "elvis", folder) == []
    assert titles(index, "presley", folder) == ["Presley operator \u2014 Null safety"]
    (pages / "null.html").unlink()
    updated = index.update(folder, Deadline())
    assert (updated.files, updated.gone) == (1, 1)
    assert titles(index, "presley", folder) == []


def test_a_folder_that_is_gone_for_now_keeps_what_was_read(index, pages, tmp_path):
    folder = of(pages)
    index.update(folder, Deadline())
    pages.rename(tmp_path / "elsewhere")
    updated = index.update(folder, Deadline())
    assert not updated.complete
    assert "is not there" in updated.problems[-1]
    assert titles(index, "elvis", folder)
    index.forget(folder)
    assert titles(index, "elvis", folder) == []
    assert index.size(folder) == 0


def test_an_archive_is_read_like_a_folder(index, tmp_path):
    archive = tmp_path / "kotlin-docs.jar"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("docs/null.html", HTML)
        made.writestr("docs/large.html", "x" * 4_000_001)
        made.writestr("Main.class", b"\xca\xfe")
    folder = of(archive)
    assert index.update(folder, Deadline()).files == 1
    (page,) = index.find("elvis", [folder], 5)
    assert page.url == f"jar:{archive.as_uri()}!/docs/null.html#elvis"
    archive.write_bytes(b"no archive")
    updated = index.update(folder, Deadline())
    assert "no archive that can be read" in updated.problems[0]
    assert titles(index, "elvis", folder), "what was read of it is still found"


def test_pages_in_any_encoding_and_those_that_are_none(index, tmp_path):
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "utf16.html").write_bytes(HTML.encode("utf-16"))
    (folder / "binary.html").write_bytes(bytes(range(32)) * 100)
    (folder / "latin.md").write_bytes("# Caf\xe9 latte".encode("latin-1"))
    updated = index.update(of(folder), Deadline())
    assert updated.files == 3
    assert [problem for problem in updated.problems if "binary" in problem]
    assert titles(index, "elvis", of(folder))


def test_what_is_done_when_the_time_runs_out_stays(index, tmp_path):
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(300):
        (folder / f"p{number}.md").write_text(f"# Page {number}\n" + "word " * 2_000)
    first = index.update(of(folder), Deadline(0.15))
    assert not first.complete
    whole = index.update(of(folder), Deadline())
    assert whole.complete
    assert whole.files == 300
    assert first.files + whole.read == 300


@pytest.mark.parametrize("damage", [b"", b"garbage" * 2000, None])
def test_a_damaged_index_is_made_anew(index, pages, tmp_path, damage):
    folder = of(pages)
    index.update(folder, Deadline())
    file = tmp_path / "web" / "docs.sqlite3"
    if damage is None:
        content = bytearray(file.read_bytes())
        content[4096 * 3 : 4096 * 6] = b"\x55" * (4096 * 3)
        file.write_bytes(content)
    else:
        file.write_bytes(damage)
    for end in ("-wal", "-shm"):
        (tmp_path / "web" / f"docs.sqlite3{end}").unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # it tells that it is empty now
        index.find("elvis", [folder], 5)
    index.update(folder, Deadline())
    assert isinstance(titles(index, "elvis", folder), list)
    if damage is not None:
        assert titles(index, "elvis", folder)


def test_an_index_of_a_later_program_is_made_anew(index, pages, tmp_path):
    file = tmp_path / "web" / "docs.sqlite3"
    file.parent.mkdir()
    base = sqlite3.connect(file)
    base.execute("PRAGMA user_version=99")
    base.close()
    index.update(of(pages), Deadline())
    assert titles(index, "elvis", of(pages))


def test_several_read_and_write_at_once(tmp_path, pages):
    folder = of(pages)

    def work(number):
        own = DocsIndex(tmp_path / "web" / "docs.sqlite3")
        (pages / f"n{number}.md").write_text(f"# Number {number}\nelvis")
        own.update(folder, Deadline())
        return len(own.find("elvis", [folder], 10))

    with ThreadPoolExecutor(4) as pool:
        assert all(found for found in pool.map(work, range(8)))
    index = DocsIndex(tmp_path / "web" / "docs.sqlite3")
    index.update(folder, Deadline())
    assert index.size(folder) == 10


def test_the_list_of_folders_is_plain_to_read(tmp_path, pages):
    folders = Folders(tmp_path / "web" / "docs.json")
    (pages / "LICENSE").write_text("   Apache License\n   Version 2.0")
    added = folders.add(pages, "handbook", "https://docs.example.org/")
    assert (added.licence, added.url) == ("Apache-2.0", "https://docs.example.org")
    folders.add(pages, "renamed")
    assert [one.name for one in folders.all()] == ["renamed"]
    assert folders.remove("nothing") is None
    assert folders.remove(str(pages)).name == "renamed"
    with pytest.raises(Failure, match="neither a folder nor"):
        folders.add(tmp_path / "absent")
    with pytest.raises(Failure, match="no http"):
        folders.add(pages, url="docs.example.org")
    (tmp_path / "web" / "docs.json").write_text('{"folders": [{"path": 5, "name": "x"}, {"odd": 1}, 7]}')
    assert folders.all() == ()


def test_a_search_brings_the_index_up_to_date_by_itself(web, tmp_path, pages):
    Folders(tmp_path / "web" / "docs.json").add(pages, "handbook")
    run = search(web, tmp_path, docs_url=None)
    (answer,) = run.run(only("elvis operator"), ("docs",))
    assert answer.pages[0].url == (pages / "null.html").as_uri() + "#elvis"
    assert answer.origins == ("docs: on this machine: handbook",)
    (pages / "more.md").write_text("# Elvis\nmore")
    assert len(run.run(only("elvis operator"), ("docs",))[0].pages) == len(answer.pages), (
        "not at every search"
    )
    with sqlite3.connect(tmp_path / "web" / "docs.sqlite3") as base:
        base.execute("UPDATE checked SET time = ?", (time.time() - 3_600,))
    assert len(run.run(only("elvis operator"), ("docs",))[0].pages) == len(answer.pages) + 1
    assert web.asked == []


def test_own_documentation_stands_beside_a_search_on_the_web(web, tmp_path, pages):
    Folders(tmp_path / "web" / "docs.json").add(pages, "handbook")
    (both,) = search(web, tmp_path, "docs").run(only("elvis operator"), ("docs",))
    assert {page.author for page in both.pages} == {"handbook", None}
    (refused,) = search(web, tmp_path).run(only("elvis again"), ("docs",))
    assert {page.author for page in refused.pages} == {"handbook"}
    assert refused.problem is None
    assert "is not allowed" in refused.gaps[0]
