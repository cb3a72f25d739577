"""The pages: each link leads to a file and a heading, each file that is named exists, `docs/README.md` lists all."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LISTED = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
# What a package of knowledge or a fixture holds is data of a test, not a page.
PAGES = sorted(name for name in LISTED.stdout.splitlines() if not name.startswith(("tests/", "benchmarks/")))
LINK = re.compile(r"\]\(([^()\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"")
NAMED = re.compile(r"`((?:rca|lsp_server|models|scripts|benchmarks|tests|examples)/[\w./-]*(?:\.\w+|/))`")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def links(text):
    """Return the relative links of a page, without those in code."""
    prose = re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))
    found = (first or second for first, second in LINK.findall(prose))
    return [link for link in found if not re.match(r"[a-z]+:", link)]


def anchors(text):
    """Return the fragments that GitHub makes of the headings."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page):
    """Return the links of a page that lead nowhere."""
    source = ROOT / page
    for link in links(source.read_text(encoding="utf-8")):
        path, _, fragment = link.partition("#")
        target = (source.parent / path) if path else source
        if not target.exists() or (fragment and fragment not in anchors(target.read_text(encoding="utf-8"))):
            yield link


@pytest.mark.parametrize("page", PAGES)
def test_each_link_leads_to_a_file_and_a_heading(page):
    assert list(broken(page)) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# How it works\n[a](#how-it-works) [b](#gone) [c](no.md) `[d](e)` ![f](f.png)\n")
    assert list(broken(page)) == ["#gone", "no.md", "f.png"]


def missing(text):
    """Return the files and folders that a page names and that do not exist; the extension's are in its folder."""
    return [
        name
        for name in NAMED.findall(text)
        if not any((root / name).exists() for root in (ROOT, ROOT / "vscode-extension"))
    ]


@pytest.mark.parametrize("page", [page for page in PAGES if page != "CHANGELOG.md"])
def test_each_file_that_a_page_names_exists(page):
    assert missing((ROOT / page).read_text(encoding="utf-8")) == []


def test_a_file_that_does_not_exist_is_found():
    assert missing("`rca/tools/`, `rca/nowhere.py` and `rca/output`") == ["rca/nowhere.py"]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.startswith("docs/") and page != "docs/README.md"]
)
def test_each_page_is_in_the_list_of_pages(page):
    listed = links((ROOT / "docs" / "README.md").read_text(encoding="utf-8"))
    assert page.removeprefix("docs/") in listed
