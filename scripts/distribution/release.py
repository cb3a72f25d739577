"""A release: `python -m scripts.distribution.release prepare 0.2.0 [--dry-run]`, then `artifacts --to dist`.

`prepare` sets the version everywhere, dates the changelog, commits and tags; it pushes and publishes nothing.
With `--dry-run` it says what it would do, and changes nothing. `artifacts` builds what a release has, from
the sources as they are: wheel, source archive, extension, MCP bundle, SBOM, checksums, provenance and notes.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from packaging.version import InvalidVersion, Version

from scripts.distribution.directories import ROOT, pack_bundle, read_product
from scripts.distribution.release_documents import bill_of_materials, checksums, provenance
from scripts.distribution.vsix_platforms import PLATFORMS

_UNRELEASED = "## Unreleased"
_VERSION = re.compile(r'^(\s*"?version"?\s*[:=]\s*")([^"]+)(")', re.MULTILINE)
_VERSION_FILES = {
    "pyproject.toml": 1,
    "vscode-extension/package.json": 1,
    "vscode-extension/package-lock.json": 2,
}
"""Files that name the version, and how often at their top: the lock names it for itself and its package."""


class NotReady(Exception):  # noqa: N818 - a finding about the checkout
    """Something stands in the way of a release; the message says what to do."""


def check_checkout(root: Path, version: str) -> None:
    """Check that a checkout can be released as a version.

    Raises:
        NotReady: it cannot.
    """
    try:
        wanted, current = Version(version), Version(current_version(root))
    except InvalidVersion as problem:
        raise NotReady(f"{problem}; give one like 0.2.0") from None
    if wanted < current:
        raise NotReady(f"{version} is older than {current}, which the checkout has")
    if _git(root, "status", "--porcelain").strip():
        raise NotReady("the checkout has changes; commit or stash them")
    if _git(root, "tag", "--list", f"v{version}").strip():
        raise NotReady(f"the tag v{version} exists")
    if not release_notes((root / "CHANGELOG.md").read_text("utf-8")).strip():
        raise NotReady("the changelog has nothing under Unreleased; write what changed")


def current_version(root: Path) -> str:
    """Return the version that a checkout has."""
    found = _VERSION.search((root / "pyproject.toml").read_text("utf-8"))
    assert found is not None
    return found[2]


def release_notes(changelog: str, version: str | None = None) -> str:
    """Return what the changelog says of a version; without one, of what is not released."""
    heading = _UNRELEASED if version is None else f"## {version} "
    start = changelog.find(heading)
    if start < 0:
        return ""
    begin = changelog.index("\n", start)
    end = changelog.find("\n## ", begin)
    return changelog[begin : end if end >= 0 else None].strip() + "\n"


def changed_files(root: Path, version: str, day: dt.date) -> dict[str, str]:
    """Return the new text of each file that a release changes, by its path."""
    changed = {}
    for name, count in _VERSION_FILES.items():
        text = (root / name).read_text("utf-8")
        changed[name] = _VERSION.sub(rf"\g<1>{version}\g<3>", text, count=count)
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    dated = f"{_UNRELEASED}\n\n## {version} ({day.isoformat()})"
    changed["CHANGELOG.md"] = changelog.replace(_UNRELEASED, dated, 1)
    return changed


def prepare(root: Path, version: str, day: dt.date, *, dry_run: bool) -> list[str]:
    """Set the version, date the changelog, commit and tag; return what was done, or would be.

    Raises:
        NotReady: the checkout cannot be released.
    """
    check_checkout(root, version)
    changed = changed_files(root, version, day)
    done = [f"write {name}" for name in changed]
    done += ["write distribution/", f"commit release: {version}", f"tag v{version}"]
    if dry_run:
        return done
    for name, text in changed.items():
        (root / name).write_text(text, "utf-8")
    subprocess.run([sys.executable, "-m", "scripts.distribution.directories"], check=True, cwd=root)
    _git(root, "add", *changed, "distribution")
    _git(root, "commit", "--quiet", "--message", f"release: {version}")
    _git(root, "tag", "--annotate", f"v{version}", "--message", f"Kotlin RCA {version}")
    return done


def build_artifacts(target: Path, *, all_platforms: bool) -> list[Path]:
    """Build what a release has into a folder; return its files.

    Raises:
        subprocess.CalledProcessError: something does not build.
    """
    product = read_product()
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as committed:
        # Of what is committed alone: the checkout may have compiled readers, which fit this machine.
        archive = Path(committed) / "source.tar"
        _git(ROOT, "archive", "--output", str(archive), "HEAD")
        shutil.unpack_archive(archive, committed, filter="data")
        build = [sys.executable, "-m", "hatchling", "build", "--directory", str(target)]
        _run([*build, "--target", "wheel", "--target", "sdist"], Path(committed))
    extension = ROOT / "vscode-extension"
    for platform in (None, *(PLATFORMS if all_platforms else ())):
        given = [] if platform is None else ["--target", platform]
        _run(["node", "scripts/package.mjs", *given], extension)
        part = "" if platform is None else f"{platform}-"
        shutil.move(extension / f"kotlin-rca-{part}{product.version}.vsix", target)
    icon = extension / "media" / "icon.png"
    pack_bundle(target / f"{product.name}-{product.version}.mcpb", product, icon)
    write_documents(target, product.version, ROOT)
    return sorted(target.iterdir())


def write_documents(target: Path, version: str, root: Path) -> None:
    """Write the SBOM, the checksums, the provenance statement and the notes of the files in a folder."""
    commit = _git(root, "rev-parse", "HEAD").strip()
    made: Mapping[str, Callable[[], str]] = {
        "kotlin-rca.cdx.json": lambda: bill_of_materials(version, (root / "requirements.lock")),
        "SHA256SUMS": lambda: checksums(target),
        "provenance.json": lambda: provenance(target, commit, version),
        "NOTES.md": lambda: release_notes((root / "CHANGELOG.md").read_text("utf-8"), version),
    }
    for name, render in made.items():
        (target / name).write_text(render(), "utf-8")


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], check=True, cwd=root, capture_output=True, text=True).stdout  # noqa: S607 - git of the PATH


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, check=True, cwd=folder)


def main() -> int:
    """Run one step of a release; return 1 where something stands in the way."""
    options = argparse.ArgumentParser(description=__doc__)
    steps = options.add_subparsers(dest="step", required=True)
    first = steps.add_parser("prepare")
    first.add_argument("version")
    first.add_argument("--dry-run", action="store_true")
    second = steps.add_parser("artifacts")
    second.add_argument("--to", type=Path, required=True)
    second.add_argument("--all-platforms", action="store_true", help="an extension with all wheels for each")
    given = options.parse_args()
    if not read_product().is_publishable:
        print("product.json names no repository or namespace: directories would refuse it", file=sys.stderr)
    if given.step == "artifacts":
        print(*build_artifacts(given.to.resolve(), all_platforms=given.all_platforms), sep="\n")
        return 0
    try:
        today = dt.datetime.now(tz=dt.UTC).date()
        print(*prepare(ROOT, given.version, today, dry_run=given.dry_run), sep="\n")
    except NotReady as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
