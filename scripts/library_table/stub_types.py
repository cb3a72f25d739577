"""Type annotations of Python stubs → Kotlin type texts."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from rca.libraries.java_types import ARGUMENTS, KOTLIN
from scripts.library_table.stub_file import java_name

_PRIMITIVES = {
    "java.jboolean": "kotlin.Boolean",
    "java.jbyte": "kotlin.Byte",
    "java.jchar": "kotlin.Char",
    "java.jdouble": "kotlin.Double",
    "java.jfloat": "kotlin.Float",
    "java.jint": "kotlin.Int",
    "java.jlong": "kotlin.Long",
    "java.jshort": "kotlin.Short",
    "java.jvoid": "kotlin.Unit",
}
_ARRAY = "java.chaquopy.JavaArray"
_ARRAYS = {
    f"{_ARRAY}J{name}": f"kotlin.{name}Array"
    for name in ("Boolean", "Byte", "Char", "Double", "Float", "Int", "Long", "Short")
}
_FUNCTION = "kotlin.jvm.functions.Function"
_CONTINUATION = "kotlin.coroutines.Continuation"
_BUILT_IN = {"bool": "kotlin.Boolean", "typing.Any": "kotlin.Any", "typing.Type": "java.lang.Class<*>"}
_PYTHON = frozenset(("int", "bool", "float", "str", "None"))


class StubTypes:
    """Reads the annotations of one stub file. `package` qualifies names that do not start in `roots`."""

    def __init__(self, package: str, roots: frozenset[str], parameters: Mapping[str, str]) -> None:
        self._package = package
        self._roots = roots
        self._parameters = parameters

    def read(self, node: ast.expr, alone: Mapping[str, str]) -> str:
        """Return the Kotlin text of an annotation; `alone` says what `int`, `float` and `str` mean here."""
        options = list(_options(node))
        names = [name for option in options if (name := _dotted(option)) is not None]
        primitive = next((_PRIMITIVES[name] for name in names if name in _PRIMITIVES), None)
        if primitive is not None:
            return primitive
        nullable = len(options) > 1 and any(_is_none(option) for option in options)
        chosen = next((one for one in options if _dotted(one) not in _PYTHON and not _is_none(one)), None)
        if chosen is None:
            chosen = next((one for one in options if not _is_none(one)), options[0])
        text = self._single(chosen, alone)
        if not nullable or text.endswith("?"):
            return text
        return f"({text})?" if "->" in text and not text.endswith(")") else f"{text}?"

    def name(self, node: ast.expr) -> str:
        """Return the full name of a class as Java has it."""
        written = java_name(_dotted(node) or "")
        first = written.partition(".")[0]
        return written if first in self._roots or first in _PYTHON else f"{self._package}.{written}"

    def _single(self, node: ast.expr, alone: Mapping[str, str]) -> str:
        if isinstance(node, ast.Subscript):
            inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return self._generic(self.name(node.value), [self.read(one, alone) for one in inner])
        if _is_none(node):
            return "kotlin.Unit"
        written = _dotted(node) or "typing.Any"
        known = self._parameters.get(written) or alone.get(written) or _BUILT_IN.get(written)
        name = self.name(node)
        return known or _ARRAYS.get(name) or f"{KOTLIN.get(name, name)}{_raw(name)}"

    def _generic(self, name: str, arguments: list[str]) -> str:
        if name == _ARRAY:
            return f"kotlin.Array<{arguments[0]}>"
        if name == "typing.Type":
            return f"java.lang.Class<{arguments[0]}>"
        if name.startswith(_FUNCTION) and name.removeprefix(_FUNCTION).isdigit():
            return _function(arguments)
        return f"{KOTLIN.get(name, name)}<{', '.join(arguments)}>"


def continuation_result(text: str) -> str | None:
    """Return what a `Continuation` resumes with; None where the type is another."""
    inside = text.removeprefix(f"{_CONTINUATION}<")
    return inside.removesuffix(">") if inside != text else None


def _function(arguments: list[str]) -> str:
    *parameters, result = arguments
    resumed = continuation_result(parameters[-1]) if parameters else None
    if resumed is not None and result.removesuffix("?") == "kotlin.Any":
        return f"suspend ({', '.join(parameters[:-1])}) -> {resumed}"
    return f"({', '.join(parameters)}) -> {result}"


def _raw(name: str) -> str:
    """Return the arguments of a generic class that is written without any."""
    count = ARGUMENTS.get(name, 0)
    return f"<{', '.join('*' * count)}>" if count else ""


def _options(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp):
        return [*_options(node.left), *_options(node.right)]
    return [node]


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _dotted(node: ast.expr) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return None if before is None else f"{before}.{node.attr}"
    return None
