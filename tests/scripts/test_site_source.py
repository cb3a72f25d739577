"""The pages as a site: every page is in the navigation, and no link is broken."""

import json
from pathlib import Path

import pytest

from scripts.site.site_source import find_broken_links, find_pages, navigation, rewrite_links, write_source

ROOT = Path(__file__).parents[2]
PAGES = {
    "docs/a.md": "a.md",
    "docs/design/b.md": "design/b.md",
    "docs/index.md": "indexing.md",
    "README.md": "overview.md",
}


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    write_source(folder)
    return folder


def test_every_page_is_in_the_navigation(source):
    sections = json.loads((source / "mkdocs.yml").read_text("utf-8"))["nav"]
    listed = {"index.md"}
    for section in sections[1:]:
        ((_, rows),) = section.items()
        listed |= {place for row in rows for place in row.values()}
    assert listed == set(find_pages().values())


def test_no_link_is_broken(source):
    assert list(find_broken_links(source)) == []


def test_a_broken_link_is_seen(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("[b](b.md#x), [c](https://example.com), `[d](d.md)`\n")
    assert list(find_broken_links(tmp_path)) == ["docs/a.md: b.md#x"]


@pytest.mark.parametrize(
    ("page", "text", "expected"),
    [
        ("docs/a.md", "[i](index.md#tags)", "[i](indexing.md#tags)"),
        (
            "docs/design/b.md",
            "[i](../index.md) [r](../../README.md)",
            "[i](../indexing.md) [r](../overview.md)",
        ),
        ("README.md", "[a](docs/a.md)", "[a](a.md)"),
        ("docs/a.md", "[code](../rca/text/lines.py) stays", "code stays"),
        ("docs/a.md", "[w](https://example.com) [x](#here)", "[w](https://example.com) [x](#here)"),
        ("docs/a.md", "`[i](index.md)`", "`[i](index.md)`"),
        ("docs/a.md", "[`i`](index.md), [see `../x`](../x)", "[`i`](indexing.md), see `../x`"),
        ("docs/a.md", "```\n[i](index.md)\n```\n", "```\n[i](index.md)\n```\n"),
    ],
)
def test_links_lead_to_where_pages_are(page, text, expected):
    assert rewrite_links(text, page, PAGES) == expected


def test_the_navigation_follows_the_page_of_pages():
    text = (
        "# P\n\n## Users\n\n| page | what |\n|---|---|\n| [a.md](a.md) | all of it |\n| [x](gone.md) | no |\n"
    )
    assert navigation(text, PAGES) == [{"All pages": "index.md"}, {"Users": [{"A": "a.md"}]}]
