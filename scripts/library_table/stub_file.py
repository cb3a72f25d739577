"""Parser of one Python stub file of Java classes (`chaquopy-stubs-*`)."""

from __future__ import annotations

import ast
import keyword
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

Bounds = dict[str, ast.expr | None]
"""Type variables and their bounds."""

_OF_OBJECT = frozenset(("__init__", "equals", "hashCode", "toString", "clone", "finalize"))
_RECEIVER = "this_"


class StubFile:
    """One stub file: the classes of a package. `roots` are the first parts of names written in full."""

    def __init__(self, origin: str, package: str, module: ast.Module) -> None:
        self.origin = origin
        self.package = package
        self.module = module
        self.classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
        self.bounds = bounds_of(module)
        own = {node.name for node in self.classes}
        imported = (one.name for node in module.body if isinstance(node, ast.Import) for one in node.names)
        self.roots = frozenset(name.partition(".")[0] for name in imported) - own
        variables = {
            name
            for node in ast.walk(module)
            if isinstance(node, ast.ClassDef | ast.Module)
            for name in bounds_of(node)
        }
        self.parameters = {name: parameter_name(name) for name in variables}
        # Bounds name the parameters by what they are called in Java.
        self.parameters |= {name: name for name in set(self.parameters.values()) - own}


def read_wheel(wheel: Path) -> Iterator[StubFile]:
    """Return the stub files of a package, in the order of their names."""
    with zipfile.ZipFile(wheel) as archive:
        names = sorted(archive.namelist())
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        origin = _origin(archive.read(metadata).decode())
        for name in names:
            folder, _, file = name.rpartition("/")
            if file == "__init__.pyi" and not name.startswith("META-INF"):
                package = java_name(folder.replace("-stubs", "", 1).replace("/", "."))
                yield StubFile(origin, package, ast.parse(archive.read(name)))


def _origin(metadata: str) -> str:
    """Return `group:artifact:version` of what stubs were made from, `android:<level>` for the platform."""
    summary = next(line for line in metadata.splitlines() if line.startswith("Summary:"))
    level = re.search(r"Android API Level (\d+)", summary)
    if level:
        return f"android:{level.group(1)}"
    coordinates = re.search(r"[\w.-]+:[\w.-]+:[\w.-]+", summary.removeprefix("Summary:"))
    if coordinates is None:
        message = f"not a package of stubs: {summary}"
        raise ValueError(message)
    return coordinates.group()


def bounds_of(node: ast.ClassDef | ast.Module) -> Bounds:
    """Return the type variables that stand directly in a class or file."""
    found: Bounds = {}
    for one in node.body:
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call):
            target, called = one.targets[0], one.value
            if isinstance(target, ast.Name) and _is_typing(called.func, "TypeVar"):
                found[target.id] = next((word.value for word in called.keywords if word.arg == "bound"), None)
    return found


def java_name(name: str) -> str:
    """Return a name as Java has it: stubs write an underscore behind what Python reserves."""
    return ".".join(
        part[:-1] if part.endswith("_") and (keyword.iskeyword(part[:-1]) or part == "print_") else part
        for part in name.split(".")
    )


def parameter_name(variable: str) -> str:
    """Return what a type variable is called in Java: `_Map__Entry__K` is `K`."""
    return variable.rpartition("__")[2]


def variables_of_class(node: ast.ClassDef) -> list[str]:
    """Return the type variables of a generic class."""
    for base in node.bases:
        if is_generic(base) and isinstance(base, ast.Subscript):
            inner = base.slice.elts if isinstance(base.slice, ast.Tuple) else [base.slice]
            return [one.id for one in inner if isinstance(one, ast.Name)]
    return []


def variables_of_method(node: ast.FunctionDef, bounds: Bounds) -> list[str]:
    """Return the type variables of a generic method among those of its class body, in their order."""
    seen = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    own = re.compile(rf"(_{re.escape(node.name)}(?:_\d+)?)__\w+")
    groups = {found.group(1) for name in bounds if name in seen and (found := own.fullmatch(name))}
    return [name for name in bounds if (found := own.fullmatch(name)) and found.group(1) in groups]


def is_generic(base: ast.expr) -> bool:
    """Return whether a base only lists type variables."""
    return isinstance(base, ast.Subscript) and _is_typing(base.value, "Generic")


def _is_typing(node: ast.expr, name: str) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Name)
        and node.value.id == "typing"
    )


def methods_of(node: ast.ClassDef) -> list[ast.FunctionDef]:
    """Return a class's methods, constructors (`__init__`) included."""
    return [one for one in node.body if isinstance(one, ast.FunctionDef)]


def nested_in(node: ast.ClassDef) -> list[ast.ClassDef]:
    """Return the classes directly inside one."""
    return [one for one in node.body if isinstance(one, ast.ClassDef)]


def fields_of(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr, bool]]:
    """Return names and types of a class's fields, and whether they are static."""
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            annotation = one.annotation
            if isinstance(annotation, ast.Subscript) and _is_typing(annotation.value, "ClassVar"):
                yield one.target.id, annotation.slice, True
            else:
                yield one.target.id, annotation, False


def is_static(node: ast.FunctionDef) -> bool:
    """Return whether a method is static."""
    return any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)


def arguments_of(node: ast.FunctionDef) -> list[ast.arg]:
    """Return a method's positional parameters."""
    return [*node.args.posonlyargs, *node.args.args][0 if is_static(node) else 1 :]


def is_instance_around(node: ast.FunctionDef, one: ast.arg) -> bool:
    """Return whether a parameter is the instance around that of an inner class, which no call writes."""
    return node.name == "__init__" and one.arg == f"{_RECEIVER}0"


def is_inner(node: ast.ClassDef) -> bool:
    """Return whether a class's constructors take the instance around it."""
    return any(is_instance_around(one, given) for one in methods_of(node) for given in arguments_of(one))


def is_interface(node: ast.ClassDef) -> bool:
    """Return whether a stub is an interface: it has no constructor, field or `Object` method."""
    methods = methods_of(node)
    return (
        not _OF_OBJECT & {one.name for one in methods}
        and (any(not is_static(one) for one in methods) or not (methods or nested_in(node)))
        and all(static and name not in ("INSTANCE", "CREATOR") for name, _, static in fields_of(node))
    )


def is_facade(node: ast.ClassDef) -> bool:
    """Return whether a class holds what a Kotlin file declares at its top level."""
    return node.name.endswith("Kt") and all(map(is_static, methods_of(node)))


def receiver_of(node: ast.FunctionDef) -> str | None:
    """Return after what an extension's receiver is called: the function, or the property that it reads."""
    given = arguments_of(node)
    if given and given[0].arg.startswith(_RECEIVER):
        return given[0].arg.removeprefix(_RECEIVER)
    return None


def property_of(node: ast.FunctionDef) -> str | None:
    """Return the extension property that a method gets or sets."""
    name = receiver_of(node)
    if name is None or name == node.name:
        return None
    capital = name[:1].upper() + name[1:]
    return name if node.name in (f"get{capital}", f"set{capital}") else None


def annotations_of(files: Iterable[StubFile]) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Return every method of several files, with its package."""
    for file in files:
        for node in ast.walk(file.module):
            if isinstance(node, ast.FunctionDef):
                yield file.package, node
