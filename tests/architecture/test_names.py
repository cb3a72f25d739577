"""Names and docstrings: the terms of `docs/glossary.md`, one basename for one thing, one set of headings."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
RETIRED_MODULES = frozenset(
    [
        "beside",
        "company",
        "lately",
        "lazy",
        "turns",
        "inquiry",
        "kept_texts",
        "named",
        "spoken",
        "subject",
        "tally",
        "warming",
        "wording",
        "held",
        "kept",
        "courtesy",
        "current",
        "described",
        "layered",
        "listing",
        "turn",
        "unused",
        "walk",
        "surface",
        "apart",
        "choice",
        "crowds",
        "crowd",
        "declared",
        "implied",
        "implicit",
        "rejections",
        "words",
        "asking",
        "carried",
        "deriving",
        "exported",
        "leftovers",
        "likeness",
        "nearest",
        "opened",
        "standing",
        "telling",
        "upkeep",
        "moves",
        "orders",
        "bare",
        "blocks",
        "chance",
        "published",
        "shown",
        "spelled",
        "errand",
        "cassette",
        "quiet",
        "holding",
        "hit",
        "cut",
        "lacks",
        "lacking",
        "doubts",
        "cutting",
        "links",
        "garbage",
        "sweep",
        "pace",
    ]
)
"""Words that tell nothing of what a module holds; the glossary has the terms in their place."""
RETIRED_CLASSES = frozenset(
    [
        "Watch",
        "Turns",
        "Company",
        "Lately",
        "Courtesy",
        "Quiet",
        "Kept",
        "Held",
        "Found",
        "Known",
        "Shown",
        "Seen",
        "Tally",
        "Tied",
        "Taken",
        "Settled",
        "Errand",
        "Ran",
        "Ended",
        "Sweep",
        "Crew",
        "Pace",
        "Level",
        "Opened",
        "Asking",
        "Upkeep",
        "Likeness",
        "Asked",
        "Crowd",
        "Leftovers",
        "Apart",
        "Rejection",
        "Implied",
        "Said",
        "Looked",
        "Scissors",
    ]
)
ENTRY_POINTS = frozenset({"__init__", "__main__"})


def _modules() -> list[Path]:
    folders = ("rca", "lsp_server")
    return [
        path for folder in folders for path in (ROOT / folder).rglob("*.py") if "_compiled" not in path.parts
    ]


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Definitions:
    """What a module defines: its classes, and its docstrings with the names that they belong to."""

    classes: tuple[str, ...]
    docstrings: tuple[tuple[str, str], ...]


@cache
def _definitions() -> dict[str, Definitions]:
    """Return the definitions of each module of product code: reading them takes longer than all tests here."""
    definitions = {}
    for path in _modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documented = ((node, ast.get_docstring(node)) for node in _definition_nodes(tree))
        definitions[str(path.relative_to(ROOT))] = Definitions(
            tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef)),
            tuple((getattr(node, "name", "module"), text) for node, text in documented if text is not None),
        )
    return definitions


def _definition_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Return what may have a docstring; no expression holds any, so none is entered."""
    if isinstance(tree, DOCUMENTED):
        yield tree
    for child in ast.iter_child_nodes(tree):
        if not isinstance(child, ast.expr):
            yield from _definition_nodes(child)


def test_no_module_has_a_retired_name() -> None:
    assert [str(path.relative_to(ROOT)) for path in _modules() if path.stem in RETIRED_MODULES] == []


def test_no_module_around_the_product_has_a_retired_name() -> None:
    folders = ("models", "benchmarks", "evaluation", "scripts")
    around = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert [str(path.relative_to(ROOT)) for path in around if path.stem in RETIRED_MODULES] == []


def test_no_file_of_the_extension_has_a_retired_name() -> None:
    files = (ROOT / "vscode-extension" / "src").rglob("*.ts")
    assert [path.name for path in files if path.stem in RETIRED_MODULES] == []


def test_no_test_has_the_name_of_a_retired_module() -> None:
    tests = (ROOT / "tests").rglob("test_*.py")
    assert [path.name for path in tests if path.stem.removeprefix("test_") in RETIRED_MODULES] == []


def test_no_class_has_a_retired_name() -> None:
    retired = [
        f"{path}: {name}"
        for path, module in _definitions().items()
        for name in module.classes
        if name.lstrip("_") in RETIRED_CLASSES
    ]
    assert retired == []


def test_modules_of_the_engine_share_no_name_unless_they_are_twins() -> None:
    """Twins: one thing for Kotlin and for Java, or a tool beside the module of the engine that it offers."""
    same: defaultdict[str, list[str]] = defaultdict(list)
    for path in (ROOT / "rca").rglob("*.py"):
        if "_compiled" not in path.parts and path.stem not in ENTRY_POINTS and "tools" not in path.parts:
            same[path.stem].append(str(path.relative_to(ROOT)))
    shared = {name: paths for name, paths in same.items() if len(paths) > 1}
    assert {name: paths for name, paths in shared.items() if not _are_twins(paths)} == {}


def _are_twins(paths: list[str]) -> bool:
    return {Path(path).parent.name for path in paths} <= {"java", "kotlin"}


HEADINGS = frozenset({"Args:", "Returns:", "Raises:", "Attributes:"})
HEADING = re.compile(r"^(?:[A-Z][a-z]+:$|(?:Errors?|Gives|Note|Throws|Yields): )", re.MULTILINE)
VAGUE = re.compile(r"(?:Give|Gives|Hand|Let|Say|Says|Tell|Tells) ")
"""How no docstring begins: it says in the standard words what is returned or done."""


def _docstrings() -> list[tuple[str, str]]:
    """Return the docstrings of product code with their places; a command's is the help that a user reads."""
    return [
        (f"{path}: {name}", text)
        for path, module in _definitions().items()
        for name, text in module.docstrings
    ]


def test_docstrings_begin_with_what_is_returned_or_done() -> None:
    assert [place for place, text in _docstrings() if VAGUE.match(text)] == []


def test_docstrings_around_the_product_begin_so_too() -> None:
    folders = ("models", "benchmarks", "evaluation", "scripts", "tests")
    vague = re.compile(rf'^\s*"""{VAGUE.pattern}', re.MULTILINE)
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    assert [str(path) for path in paths if vague.search(path.read_text(encoding="utf-8"))] == []


def test_docstrings_have_one_set_of_headings() -> None:
    other = {place: set(HEADING.findall(text)) - HEADINGS for place, text in _docstrings()}
    assert {place: found for place, found in other.items() if found} == {}
