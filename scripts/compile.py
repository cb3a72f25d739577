"""Compile the Kotlin and Java readers; skip what is up to date.

    python -m scripts.compile

Needs a C compiler. Without one, or where it fails, the program runs from its sources, slower.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rca import native_modules

_PATTERNS = (
    "rca/languages/facts_builder.py",
    "rca/languages/token_cursor.py",
    "rca/languages/kotlin/*.py",
    "rca/languages/java/*.py",
)
"""What is compiled. A class of these can have no subclass that is not."""
_LEVEL = "1"
"""What the C compiler does to make code fast: more takes it twice as long, for a few percent."""
_SCRATCH = native_modules.PACKAGES / "build" / "compiled"
"""C and object files, kept: after an edit only what follows from it is compiled again."""


def main() -> None:
    """Build, and say in one line what came of it."""
    if is_fresh():
        return
    print("Compiling the readers of Kotlin and Java (half a minute, once)", flush=True)  # noqa: T201 - a command
    log = io.StringIO()
    try:
        with contextlib.redirect_stdout(log), contextlib.redirect_stderr(log):
            build(native_modules.FOLDER)
    except (Exception, SystemExit) as problem:  # noqa: BLE001 - optional: whatever fails, the sources run
        _SCRATCH.mkdir(parents=True, exist_ok=True)
        (_SCRATCH / "log").write_text(f"{log.getvalue()}\n{problem!r}\n", encoding="utf-8")
        print("Not compiled (build/compiled/log says why): all works without, more slowly")  # noqa: T201


def is_fresh() -> bool:
    """Return whether these sources have been compiled, in this way."""
    try:
        manifest = (native_modules.FOLDER / native_modules.MANIFEST).read_text(encoding="utf-8")
    except OSError:
        return False
    return _recipe() in manifest and native_modules.Finder(native_modules.FOLDER, manifest).fits


def build(folder: Path) -> None:
    """Compile into a folder.

    Raises:
        Exception: a source cannot be compiled, or there is no C compiler.
    """
    made = _SCRATCH / "made"
    shutil.rmtree(made, ignore_errors=True)
    paths = sorted(path for path in _matching(_PATTERNS) if path.name != "__init__.py")
    lines = [  # as they are before they are read: what is edited meanwhile does not fit
        f"source {native_modules.digest_of(path.read_bytes())} {_inside(path, native_modules.PACKAGES)}"
        for path in _all_behind(paths)
    ]
    with contextlib.chdir(native_modules.PACKAGES):
        _compile([_inside(path, native_modules.PACKAGES) for path in paths], made)
    lines.append(_recipe())
    (folder / native_modules.MANIFEST).unlink(missing_ok=True)
    for file in sorted(path for path in made.rglob("*") if path.is_file()):
        name = _inside(file, made)
        lines.append(f"module {name.partition('.')[0].replace('/', '.')} {name}")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        file.replace(folder / name)  # a process that runs the one before goes on with that
    (folder / native_modules.MANIFEST).write_text("\n".join(lines), encoding="utf-8")


def _recipe() -> str:
    path = Path(__file__)
    return f"recipe {native_modules.digest_of(path.read_bytes())} {path.name}"


def _matching(patterns: Iterable[str]) -> Iterator[Path]:
    for pattern in patterns:
        yield from native_modules.PACKAGES.glob(pattern)


def _inside(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _all_behind(paths: Iterable[Path]) -> list[Path]:
    """Return these sources and all of ours that they import: types and constants of those are compiled in."""
    found: set[Path] = set()
    left = list(paths)
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left.extend(_imported(path))
    return sorted(found)


def _imported(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        elif isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        else:
            continue
        for name in names:
            place = native_modules.PACKAGES.joinpath(*name.split("."))
            yield from (one for one in (place.with_suffix(".py"), place / "__init__.py") if one.is_file())


def _compile(sources: list[str], made: Path) -> None:
    # Imported here: what they are needed for is optional.
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    extensions = mypycify(
        sources, opt_level=_LEVEL, debug_level="0", multi_file=True, target_dir=str(_SCRATCH / "c")
    )
    for extension in extensions:
        extension.extra_compile_args = [one for one in extension.extra_compile_args if one != "-Werror"]
    command = build_ext(Distribution({"name": "kotlin-rca", "ext_modules": extensions, "packages": []}))
    command.build_lib = str(made)
    command.build_temp = str(_SCRATCH / f"{native_modules.FOLDER.name}-O{_LEVEL}")
    command.build_extensions = lambda: _build_all(command)
    command.ensure_finalized()
    command.run()


def _build_all(command: Any) -> None:  # noqa: ANN401 - setuptools has no types
    """Build extensions, their C files side by side and only where they changed."""
    from setuptools.modified import newer_group

    compiler = command.compiler
    compile_one = compiler.compile

    def compile_all(sources: list[str], **options: Any) -> list[str]:  # noqa: ANN401 - as above
        def compile_once(source: str) -> list[str]:
            made: list[str] = compiler.object_filenames([source], output_dir=options["output_dir"])
            if newer_group([source, *options["depends"]], made[0]):
                compile_one([source], **options)
            return made

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return [name for made in pool.map(compile_once, sources) for name in made]

    compiler.compile = compile_all
    for extension in command.extensions:
        command.build_extension(extension)


if __name__ == "__main__":
    main()
