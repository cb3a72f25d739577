"""Names, modifiers and paths in Kotlin syntax."""

from __future__ import annotations

from rca.languages.builder import Builder, Node


def modifiers(b: Builder, node: Node) -> tuple[str, ...]:
    """Give the modifiers and annotations of a declaration, the latter without arguments."""
    words: list[str] = []
    for child in node.children:
        if child.type in ("modifiers", "parameter_modifiers"):
            words.extend(
                b.source(part) if part.type != "annotation" else _annotation(b, part)
                for part in child.children
            )
        elif child.type in ("data", "fun") and node.type == "class_declaration":
            words.append(child.type)
    return tuple(words)


def _annotation(b: Builder, node: Node) -> str:
    return b.source(node).split("(")[0].split("<")[0].strip()


def has_modifier(b: Builder, node: Node, word: str) -> bool:
    """Tell whether a declaration has a modifier."""
    return word in modifiers(b, node)


def dotted(b: Builder, node: Node) -> str:
    """Give the text of a dotted name."""
    parts = [unquoted(b.source(child)) for child in node.children if child.type == "simple_identifier"]
    return ".".join(parts) or b.source(node)


def unquoted(name: str) -> str:
    """Take the backticks off a name."""
    return name.strip("`")


def simple(text: str) -> str:
    """Give the simple name of a type."""
    return text.split("<", maxsplit=1)[0].rsplit(".", maxsplit=1)[-1].strip("` ")
