"""Token kinds of Kotlin as small integers (a file's kinds are one `bytes`), and tables by kind.

Names come first: `kind <= LAST_NAME` says that a token can be an identifier, soft keywords included.
"""

from __future__ import annotations

from typing import Final

from rca.languages.token_tables import kinds_in

NAME: Final = 1
MODIFIER: Final = 2
BY: Final = 3
WHERE: Final = 4
INIT: Final = 5
CONSTRUCTOR: Final = 6
GET: Final = 7
SET: Final = 8
CATCH: Final = 9
FINALLY: Final = 10
IMPORT: Final = 11
CONTEXT: Final = 12
COMPANION: Final = 13
LAST_NAME: Final = COMPANION

INT: Final = 20
LONG: Final = 21
UINT: Final = 22
DOUBLE: Final = 23
FLOAT: Final = 24
CHAR: Final = 25
STRING: Final = 26
BOOLEAN: Final = 27
NULL: Final = 28
TEMPLATE: Final = 29
TEXT_OPEN: Final = 30
TEXT_MIDDLE: Final = 31
TEXT_CLOSE: Final = 32
BAD_QUOTE: Final = 33
BAD_COMMENT: Final = 34
"""A string with code inside is read as its opening, the code, and what stands between and after."""

VAL: Final = 40
VAR: Final = 41
FUN: Final = 42
CLASS: Final = 43
INTERFACE: Final = 44
OBJECT: Final = 45
TYPEALIAS: Final = 46
PACKAGE: Final = 47
IF: Final = 50
ELSE: Final = 51
WHEN: Final = 52
FOR: Final = 53
WHILE: Final = 54
DO: Final = 55
TRY: Final = 56
RETURN: Final = 57
THROW: Final = 58
BREAK: Final = 59
CONTINUE: Final = 60
THIS: Final = 61
SUPER: Final = 62
IS: Final = 63
NOT_IS: Final = 64
IN: Final = 65
NOT_IN: Final = 66
AS: Final = 67
LPAR: Final = 70
RPAR: Final = 71
LBRACE: Final = 72
RBRACE: Final = 73
LBRACKET: Final = 74
RBRACKET: Final = 75
COMMA: Final = 76
SEMICOLON: Final = 77
DOT: Final = 78
SAFE: Final = 79
COLONCOLON: Final = 80
COLON: Final = 81
QUESTION: Final = 82
ELVIS: Final = 83
ARROW: Final = 84
AT: Final = 85
ASSIGN: Final = 86
OPERATE_ASSIGN: Final = 87
EQUALITY: Final = 88
LESS: Final = 89
GREATER: Final = 90
COMPARE: Final = 91
PLUS: Final = 92
MINUS: Final = 93
TIMES: Final = 94
DIVIDE: Final = 95
RANGE: Final = 96
AND: Final = 97
OR: Final = 98
AMPERSAND: Final = 99
STEP: Final = 100
NOT: Final = 101
NOT_NULL: Final = 102
OTHER: Final = 125
END: Final = 126

_MODIFIERS: Final = (
    *("public", "private", "protected", "internal", "abstract", "final", "open", "annotation", "sealed"),
    *("inner", "override", "lateinit", "vararg", "tailrec", "external", "suspend", "inline", "infix"),
    *("operator", "const", "data", "enum", "value", "expect", "actual", "noinline", "crossinline"),
    *("reified", "out"),
)
WORDS: Final[dict[str, int]] = {
    **dict.fromkeys(
        _MODIFIERS,
        MODIFIER,
    ),
    "by": BY,
    "where": WHERE,
    "init": INIT,
    "constructor": CONSTRUCTOR,
    "get": GET,
    "set": SET,
    "catch": CATCH,
    "finally": FINALLY,
    "import": IMPORT,
    "context": CONTEXT,
    "companion": COMPANION,
    "true": BOOLEAN,
    "false": BOOLEAN,
    "null": NULL,
    "val": VAL,
    "var": VAR,
    "fun": FUN,
    "class": CLASS,
    "interface": INTERFACE,
    "object": OBJECT,
    "typealias": TYPEALIAS,
    "package": PACKAGE,
    "if": IF,
    "else": ELSE,
    "when": WHEN,
    "for": FOR,
    "while": WHILE,
    "do": DO,
    "try": TRY,
    "return": RETURN,
    "throw": THROW,
    "break": BREAK,
    "continue": CONTINUE,
    "this": THIS,
    "super": SUPER,
    "is": IS,
    "in": IN,
    "as": AS,
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
    "?.": SAFE,
    "::": COLONCOLON,
    ":": COLON,
    "?": QUESTION,
    "?:": ELVIS,
    "->": ARROW,
    "@": AT,
    "=": ASSIGN,
    **dict.fromkeys(("+=", "-=", "*=", "/=", "%="), OPERATE_ASSIGN),
    **dict.fromkeys(("==", "!=", "===", "!=="), EQUALITY),
    "<": LESS,
    ">": GREATER,
    "<=": COMPARE,
    ">=": COMPARE,
    "+": PLUS,
    "-": MINUS,
    "*": TIMES,
    "/": DIVIDE,
    "%": DIVIDE,
    "..": RANGE,
    "..<": RANGE,
    "&&": AND,
    "||": OR,
    "&": AMPERSAND,
    "++": STEP,
    "--": STEP,
    "!": NOT,
    "!!": NOT_NULL,
    "!is": NOT_IS,
    "!in": NOT_IN,
}


