"""Kinds of Kotlin tokens as small numbers, so that a file's tokens are one `bytes`, and tables over kinds.

Names come first: `kind <= LAST_NAME` says that a token can be an identifier, soft keywords included.
"""

from __future__ import annotations

from collections.abc import Iterable

(
    NAME,
    MODIFIER,
    BY,
    WHERE,
    INIT,
    CONSTRUCTOR,
    GET,
    SET,
    CATCH,
    FINALLY,
    IMPORT,
    CONTEXT,
    COMPANION,
) = range(1, 14)
LAST_NAME = COMPANION

INT, LONG, UINT, DOUBLE, FLOAT, CHAR, STRING, BOOLEAN, NULL = range(20, 29)
TEMPLATE, TEXT_OPEN, TEXT_MIDDLE, TEXT_CLOSE, BAD_QUOTE, BAD_COMMENT = range(29, 35)
"""A string with code inside is read as its opening, the code, and what stands between and after."""

VAL, VAR, FUN, CLASS, INTERFACE, OBJECT, TYPEALIAS, PACKAGE = range(40, 48)
(
    IF,
    ELSE,
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
    IS,
    NOT_IS,
    IN,
    NOT_IN,
    AS,
) = range(50, 68)
(
    LPAR,
    RPAR,
    LBRACE,
    RBRACE,
    LBRACKET,
    RBRACKET,
    COMMA,
    SEMICOLON,
    DOT,
    SAFE,
    COLONCOLON,
    COLON,
    QUESTION,
    ELVIS,
    ARROW,
    AT,
    ASSIGN,
    OPERATE_ASSIGN,
    EQUALITY,
    LESS,
    GREATER,
    COMPARE,
    PLUS,
    MINUS,
    TIMES,
    DIVIDE,
    RANGE,
    AND,
    OR,
    AMPERSAND,
    STEP,
    NOT,
    NOT_NULL,
) = range(70, 103)
OTHER, END = 125, 126

_MODIFIERS = (
    *("public", "private", "protected", "internal", "abstract", "final", "open", "annotation", "sealed"),
    *("inner", "override", "lateinit", "vararg", "tailrec", "external", "suspend", "inline", "infix"),
    *("operator", "const", "data", "enum", "value", "expect", "actual", "noinline", "crossinline"),
    *("reified", "out"),
)
WORDS: dict[str, int] = {
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


def kinds_in(kinds: Iterable[int]) -> bytes:
    """Give a table that is 1 for these kinds and 0 for all others."""
    table = bytearray(256)
    for kind in kinds:
        table[kind] = 1
    return bytes(table)


NAMES = frozenset(range(1, LAST_NAME + 1))

_RANKS: dict[int, int] = {
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
INFIX_RANK, ELVIS_RANK, RANGE_RANK, AS_RANK = 8, 7, 9, 12
RANKS = bytes(_RANKS.get(kind, 0) for kind in range(256))
"""How strongly a kind binds as a binary operator, 0 where it is none."""

CONTINUES = kinds_in((DOT, SAFE, ELVIS, AND, OR, AS))
"""What continues an expression from the line below it."""

POSTFIX = kinds_in((DOT, SAFE, COLONCOLON, LPAR, LBRACE, LBRACKET, LESS, STEP, NOT_NULL, QUESTION))
SUFFIXED = kinds_in((LPAR, LBRACE, LESS, ASSIGN, AT, COLONCOLON, QUESTION))
"""What after a name makes it more than a plain use of a value."""

ENDS = kinds_in((RBRACE, END, TEXT_MIDDLE, TEXT_CLOSE))
"""What ends a block."""

DECLARES = kinds_in((VAL, VAR, FUN, CLASS, INTERFACE, OBJECT, TYPEALIAS))
LITERALS = kinds_in(range(INT, BOOLEAN + 1))
LITERAL_TYPES = {
    INT: "kotlin.Int",
    LONG: "kotlin.Long",
    UINT: "kotlin.UInt",
    DOUBLE: "kotlin.Double",
    FLOAT: "kotlin.Float",
    CHAR: "kotlin.Char",
    STRING: "kotlin.String",
    BOOLEAN: "kotlin.Boolean",
}
LEAVES = kinds_in((RETURN, THROW, BREAK, CONTINUE))
STARTS = kinds_in(
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

NO_TYPE_ARGUMENTS = kinds_in(
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
