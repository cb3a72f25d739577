"""What names of the newest Kotlin and Java mean that only a part of a file sees.

Each test marks a place with <|> and names the line of what is meant.
"""

from __future__ import annotations

import pytest

from evaluation.project_text import split_cursor
from rca.navigation.definition import find_definition

KOTLIN = """data class P(val x: Int, val name: String)
context(log: Log, _: Scope)
fun told(p: P) = log.say(p)
context(out: Log)
val told: Log get() = out
fun places(p: P, ps: List<P>) {
    val [a, b] = p
    use(a)
    for ([c, d] in ps) use(c + d)
    ps.each { [e, f], g -> use(e) }
    [val h, var i] = p
    use(h)
}
fun names(p: P, ps: List<P>) {
    (val x, var n = name) = p
    use(x, n)
    for ((val x, val m = name) in ps) { use(x); say(m) }
    ps.each { (val y = x, val k = name) ->
        use(y)
        say(k)
    }
    val (other: String = name) = p
    say(other)
    let(x)
}
"""
JAVA = """class Cart {
    record Box(Object held, int size) {}
    int sum(Object o) {
        if (o instanceof Box(String text, var size) && size > 1) { one(text); }
        if (!(o instanceof Box(var held, _))) return 0;
        two(held);
        return switch (o) {
            case String s -> three(s);
            case Box(Box(var inner, _), int n) when n > 1 -> four(inner);
            case Integer i when i > 3 -> {
                yield five(i);
            }
            case Long l:
                yield six(l);
            default -> 0;
        };
    }
}
"""


def declared(project, path, marked):
    """Return on which line the name at the mark is declared, None where it is none of a part of the file."""
    snapshot = project.open().snapshot
    text = snapshot.text(path)
    before, after = split_cursor(marked)
    assert text.count(before + after) == 1, f"{text.count(before + after)} places"
    found = find_definition(snapshot.index, path, text.index(before + after) + len(before), snapshot.text)
    return None if found is None or found.local is None else text.count("\n", 0, found.local.start) + 1


@pytest.mark.parametrize(
    ("marked", "line"),
    [
        ("l<|>og.say", 2),
        ("get() = ou<|>t", 4),
        ("use(<|>a)", 7),
        ("use(c + <|>d)", 9),
        ("use(<|>e)", 10),
        ("use(<|>h)", 11),
        ("use(<|>x, n)", 15),
        ("use(x, <|>n)", 15),
        ("{ use(<|>x)", 17),
        ("say(<|>m)", 17),
        ("use(<|>y)", 18),
        ("say(<|>k)", 18),
        ("say(oth<|>er)", 22),
        ("let(<|>x)", 15),
    ],
)
def test_kotlin(project, marked, line):
    project.write("Places.kt", KOTLIN)
    assert declared(project, "Places.kt", marked) == line


@pytest.mark.parametrize(
    ("marked", "line"),
    [
        ("one(te<|>xt)", 4),
        ("&& si<|>ze > 1", 4),
        ("two(he<|>ld)", 5),
        ("three(<|>s)", 8),
        ("when <|>n > 1", 9),
        ("four(inn<|>er)", 9),
        ("when <|>i > 3", 10),
        ("five(<|>i)", 10),
        ("six(<|>l)", 13),
    ],
)
def test_java(project, marked, line):
    project.write("Cart.java", JAVA)
    assert declared(project, "Cart.java", marked) == line
