"""Which function reads which node of a Kotlin tree; the way from Kotlin text to facts."""

from __future__ import annotations

from rca.languages.builder import Builder, Node, Reader
from rca.languages.facts import NONE, Facts
from rca.languages.kotlin import declarations as declared
from rca.languages.kotlin import expressions as expressed
from rca.languages.kotlin.syntax import parse


def extract(text: str) -> Facts:
    """Give the facts of a Kotlin file or script.

    Never fails on broken code: `problems` says what was lost.
    """
    syntax = parse(text)
    builder = Builder(text, syntax.character, _READERS)
    builder.read(syntax.root)
    if syntax.error_lines:
        shown = ", ".join(map(str, syntax.error_lines[:5]))
        builder.problems.append(f"syntax not understood at lines {shown}")
    return builder.facts("kotlin")


def _nothing(_builder: Builder, _node: Node) -> int:
    return NONE


_LITERAL_NODES = (
    "string_literal",
    "line_string_literal",
    "multi_line_string_literal",
    "integer_literal",
    "hex_literal",
    "bin_literal",
    "long_literal",
    "unsigned_literal",
    "character_literal",
    "boolean_literal",
    "real_literal",
)

_READERS: dict[str, Reader] = {
    "package_header": declared.package_header,
    "import_header": declared.import_header,
    "file_annotation": declared.file_annotation,
    "class_declaration": declared.class_declaration,
    "object_declaration": declared.object_declaration,
    "companion_object": declared.object_declaration,
    "object_literal": declared.object_literal,
    "enum_entry": declared.enum_entry,
    "function_declaration": declared.function_declaration,
    "anonymous_function": declared.anonymous_function,
    "secondary_constructor": declared.secondary_constructor,
    "anonymous_initializer": declared.anonymous_initializer,
    "property_declaration": declared.property_declaration,
    "getter": declared.stray_accessor,
    "setter": declared.stray_accessor,
    "type_alias": declared.type_alias,
    "modifiers": _nothing,
    "annotation": _nothing,
    "user_type": _nothing,
    "nullable_type": _nothing,
    "function_type": _nothing,
    "type_arguments": _nothing,
    "label": _nothing,
    "simple_identifier": expressed.name,
    "call_expression": expressed.call,
    "navigation_expression": expressed.navigation,
    "callable_reference": expressed.callable_reference,
    "lambda_literal": expressed.lambda_literal,
    "annotated_lambda": expressed.annotated_lambda,
    "this_expression": expressed.this,
    "super_expression": expressed.super_,
    "indexing_expression": expressed.index,
    "assignment": expressed.assignment,
    "additive_expression": expressed.binary,
    "multiplicative_expression": expressed.binary,
    "range_expression": expressed.binary,
    "comparison_expression": expressed.comparison,
    "equality_expression": expressed.equality,
    "check_expression": expressed.check,
    "prefix_expression": expressed.prefix,
    "postfix_expression": expressed.postfix,
    "infix_expression": expressed.infix,
    "as_expression": expressed.cast,
    "elvis_expression": expressed.elvis,
    "parenthesized_expression": expressed.parenthesized,
    "statements": expressed.statements,
    "control_structure_body": expressed.branch,
    "if_expression": expressed.if_,
    "while_statement": expressed.while_,
    "conjunction_expression": expressed.conjunction,
    "disjunction_expression": expressed.disjunction,
    "when_expression": expressed.when,
    "for_statement": expressed.for_,
    "try_expression": expressed.try_,
    "catch_block": expressed.catch,
    "jump_expression": expressed.jump,
    "interpolated_identifier": expressed.interpolated_name,
    "collection_literal": expressed.collection,
} | dict.fromkeys(_LITERAL_NODES, expressed.literal)
