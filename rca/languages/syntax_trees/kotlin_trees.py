"""Reads a range of Kotlin text, one declaration or one expression, into a syntax tree."""

from __future__ import annotations

from rca.languages.syntax_trees.kotlin_statements import KotlinStatements
from rca.languages.syntax_trees.node import Node, link_parents


def read_declaration(text: str, start: int, end: int) -> Node:
    """Return the tree of a function, property, constructor or initializer that lies in a range."""
    reader = KotlinStatements(text, start, end)
    return link_parents(reader.declaration() or reader.statement())


def read_expression(text: str, start: int, end: int) -> Node:
    """Return the tree of the expression that begins at an offset, such as a call in a class's header."""
    return link_parents(KotlinStatements(text, start, end, by_class=True).expression())
