"""Kinds of Java tokens as small numbers, so that a file's tokens are one `bytes`, and tables over kinds."""

from __future__ import annotations

from collections.abc import Iterable

NAME = 1
"""An identifier. `record`, `sealed`, `var`, `yield` are identifiers until their place says more."""

INT, LONG, FLOAT, DOUBLE, CHAR, STRING, BOOLEAN, NULL = range(10, 18)
PRIMITIVE, MODIFIER, STATIC, DEFAULT, SYNCHRONIZED, CLASS, INTERFACE, ENUM = range(20, 28)
EXTENDS, IMPLEMENTS, THROWS, NEW, THIS, SUPER, INSTANCEOF, PACKAGE, IMPORT = range(30, 39)
IF, ELSE, FOR, WHILE, DO, SWITCH, CASE, TRY, CATCH, FINALLY, RETURN, THROW, JUMP, ASSERT = range(40, 54)
LPAR, RPAR, LBRACE, RBRACE, LBRACKET, RBRACKET, COMMA, SEMICOLON, DOT, ELLIPSIS, COLONCOLON, COLON = range(
    60, 72
)
QUESTION, ARROW, AT, ASSIGN, OPERATE_ASSIGN, EQUALITY, LESS, GREATER, COMPARE, SHIFT = range(72, 82)
PLUS, MINUS, TIMES, DIVIDE, AND, OR, AMPERSAND, BAR, CARET, STEP, NOT, TILDE = range(82, 94)
OTHER, END = 125, 126

_PRIMITIVES = ("boolean", "byte", "short", "int", "long", "char", "float", "double", "void")
_MODIFIERS = ("public", "private", "protected", "abstract", "final")
_RARE_MODIFIERS = ("native", "transient", "volatile", "strictfp")
WORDS: dict[str, int] = {
    **dict.fromkeys(_PRIMITIVES, PRIMITIVE),
    **dict.fromkeys((*_MODIFIERS, *_RARE_MODIFIERS), MODIFIER),
    "static": STATIC,
    "default": DEFAULT,
    "synchronized": SYNCHRONIZED,
    "class": CLASS,
    "interface": INTERFACE,
    "enum": ENUM,
    "extends": EXTENDS,
    "implements": IMPLEMENTS,
    "throws": THROWS,
    "new": NEW,
    "this": THIS,
    "super": SUPER,
    "instanceof": INSTANCEOF,
    "package": PACKAGE,
    "import": IMPORT,
    "if": IF,
    "else": ELSE,
    "for": FOR,
    "while": WHILE,
    "do": DO,
    "switch": SWITCH,
    "case": CASE,
    "try": TRY,
    "catch": CATCH,
    "finally": FINALLY,
    "return": RETURN,
    "throw": THROW,
    "break": JUMP,
    "continue": JUMP,
    "assert": ASSERT,
    "true": BOOLEAN,
    "false": BOOLEAN,
    "null": NULL,
}
SIGNS: dict[str, int] = {
    "(": LPAR,
    ")": RPAR,
    "{": LBRACE,
    "}": RBRACE,
    "[": LBRACKET,
    "]": RBRACKET,
    ",": COMMA,
    ";": SEMICOLON,
    ".": DOT,
    "...": ELLIPSIS,
    "::": COLONCOLON,
    ":": COLON,
    "?": QUESTION,
    "->": ARROW,
    "@": AT,
    "=": ASSIGN,
    **dict.fromkeys(("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="), OPERATE_ASSIGN),
    "==": EQUALITY,
    "!=": EQUALITY,
    "<": LESS,
    ">": GREATER,
    "<=": COMPARE,
    ">=": COMPARE,
    "<<": SHIFT,
    "+": PLUS,
    "-": MINUS,
    "*": TIMES,
    "/": DIVIDE,
    "%": DIVIDE,
    "&&": AND,
    "||": OR,
    "&": AMPERSAND,
    "|": BAR,
    "^": CARET,
    "++": STEP,
    "--": STEP,
    "!": NOT,
    "~": TILDE,
}


def kinds_in(kinds: Iterable[int]) -> bytes:
    """Give a table that is 1 for these kinds and 0 for all others."""
    table = bytearray(256)
    for kind in kinds:
        table[kind] = 1
    return bytes(table)


RANKS = bytes(
    {
        OR: 1,
        AND: 2,
        BAR: 3,
        CARET: 4,
        AMPERSAND: 5,
        EQUALITY: 6,
        LESS: 7,
        GREATER: 7,
        COMPARE: 7,
        INSTANCEOF: 7,
        SHIFT: 8,
        PLUS: 9,
        MINUS: 9,
        TIMES: 10,
        DIVIDE: 10,
    }.get(kind, 0)
    for kind in range(256)
)
"""How strongly a kind binds as a binary operator, 0 where it is none."""

SHIFT_RANK = 8
LITERALS = kinds_in(range(INT, NULL + 1))
LITERAL_TYPES = {
    INT: "int",
    LONG: "long",
    FLOAT: "float",
    DOUBLE: "double",
    CHAR: "char",
    STRING: "java.lang.String",
    BOOLEAN: "boolean",
}
MODIFIERS = kinds_in((MODIFIER, STATIC, DEFAULT, SYNCHRONIZED, AT))
PREFIXES = kinds_in((PLUS, MINUS, STEP, NOT, TILDE))
TRUTHS = kinds_in((OR, AND, EQUALITY, LESS, GREATER, COMPARE, INSTANCEOF))
ARITHMETIC = kinds_in((PLUS, MINUS, TIMES, DIVIDE))
POSTFIX = kinds_in((DOT, LBRACKET, COLONCOLON, STEP))
CAST = kinds_in((NAME, *range(INT, NULL + 1), LPAR, NOT, TILDE, THIS, SUPER, NEW, SWITCH, PRIMITIVE))
"""What after `(Type)` says that it was a cast."""
CLOSERS = kinds_in((RPAR, RBRACE, RBRACKET, SEMICOLON, END))
