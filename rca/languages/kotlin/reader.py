"""Which function reads which node of a Kotlin tree; the way from Kotlin text to facts."""

from __future__ import annotations

from rca.languages.builder import Builder, Node, Reader
from rca.languages.facts import NONE, Facts
from rca.languages.kotlin import classes, control, expressions, functions, header, operators, properties
from rca.languages.kotlin.syntax import parse


def extract(text: str) -> Facts:
    """Give the facts of a Kotlin file or script.

    Never fails on broken code: `problems` says what was lost.
    """
    syntax = parse(text)
    builder = Builder(text, syntax.character, _READERS)
    builder.read(syntax.root)
    builder.add_invocations()
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
    "package_header": header.package_header,
    "import_header": header.import_header,
    "file_annotation": header.file_annotation,
    "class_declaration": classes.class_declaration,
    "object_declaration": classes.object_declaration,
    "companion_object": classes.object_declaration,
    "object_literal": classes.object_literal,
    "enum_entry": classes.enum_entry,
    "function_declaration": functions.function_declaration,
    "anonymous_function": functions.anonymous_function,
    "secondary_constructor": functions.secondary_constructor,
    "anonymous_initializer": functions.anonymous_initializer,
    "property_declaration": properties.property_declaration,
    "getter": properties.stray_accessor,
    "setter": properties.stray_accessor,
    "type_alias": header.type_alias,
    "modifiers": _nothing,
    "annotation": _nothing,
    "user_type": _nothing,
    "nullable_type": _nothing,
    "function_type": _nothing,
    "type_arguments": _nothing,
    "label": _nothing,
    "simple_identifier": expressions.name,
    "call_expression": expressions.call,
    "navigation_expression": expressions.navigation,
    "callable_reference": expressions.callable_reference,
    "lambda_literal": expressions.lambda_literal,
    "annotated_lambda": expressions.annotated_lambda,
    "this_expression": expressions.this,
    "super_expression": expressions.super_,
    "indexing_expression": operators.index,
    "assignment": operators.assignment,
    "additive_expression": operators.binary,
    "multiplicative_expression": operators.binary,
    "range_expression": operators.binary,
    "comparison_expression": operators.comparison,
    "equality_expression": operators.equality,
    "check_expression": operators.check,
    "prefix_expression": operators.prefix,
    "postfix_expression": operators.postfix,
    "infix_expression": expressions.infix,
    "as_expression": operators.cast,
    "elvis_expression": control.elvis,
    "parenthesized_expression": operators.parenthesized,
    "statements": control.statements,
    "control_structure_body": control.branch,
    "if_expression": control.if_,
    "while_statement": control.while_,
    "conjunction_expression": control.conjunction,
    "disjunction_expression": control.disjunction,
    "when_expression": control.when,
    "for_statement": control.for_,
    "try_expression": control.try_,
    "catch_block": control.catch,
    "jump_expression": control.jump,
    "interpolated_identifier": expressions.interpolated_name,
    "collection_literal": expressions.collection,
} | dict.fromkeys(_LITERAL_NODES, expressions.literal)
