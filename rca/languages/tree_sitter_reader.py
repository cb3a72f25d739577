"""Reader of all other languages through tree-sitter: functions and calls by name, unresolved.

Grammars name their nodes alike (`function_declaration`, `method_definition`, `call_expression`), so a
few name patterns read most languages. What they miss is missing from the answer, and the answer says
`names_only`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from rca.languages.facts import NONE, Facts, Import
from rca.languages.facts_builder import Builder, Node
from rca.languages.grammars import parser_of
from rca.text.line_index import ByteOffsets

if TYPE_CHECKING:
    import tree_sitter

LANGUAGES: dict[str, str] = {
    ".bash": "bash",
    ".c": "c",
    ".cc": "cpp",
    ".cjs": "javascript",
    ".cpp": "cpp",
    ".cs": "csharp",
    ".cxx": "cpp",
    ".dart": "dart",
    ".go": "go",
    ".h": "c",
    ".hpp": "cpp",
    ".js": "javascript",
    ".jsx": "javascript",
    ".lua": "lua",
    ".m": "objc",
    ".mjs": "javascript",
    ".mm": "objc",
    ".mts": "typescript",
    ".php": "php",
    ".pl": "perl",
    ".pm": "perl",
    ".py": "python",
    ".rb": "ruby",
    ".rs": "rust",
    ".scala": "scala",
    ".sh": "bash",
    ".sol": "solidity",
    ".sql": "sql",
    ".swift": "swift",
    ".ts": "typescript",
    ".tsx": "tsx",
}
"""File name suffix → grammar."""
_FAMILIES = {"typescript": "javascript", "tsx": "javascript", "cpp": "c", "objc": "c"}

_FUNCTION = re.compile(
    r"^(?:function|method|constructor|async_function)_(?:declaration|definition|item|signature)$"
    r"|^(?:singleton_)?method$|^init_declaration$|^subroutine_declaration_statement$|^create_function$"
)
_CLASS = re.compile(
    r"^(?:class|struct|interface|trait|enum|object|impl|protocol|extension|module|contract|record)(?:_(?:declaration|definition|item|specifier))?$"
)
_CALL = frozenset(
    (
        "call_expression",
        "call",
        "new_expression",
        "method_invocation",
        "function_call_expression",
        "member_call_expression",
        "object_creation_expression",
        "invocation_expression",
        "scoped_call_expression",
        "method_call_expression",
        "message_expression",
        "invocation",
        "function_call",
        "command",
        "jsx_self_closing_element",
        "jsx_opening_element",
    )
)
_HOLDERS = frozenset(
    ("variable_declarator", "public_field_definition", "field_definition", "pair", "assignment_expression")
)
_FUNCTION_VALUES = frozenset(("arrow_function", "function_expression", "function", "generator_function"))
_IMPORTS = re.compile(
    r"^(?:import|use|include|import_from)_?(?:statement|declaration|directive|spec)?$|^preproc_include$"
)
_IDENTIFIER = re.compile(r"identifier$|^name$|^constant$|^word$|^bareword$|^function$|^method$")
_CALLEES = ("function", "constructor", "method", "name", "type", "target")
"""Fields that hold what is called, where a grammar names them."""


def family_of(language: str) -> str:
    """Return the family of languages that call each other's functions."""
    return _FAMILIES.get(language, language)


def extract(text: str, grammar: str) -> Facts:
    """Return functions, classes, calls and imports of a file, by name only. Never fails on broken code."""
    encoded = text.encode("utf-8", "surrogatepass")
    builder = Builder(text, ByteOffsets(text, encoded).character)
    _walk(builder, parser_of(grammar).parse(encoded).root_node)
    facts = builder.facts(grammar)
    return replace(facts, names_only=True)


def _walk(b: Builder, root: tree_sitter.Node) -> None:
    """Visit every node without recursion: these grammars nest without bound."""
    waiting: list[tuple[tree_sitter.Node, int]] = [(root, NONE)]
    bodies: dict[int, int] = {}
    while waiting:
        node, owner = waiting.pop()
        owner = bodies.get(node.id, owner)
        b.owner = owner
        kind = node.type
        if _FUNCTION.match(kind):
            around, owner = owner, _declare(b, node, "function", owner)
            body = _body_beside(node)
            if body is not None and owner != around:
                bodies[body.id] = owner
                _stretch(b, owner, body)
        elif _CLASS.match(kind) and node.child_by_field_name("body") is not None:
            owner = _declare(b, node, "class", owner)
        elif kind in _HOLDERS:
            value = node.child_by_field_name("value") or node.child_by_field_name("right")
            if value is not None and value.type in _FUNCTION_VALUES:
                owner = _declare(b, node, "function", owner)
        elif kind in _CALL:
            _call(b, node)
        elif kind == "selector" and any(child.type == "argument_part" for child in node.children):
            _call_by_selector(b, node)
        elif _IMPORTS.match(kind):
            _import(b, node)
        waiting.extend((child, owner) for child in reversed(node.children) if child.is_named)


