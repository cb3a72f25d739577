"""Build the answer keys of the repositories in the manifest.

    python -m benchmarks.oracle.build [MODULE...] [--cache DIR] [--mirrors DIR] [--again key|all]

Sources, compilers and keys stay under the cache folder (`~/.cache/kotlin-rca-oracle`): `keys/dev/`,
`keys/held/` and `sources/<module>/`. What exists is not made again without `--again`.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.oracle.key import Edges, make
from benchmarks.oracle.sources import Library, Module, check_out, modules
from benchmarks.oracle.tool import Tool

CACHE = Path.home() / ".cache" / "kotlin-rca-oracle"


def main() -> None:
    """Build what is asked for and missing."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--mirrors", type=Path)
    parser.add_argument("--again", choices=("key", "all"), help="a key from the edges that are there, or all")
    options = parser.parse_args()
    tool = Tool(options.cache)
    for module in modules():
        key = options.cache / "keys" / module.split / f"{module.name}.json"
        wanted = module.name in options.modules if options.modules else True
        if wanted and (options.again or not key.exists()):
            started = time.perf_counter()
            if options.again != "key":
                compile_module(module, tool, options.cache, options.mirrors)
            made = key_of(module, options.cache)
            key.parent.mkdir(parents=True, exist_ok=True)
            key.write_text(json.dumps(made), "utf-8")
            groups = Counter(callee["id"].split("-")[-2] for callee in made["callees"])
            print(
                f"{module.split:5} {module.name:22} {time.perf_counter() - started:5.0f} s  {dict(groups)}",
                flush=True,
            )


def compile_module(module: Module, tool: Tool, cache: Path, mirrors: Path | None) -> None:
    """Check a module out and leave the compilers' edges of it in `edges/<module>/`."""
    root = check_out(module.library, cache / "sources" / module.name, mirrors)
    beside = [
        (other, check_out(other, cache / "beside" / other.repository.replace("/", "+"), mirrors))
        for other in module.beside
    ]
    work = cache / "edges" / module.name
    work.mkdir(parents=True, exist_ok=True)
    resolve(tool, [*beside, (module.library, root)], work)


def key_of(module: Module, cache: Path) -> dict[str, Any]:
    """Return a module's key, from its edges."""
    root, work = cache / "sources" / module.name, cache / "edges" / module.name
    files = (path for path in root.rglob("*.*") if path.suffix in (".kt", ".java"))
    head = {
        "module": module.name,
        "repository": module.library.repository,
        "commit": module.library.commit,
        "javaNeutral": False,
        "files": sorted(path.relative_to(root).as_posix() for path in files),
    }
    return make(edges_of(work, root), head)


def edges_of(work: Path, root: Path) -> Edges:
    """Return the edges that the compilers left in `work` of the sources under `root`."""
    return Edges((line for name in ("kotlin.jsonl", "java.jsonl") for line in _lines(work / name)), root)


def resolve(tool: Tool, roots: list[tuple[Library, Path]], work: Path) -> None:
    """Compile, and leave the edges in `work`.

    Source sets of several libraries go together from the last one backwards: platform with platform.
    """
    depth = max(library.depth for library, _ in roots)
    fragments: list[list[Path]] = [[] for _ in range(depth)]
    java: list[Path] = []
    for library, root in roots:
        for path in sorted(root.rglob("*.*")):
            place = library.place(path.relative_to(root).as_posix())
            if path.suffix == ".kt" and place is not None:
                fragments[place + depth - library.depth].append(path)
            elif path.suffix == ".java":
                java.append(path)
    _kotlin(tool, fragments, java, work)
    if java:
        _java(tool, java, work)


def _kotlin(tool: Tool, fragments: list[list[Path]], java: list[Path], work: Path) -> None:
    stubs = work / "stubs"
    shutil.rmtree(stubs, ignore_errors=True)
    arguments = [f"-Xplugin={tool.plugin}", "-no-stdlib", "-no-reflect", "-nowarn", "-Xallow-kotlin-package"]
    arguments += ["-Xexpect-actual-classes", "-Xcontext-parameters", "-Xskip-prerelease-check"]
    arguments += ["-cp", ":".join(map(str, tool.libraries)), "-d", str(work / "classes")]
    if java:
        arguments.append("-Xjava-source-roots=" + ",".join(sorted({str(_java_root(path)) for path in java})))
    if len(fragments) > 1:
        names = [f"set{place}" for place in range(len(fragments))]
        pairs = zip(names, fragments, strict=True)
        of_sets = ",".join(f"{name}:{path}" for name, paths in pairs for path in paths)
        refines = ",".join(f"{fine}:{coarse}" for coarse, fine in pairwise(names))
        arguments += ["-Xmulti-platform", "-Xfragments=" + ",".join(names), "-Xfragment-sources=" + of_sets]
        arguments.append("-Xfragment-refines=" + refines)
    arguments += [str(path) for paths in fragments for path in paths]
    listed = work / "kotlin.arguments"
    listed.write_text("\n".join(arguments), "utf-8")
    properties = [f"-Dcall.edges={work / 'kotlin.jsonl'}", *([f"-Djava.stubs={stubs}"] if java else [])]
    result = tool.kotlin([f"@{listed}"], properties=properties)
    (work / "kotlin.log").write_text(result.stdout + result.stderr, "utf-8")


def _java(tool: Tool, java: list[Path], work: Path) -> None:
    listed = work / "java.files"
    listed.write_text("\n".join(map(str, java)), "utf-8")
    path = ":".join(map(str, tool.libraries))
    result = tool.java_calls([str(work / "java.jsonl"), path, str(work / "stubs"), str(listed)])
    (work / "java.log").write_text(result.stdout + result.stderr, "utf-8")


def _java_root(path: Path) -> Path:
    """Return the folder that a file's package starts in, from what the file says."""
    found = re.search(r"^\s*package\s+([\w.]+)\s*;", path.read_text("utf-8", "replace"), re.MULTILINE)
    return path.parents[found[1].count(".") + 1] if found else path.parent


def _lines(path: Path) -> Iterator[str]:
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from file


if __name__ == "__main__":
    main()
