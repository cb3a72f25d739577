"""The pages as MkDocs wants them: `python -m scripts.site.site_source FOLDER`; `make site` builds the site.

The tables of `docs/README.md` are the navigation. Pages outside `docs/` come along under names of their own;
links to anything else in the repository lose their address, as the site does not hold it.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

_MOVED = {
    "README.md": "overview.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "examples/README.md": "example-app.md",
    "docs/README.md": "index.md",
    "docs/index.md": "indexing.md",
}
"""Pages whose path on the site is not their path below `docs/`: the page of pages is the site's first."""

_LINK = re.compile(r"`[^`\n]+`|(!?\[(?:[^\]\[]|\[[^\]]*\])*\])\(([^()\s]+)\)")
"""A link, or code, which may look like one: code in a link's text begins after the link does."""

_IMAGE_SOURCE = re.compile(r'((?:src|srcset)=")([^"]+)(")')
_ROW = re.compile(r"^\| \[[^\]]+\]\(([^)#]+)\) \| (.+?) \|$", re.MULTILINE)
_EXTERNAL = re.compile(r"[a-z]+:|#")
_CODE = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)


def find_pages(root: Path = ROOT) -> dict[str, str]:
    """Return each page's path on the site, by its path in the repository."""
    pages = [path.relative_to(root).as_posix() for path in sorted((root / "docs").rglob("*.md"))]
    moved = [name for name in _MOVED if (root / name).is_file()]
    return {name: _MOVED.get(name, name.removeprefix("docs/")) for name in dict.fromkeys(pages + moved)}


def write_source(target: Path, root: Path = ROOT) -> None:
    """Write the pages, what they show, and `mkdocs.yml` into a new folder."""
    shutil.rmtree(target, ignore_errors=True)
    pages = find_pages(root)
    for name, place in pages.items():
        path = target / "docs" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rewrite_links((root / name).read_text("utf-8"), name, pages, root), "utf-8")
    shutil.copytree(root / "docs", target / "docs", ignore=shutil.ignore_patterns("*.md"), dirs_exist_ok=True)
    configuration = {
        "site_name": "Kotlin RCA",
        "theme": {"name": "material", "font": False, "features": ["navigation.indexes", "search.suggest"]},
        "plugins": ["search"],
        "markdown_extensions": ["admonition", "tables", "md_in_html", {"toc": {"permalink": True}}],
        "nav": navigation((root / "docs" / "README.md").read_text("utf-8"), pages),
        "validation": {"links": {"anchors": "warn", "not_found": "warn"}, "nav": {"omitted_files": "warn"}},
    }
    # YAML holds all of JSON.
    (target / "mkdocs.yml").write_text(json.dumps(configuration, indent=1), "utf-8")


def navigation(page_of_pages: str, pages: dict[str, str]) -> list[dict[str, object]]:
    """Return the navigation as the page of pages has it: a section a heading, an entry a row."""
    entries: list[dict[str, object]] = [{"All pages": "index.md"}]
    for section in page_of_pages.split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        rows = []
        for link, says in _ROW.findall(text):
            name = posixpath.normpath(posixpath.join("docs", link))
            if name in pages:
                rows.append({_short(says, link): pages[name]})
        entries.append({title: rows})
    return entries


def _short(says: str, link: str) -> str:
    """Return an entry's title: the file's name, which is what the page is about."""
    name = posixpath.basename(link).removesuffix(".md").replace("-", " ")
    return says.partition(",")[0].partition(":")[0] if name in {"README", "index"} else name.capitalize()


def rewrite_links(text: str, name: str, pages: dict[str, str], root: Path = ROOT) -> str:
    """Return a page's text with links that lead to where the pages are on the site; code is left alone."""
    pieces = _CODE.split(text)
    for number in range(0, len(pieces), 2):
        pieces[number] = _LINK.sub(lambda found: _link(found, name, pages, root), pieces[number])
        pieces[number] = _IMAGE_SOURCE.sub(
            lambda found: found[1] + (_address(found[2], name, pages, root) or found[2]) + found[3],
            pieces[number],
        )
    return "".join(pieces)


def _link(found: re.Match[str], name: str, pages: dict[str, str], root: Path) -> str:
    label, address = found.groups()
    if address is None:
        return found[0]
    target = _address(address, name, pages, root)
    return f"{label}({target})" if target is not None else label.removeprefix("!")[1:-1]


def _address(address: str, name: str, pages: dict[str, str], root: Path) -> str | None:
    """Return a link's address on the site; None where the site does not hold what it leads to."""
    if _EXTERNAL.match(address):
        return address
    path, mark, anchor = address.partition("#")
    linked = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
    if linked not in pages and not (linked.startswith("docs/") and (root / linked).is_file()):
        return None
    place = pages.get(linked, linked.removeprefix("docs/"))
    return posixpath.relpath(place, posixpath.dirname(pages[name]) or ".") + mark + anchor


def find_broken_links(target: Path) -> Iterator[str]:
    """Yield links of a written source that lead to no file."""
    for path in sorted((target / "docs").rglob("*.md")):
        for piece in _CODE.split(path.read_text("utf-8"))[::2]:
            found = [link for _, link in _LINK.findall(piece) if link]
            found += [link for _, link, _ in _IMAGE_SOURCE.findall(piece)]
            for link in found:
                if _EXTERNAL.match(link):
                    continue
                if not Path(os.path.normpath(path.parent / link.partition("#")[0])).is_file():
                    yield f"{path.relative_to(target)}: {link}"


if __name__ == "__main__":
    write_source(Path(sys.argv[1]))