NAMES: Final = frozenset(range(1, LAST_NAME + 1))

_RANKS: Final[dict[int, int]] = {
    OR: 2,
    AND: 3,
    EQUALITY: 4,
    LESS: 5,
    GREATER: 5,
    COMPARE: 5,
    IS: 6,
    NOT_IS: 6,
    IN: 6,
    NOT_IN: 6,
    ELVIS: 7,
    **dict.fromkeys(NAMES, 8),
    RANGE: 9,
    PLUS: 10,
    MINUS: 10,
    TIMES: 11,
    DIVIDE: 11,
    AS: 12,
}
INFIX_RANK: Final = 8
ELVIS_RANK: Final = 7
RANGE_RANK: Final = 9
AS_RANK: Final = 12
RANKS: Final = bytes(_RANKS.get(kind, 0) for kind in range(256))
"""How strongly a kind binds as a binary operator, 0 where it is none."""

CONTINUES: Final = kinds_in((DOT, SAFE, ELVIS, AND, OR, AS))
"""What continues an expression from the line below it."""

POSTFIX: Final = kinds_in((DOT, SAFE, COLONCOLON, LPAR, LBRACE, LBRACKET, LESS, STEP, NOT_NULL, QUESTION))
SUFFIXED: Final = kinds_in((LPAR, LBRACE, LESS, ASSIGN, AT, COLONCOLON, QUESTION))
"""What after a name makes it more than a plain use of a value."""

ENDS: Final = kinds_in((RBRACE, END, TEXT_MIDDLE, TEXT_CLOSE))
"""What ends a block."""

DECLARES: Final = kinds_in((VAL, VAR, FUN, CLASS, INTERFACE, OBJECT, TYPEALIAS))
LITERALS: Final = kinds_in(range(INT, BOOLEAN + 1))
LITERAL_TYPES: Final = {
    INT: "kotlin.Int",
    LONG: "kotlin.Long",
    UINT: "kotlin.UInt",
    DOUBLE: "kotlin.Double",
    FLOAT: "kotlin.Float",
    CHAR: "kotlin.Char",
    STRING: "kotlin.String",
    BOOLEAN: "kotlin.Boolean",
}
LEAVES: Final = kinds_in((RETURN, THROW, BREAK, CONTINUE))
STARTS: Final = kinds_in(
    (
        *NAMES,
        *range(INT, TEXT_OPEN + 1),
        FUN,
        OBJECT,
        IF,
        WHEN,
        FOR,
        WHILE,
        DO,
        TRY,
        RETURN,
        THROW,
        BREAK,
        CONTINUE,
        THIS,
        SUPER,
        LPAR,
        LBRACE,
        LBRACKET,
        COLONCOLON,
        AT,
        PLUS,
        MINUS,
        STEP,
        NOT,
        NOT_NULL,
    )
)
"""What can begin an expression."""

NO_TYPE_ARGUMENTS: Final = kinds_in(
    (
        *range(INT, BAD_QUOTE + 1),
        *range(VAL, PACKAGE + 1),
        *range(IF, SUPER + 1),
        IS,
        NOT_IS,
        NOT_IN,
        AS,
        PLUS,
        MINUS,
        NOT,
        DIVIDE,
        STEP,
        RBRACKET,
    )
)
"""After `a < b >` these say that it was two comparisons and no call with type arguments."""
