"""Token kinds of Java as small integers (a file's kinds are one `bytes`), and tables by kind."""

from __future__ import annotations

from typing import Final

from rca.languages.token_tables import kinds_in

NAME: Final = 1
"""An identifier. `record`, `sealed`, `var`, `yield` are identifiers until their place says more."""

INT: Final = 10
LONG: Final = 11
FLOAT: Final = 12
DOUBLE: Final = 13
CHAR: Final = 14
STRING: Final = 15
BOOLEAN: Final = 16
NULL: Final = 17
PRIMITIVE: Final = 20
MODIFIER: Final = 21
STATIC: Final = 22
DEFAULT: Final = 23
SYNCHRONIZED: Final = 24
CLASS: Final = 25
INTERFACE: Final = 26
ENUM: Final = 27
EXTENDS: Final = 30
IMPLEMENTS: Final = 31
THROWS: Final = 32
NEW: Final = 33
THIS: Final = 34
SUPER: Final = 35
INSTANCEOF: Final = 36
PACKAGE: Final = 37
IMPORT: Final = 38
IF: Final = 40
ELSE: Final = 41
FOR: Final = 42
WHILE: Final = 43
DO: Final = 44
SWITCH: Final = 45
CASE: Final = 46
TRY: Final = 47
CATCH: Final = 48
FINALLY: Final = 49
RETURN: Final = 50
THROW: Final = 51
JUMP: Final = 52
ASSERT: Final = 53
LPAR: Final = 60
RPAR: Final = 61
LBRACE: Final = 62
RBRACE: Final = 63
LBRACKET: Final = 64
RBRACKET: Final = 65
COMMA: Final = 66
SEMICOLON: Final = 67
DOT: Final = 68
ELLIPSIS: Final = 69
COLONCOLON: Final = 70
COLON: Final = 71
QUESTION: Final = 72
ARROW: Final = 73
AT: Final = 74
ASSIGN: Final = 75
OPERATE_ASSIGN: Final = 76
EQUALITY: Final = 77
LESS: Final = 78
GREATER: Final = 79
COMPARE: Final = 80
SHIFT: Final = 81
PLUS: Final = 82
MINUS: Final = 83
TIMES: Final = 84
DIVIDE: Final = 85
AND: Final = 86
OR: Final = 87
AMPERSAND: Final = 88
BAR: Final = 89
CARET: Final = 90
STEP: Final = 91
NOT: Final = 92
TILDE: Final = 93
OTHER: Final = 125
END: Final = 126

_PRIMITIVES: Final = ("boolean", "byte", "short", "int", "long", "char", "float", "double", "void")
_MODIFIERS: Final = ("public", "private", "protected", "abstract", "final")
_RARE_MODIFIERS: Final = ("native", "transient", "volatile", "strictfp")
WORDS: Final[dict[str, int]] = {
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
SIGNS: Final[dict[str, int]] = {
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


RANKS: Final = bytes(
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

SHIFT_RANK: Final = 8
LITERALS: Final = kinds_in(range(INT, NULL + 1))
LITERAL_TYPES: Final = {
    INT: "int",
    LONG: "long",
    FLOAT: "float",
    DOUBLE: "double",
    CHAR: "char",
    STRING: "java.lang.String",
    BOOLEAN: "boolean",
}
MODIFIERS: Final = kinds_in((MODIFIER, STATIC, DEFAULT, SYNCHRONIZED, AT))
PREFIXES: Final = kinds_in((PLUS, MINUS, STEP, NOT, TILDE))
TRUTHS: Final = kinds_in((OR, AND, EQUALITY, LESS, GREATER, COMPARE, INSTANCEOF))
ARITHMETIC: Final = kinds_in((PLUS, MINUS, TIMES, DIVIDE))
POSTFIX: Final = kinds_in((DOT, LBRACKET, COLONCOLON, STEP))
CAST: Final = kinds_in((NAME, *range(INT, NULL + 1), LPAR, NOT, TILDE, THIS, SUPER, NEW, SWITCH, PRIMITIVE))
"""What after `(Type)` says that it was a cast."""
CLOSERS: Final = kinds_in((RPAR, RBRACE, RBRACKET, SEMICOLON, END))
