"""What a search of documentation lacks is named: folders, pages and lists that could not be read."""

import logging

import pytest

from rca.scheduling.deadline import Deadline
from rca.web import doc_files, page_text
from rca.web.doc_folders import Folder, Folders
from rca.web.docs_index import DocsIndex
from rca.web.json_files import read_json
from tests.web.search_requests import only, search


@pytest.fixture
def pages(tmp_path):
    folder = tmp_path / "pages"
    (folder / "deep").mkdir(parents=True)
    (folder / "null.md").write_text("# Elvis\nthe operator")
    (folder / "deep" / "scope.md").write_text("# Elvis\nin scope")
    return folder


@pytest.fixture
def index(tmp_path):
    return DocsIndex(tmp_path / "web" / "docs.sqlite3")


def of(folder):
    return Folder(str(folder), "handbook")


def refuse(path, monkeypatch, name):
    """Have one function of the system refuse a path, as a folder of somebody else's does."""
    known = getattr(doc_files.os, name) if name == "scandir" else getattr(doc_files.Path, name)

    def refused(given, *more, **named):
        if str(given) == str(path):
            raise PermissionError(13, "Permission denied", str(path))
        return known(given, *more, **named)

    monkeypatch.setattr(doc_files.os if name == "scandir" else doc_files.Path, name, refused)


@pytest.mark.parametrize(("name", "path"), [("scandir", "deep"), ("stat", "deep/scope.md")])
def test_what_cannot_be_looked_at_is_named_and_stays_found(index, pages, monkeypatch, name, path):
    index.update(of(pages), Deadline())
    refuse(pages / path, monkeypatch, name)
    updated = index.update(of(pages), Deadline())
    assert updated.problems == (f"{path}: Permission denied",)
    assert not updated.complete
    assert len(index.find("elvis", [of(pages)], 5)) == 2


def test_pages_beyond_the_limits_are_named(index, pages, monkeypatch):
    monkeypatch.setattr(doc_files, "MOST_FILES", 1)
    assert index.update(of(pages), Deadline()).problems == ("only the first 1 pages are read",)
    monkeypatch.undo()
    monkeypatch.setattr(doc_files, "LARGEST_FILE", 2)
    assert "2 pages of more than" in index.update(of(pages), Deadline()).problems[0]


def test_problems_that_are_not_shown_are_counted(index, pages):
    for number in range(5):
        (pages / f"{number}.md").write_bytes(b"\x00" * 64)
    notes = index.refresh([of(pages)], Deadline())
    assert "docs: 2 more in 'handbook'" in notes[-1]


def test_an_index_that_was_damaged_finds_nothing_and_says_so(index, pages, tmp_path):
    index.update(of(pages), Deadline())
    file = tmp_path / "web" / "docs.sqlite3"
    file.write_bytes(b"garbage" * 2000)
    for end in ("-wal", "-shm"):
        (tmp_path / "web" / f"docs.sqlite3{end}").unlink(missing_ok=True)
    with pytest.raises(OSError, match="damaged and is made anew"):
        index.find("elvis", [of(pages)], 5)


def test_a_list_of_folders_that_is_damaged_is_named_and_kept(web, tmp_path, pages):
    folders = Folders(tmp_path / "web" / "docs.json")
    folders.add(pages)
    (tmp_path / "web" / "docs.json").write_text('{"folders": [{"pa')
    (answer,) = search(web, tmp_path, docs_url=None).run(only("elvis operator"), ("docs",))
    assert "the list of folders" in str(answer.problem)
    folders.add(pages)
    assert (tmp_path / "web" / "docs.damaged").read_text() == '{"folders": [{"pa'


def test_entries_of_the_list_that_cannot_be_read_are_named(web, tmp_path, pages):
    folders = Folders(tmp_path / "web" / "docs.json")
    folders.add(pages)
    text = (tmp_path / "web" / "docs.json").read_text()
    (tmp_path / "web" / "docs.json").write_text(text.replace('"folders": [', '"folders": [{"odd": 1},'))
    (answer,) = search(web, tmp_path, docs_url=None).run(only("elvis operator"), ("docs",))
    assert len(answer.pages) == 2
    assert "1 entries of the list of folders" in answer.gaps[0]


def test_a_page_without_an_address_is_counted(web, tmp_path):
    (answer,) = search(web, tmp_path, "searxng").run(only("elvis operator"), ("searxng",))
    assert answer.pages
    assert answer.gaps == ("searxng: 1 pages without a title or a usable address are left out",)
    # It is known from the kept answer as well.
    (again,) = search(web, tmp_path, "searxng").run(only("elvis operator"), ("searxng",))
    assert (again.cached, again.gaps) == (True, answer.gaps)


def test_a_file_that_cannot_be_read_is_logged_and_a_missing_one_is_not(tmp_path, caplog):
    assert read_json(tmp_path / "absent.json") == {}
    assert caplog.text == ""
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "cut.json").write_text("{")
    assert (read_json(tmp_path / "list.json"), read_json(tmp_path / "cut.json")) == ({}, {})
    assert "list.json" in caplog.text
    assert "cut.json" in caplog.text


def test_a_page_whose_main_part_is_not_found_is_logged(caplog, monkeypatch):
    import trafilatura

    def broken(*_given, **_more):
        raise RecursionError("too deep")

    caplog.set_level(logging.INFO)
    monkeypatch.setattr(trafilatura, "extract", broken)
    page = page_text.read_page(b"<html><body><p>Elvis</p></body></html>", "text/html")
    assert (page.text, page.is_main) == ("Elvis", False)
    assert "too deep" in caplog.text