def _declare(b: Builder, node: tree_sitter.Node, kind: str, owner: int) -> int:
    at = _name_node(node)
    if at is None:
        return owner
    index = b.open()
    body = node.child_by_field_name("body")
    held = node.child_by_field_name("value") or node.child_by_field_name("right")
    if body is None and held is not None:
        body = held.child_by_field_name("body")
    b.close(
        index,
        b.span(cast("Node", node), cast("Node", at), body.start_byte if body is not None else None),
        kind,
        b.source(cast("Node", at)),
        parent=owner,
    )
    return index


def _body_beside(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return a function's body in Dart's grammar, where it follows the signature."""
    if not node.type.endswith("_signature"):
        return None
    parent = node.parent
    signature = parent if parent is not None and parent.type == "method_signature" else node
    beside = signature.next_named_sibling
    return beside if beside is not None and beside.type == "function_body" else None


def _stretch(b: Builder, index: int, body: tree_sitter.Node) -> None:
    row = b.declarations[index]
    if row is not None:
        end = b.offset(body.end_byte)
        b.declarations[index] = row._replace(
            end=end, end_line=b.line_at(end), header_end=b.offset(body.start_byte)
        )


def _name_node(node: tree_sitter.Node) -> tree_sitter.Node | None:
    declarator = node.child_by_field_name("declarator")
    while declarator is not None:  # C and C++ wrap the name in what is declared of it
        inner = declarator.child_by_field_name("declarator") or declarator.child_by_field_name("name")
        if inner is None:
            return declarator
        declarator = inner
    for field in ("name", "type", "left"):
        at = node.child_by_field_name(field)
        if at is not None:
            return at
    if node.type == "init_declaration":
        return node.children[0]
    for child in node.named_children:  # Objective-C and SQL name no field
        if _IDENTIFIER.search(child.type):
            return child
        if child.type == "object_reference":
            return child.child_by_field_name("name")
    return None


def _call(b: Builder, node: tree_sitter.Node) -> None:
    callee = next(filter(None, map(node.child_by_field_name, _CALLEES)), None)
    if callee is None:
        callee = next((child for child in node.children if child.is_named), None)
    if callee is None:
        return
    last = callee
    while last.named_children:
        tail = last.named_children[-1]
        if _IDENTIFIER.search(tail.type) or tail.type.endswith("suffix"):
            last = tail
        else:
            break
    name = b.source(cast("Node", last))
    if node.type.startswith("jsx_") and not name[:1].isupper():  # an element of the page, no component
        return
    if _IDENTIFIER.search(last.type) or last.type in ("super", "this"):
        form = "new" if "new" in node.type or "creation" in node.type else "call"
        receiver = NONE if callee is not last or node.child_by_field_name("object") is not None else None
        b.call(cast("Node", last), name, form, receiver=receiver)


def _call_by_selector(b: Builder, node: tree_sitter.Node) -> None:
    """Record a call of Dart's grammar, where arguments are a sibling of what is called."""
    callee = node.prev_named_sibling
    while callee is not None and callee.named_children:
        callee = callee.named_children[-1]
    if callee is not None and _IDENTIFIER.search(callee.type):
        before = node.prev_named_sibling
        receiver = NONE if before is not None and before.type == "selector" else None
        b.call(cast("Node", callee), b.source(cast("Node", callee)), "call", receiver=receiver)


def _import(b: Builder, node: tree_sitter.Node) -> None:
    text = " ".join(b.source(cast("Node", node)).split())
    quoted = re.search(r"""["'<]([^"'>]+)["'>]""", text)
    braces = re.search(r"\{([^}]*)\}", text)
    named = (
        braces[1]
        if braces
        else re.sub(r"\b(?:import|from|use|include|as|type|static)\b|[;\"'<>#].*", " ", text)
    )
    named = re.sub(r"[\w$]+\s+as\s+", " ", named)
    line = node.start_point[0] + 1
    if quoted is None:
        b.imports.append(Import(re.sub(r"^(?:import|use)\s+|;$", "", text), None, False, False, line))
        return
    for word in dict.fromkeys(re.findall(r"[\w$]+", named)) or [""]:
        b.imports.append(
            Import(f"{quoted[1]}/{word}" if word else quoted[1], word or None, False, False, line)
        )
