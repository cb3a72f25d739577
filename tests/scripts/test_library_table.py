"""Making the table: Python stubs back to Kotlin, and library files as bytes."""

import random
import textwrap
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.languages.facts import NONE, Declaration, Facts, Parameter
from rca.libraries.signature_table import SignatureTable
from scripts.library_table.class_set import read_class_set
from scripts.library_table.fetch import Package, fetch
from scripts.library_table.figures import figures
from scripts.library_table.jimage import classes
from scripts.library_table.known_members import KnownMembers
from scripts.library_table.pack import Source, pack
from scripts.library_table.pyi import read_stubs

STUB = """
    import typing

    import android.view
    import java
    import java.chaquopy
    import java.lang
    import java.util
    import kotlin
    import kotlin.coroutines
    import kotlin.jvm.functions

    class MenuKt(java.lang.Object):
        _pick__T = typing.TypeVar('_pick__T', bound=java.lang.CharSequence)  # <T>
        @staticmethod
        def contains(this_contains: Menu, item: Item, /) -> bool: ...
        @staticmethod
        def forEach(this_forEach: Menu, action: kotlin.jvm.functions.Function1[Item, kotlin.Unit], /) -> None: ...
        @staticmethod
        def getChildren(this_children: Menu, /) -> java.util.List[Item]: ...
        @staticmethod
        def setChildren(this_children: Menu, value: java.util.List[Item], /) -> None: ...
        @staticmethod
        def await_(this_await: Menu, completion: kotlin.coroutines.Continuation[Item], /) -> java.lang.Object: ...
        @staticmethod
        def pick(*choices: _pick__T) -> _pick__T | None: ...

    _Menu__K = typing.TypeVar('_Menu__K')  # <K>
    class Menu(android.view.View, java.lang.Comparable[Menu[_Menu__K]], typing.Generic[_Menu__K]):
        Companion: typing.ClassVar[Menu.Companion] = ...
        MOST: typing.ClassVar[int] = ...
        title: str = ...
        def __init__(self, size: int | java.jint | java.lang.Integer, /) -> None: ...
        def setEventTime(self, arg1: int | java.jlong | java.lang.Long, /) -> None: ...
        def getEventTime(self) -> int: ...
        def readDouble(self) -> float: ...
        def measured(self) -> int: ...
        def rows(self, arg1: java.chaquopy.JavaArrayJByte, arg2: java.lang.Object | int | bool | float | str, /) -> java.chaquopy.JavaArray[java.lang.String]: ...
        def type(self) -> typing.Type[java.lang.Object]: ...

        class Companion(java.lang.Object): ...

        class Listener(java.lang.Object):
            def onPick(self, arg1: Menu[_Menu__K], /) -> bool: ...

        class Row(java.lang.Object):
            def __init__(self, this_0: Menu, name: str | java.lang.String, /) -> None: ...

        class Kind(java.lang.Enum[Menu.Kind]):
            BIG: typing.ClassVar[Menu.Kind] = ...

    class Item(java.lang.Object):
        INSTANCE: typing.ClassVar[Item] = ...
        def close(self) -> None: ...
"""


@pytest.fixture
def read(tmp_path):
    wheel = tmp_path / "stubs.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(
            "stubs.dist-info/METADATA",
            "Name: stubs\nSummary: Python type stubs for com.x:menu-ktx:1.0 generated with a tool\n",
        )
        archive.writestr("com-stubs/x/menu/__init__.pyi", textwrap.dedent(STUB))
    return {source.name: source for source in read_stubs([wheel])}


def only(read, name):
    (row,) = read[name].facts.declarations
    return row


class TestStubs:
    def test_the_origin_is_that_of_the_archive(self, read):
        assert {source.origin for source in read.values()} == {"com.x:menu-ktx:1.0"}

    def test_a_static_with_a_receiver_is_an_extension(self, read):
        row = only(read, "com.x.menu.MenuKt#forEach")
        assert (row.receiver, row.type) == ("com.x.menu.Menu", "kotlin.Unit")
        assert row.parameters == (
            Parameter("action", "(com.x.menu.Item) -> kotlin.Unit", default=True, vararg=False),
        )
        assert read["com.x.menu.MenuKt#forEach"].facts.facade == "MenuKt"

    def test_a_function_of_a_convention_may_be_an_operator(self, read):
        assert "operator" in only(read, "com.x.menu.MenuKt#contains").modifiers
        assert "operator" not in only(read, "com.x.menu.MenuKt#forEach").modifiers

    def test_what_is_called_after_a_property_is_one(self, read):
        row = only(read, "com.x.menu.MenuKt#children")
        assert (row.kind, row.type) == ("property", "kotlin.collections.MutableList<com.x.menu.Item>")

    def test_a_last_continuation_suspends(self, read):
        row = only(read, "com.x.menu.MenuKt#await")
        assert (row.parameters, row.type, row.modifiers) == ((), "com.x.menu.Item", ("suspend",))

    def test_varargs_bounds_and_nullable_results(self, read):
        row = only(read, "com.x.menu.MenuKt#pick")
        assert row.type_parameters == ("T : kotlin.CharSequence",)
        assert row.parameters == (Parameter("choices", "T", default=False, vararg=True),)
        assert row.type == "T?"

    def test_a_facade_is_no_class(self, read):
        assert "com.x.menu.MenuKt" not in read

    def test_classes_and_what_is_inside(self, read):
        facts = read["com.x.menu.Menu"].facts
        kinds = dict(zip(facts.qualified_names, (row.kind for row in facts.declarations), strict=True))
        first = facts.declarations[0]
        assert (first.kind, first.type_parameters) == ("class", ("K",))
        assert first.supertypes == ("android.view.View", "kotlin.Comparable<com.x.menu.Menu<K>>")
        assert kinds["com.x.menu.Menu.Companion"] == "companion"
        assert kinds["com.x.menu.Menu.Kind"] == "enum"
        assert kinds["com.x.menu.Menu.Kind.BIG"] == "enum_entry"
        assert read["com.x.menu.Item"].facts.declarations[0].kind == "object"

    def test_an_interface_of_one_method_takes_a_lambda(self, read):
        facts = read["com.x.menu.Menu"].facts
        (listener,) = (row for row in facts.declarations if row.name == "Listener")
        (method,) = (row for row in facts.declarations if row.name == "onPick")
        assert listener.kind == "interface"
        assert "fun" in listener.modifiers
        assert method.modifiers == ("abstract",)

    def test_types(self, read):
        rows = {row.name: row for row in read["com.x.menu.Menu"].facts.declarations}
        assert rows["MOST"].modifiers == ("static",)
        assert rows["title"].type == "kotlin.String"
        assert [one.type for one in rows["rows"].parameters] == ["kotlin.ByteArray", "kotlin.Any"]
        assert rows["rows"].type == "kotlin.Array<kotlin.String>"
        assert rows["type"].type == "java.lang.Class<kotlin.Any>"

    def test_a_number_is_what_its_setter_or_name_says(self, read):
        rows = {row.name: row for row in read["com.x.menu.Menu"].facts.declarations}
        assert rows["getEventTime"].type == "kotlin.Long"
        assert rows["readDouble"].type == "kotlin.Double"
        assert rows["MOST"].type == "kotlin.Int"

    def test_a_number_of_which_nothing_is_said_is_unknown(self, read):
        (row,) = (row for row in read["com.x.menu.Menu"].facts.declarations if row.name == "measured")
        assert row.type == "*"

    def test_an_inner_class_takes_the_instance_around_it_unwritten(self, read):
        rows = read["com.x.menu.Menu"].facts.declarations
        inner, constructor = (row for row in rows if row.name == "Row")
        assert "inner" in inner.modifiers
        assert [one.name for one in constructor.parameters] == ["name"]


SHOWN = """
    import typing

    import java
    import java.lang
    import java.util

    class Port(java.lang.Object):
        def compare(self, a: java.util.List[Item], b: Item, /) -> int: ...
        def size(self) -> int: ...
        def then(self) -> Port | None: ...

    class Item(java.lang.Object):
        def __init__(self, /) -> None: ...
        def onMade(self, many: int | java.jint | java.lang.Integer, /) -> None: ...
        def made(self) -> int: ...

    class Box(Item, Port):
        def made(self) -> int: ...
        def compare(self, a: java.util.List[Item], b: Item, /) -> int: ...
"""


def text(value):
    return bytes((len(value),)) + value.encode()


def listed(*types):
    return bytes((len(types),)) + b"".join(types)


def method(name, flags, parameters, result, generic=(), own=()):
    plain = listed(*parameters) + result
    return text(name) + plain + listed(*generic) + result + listed(*own) + flags.to_bytes(4, "big") + b"\0"


def class_type(number):
    return b"\4" + number.to_bytes(4, "big")


def class_set(file):
    """Write a set of the classes of `SHOWN`, as decompilers do: an interface with a body in it, a class."""
    names = ["java.lang.Object", "java.util.List", "com.x.Port", "com.x.Item"]
    int_type, long_type, void = b"\6I", b"\6J", b"\6V"
    at_least_item = b"\0\xff" + class_type(3)
    lists = b"\1" + (1).to_bytes(4, "big") + listed(at_least_item)
    port = (
        method("compare", 0x401, (class_type(1), class_type(3)), long_type, (lists, class_type(3))),
        method("size", 0x1, (), int_type),
        method("then", 0x1, (), class_type(2)),
    )
    item = (
        method("<init>", 0x1, (), void),
        method("made", 0x1, (), long_type),
        method("onMade", 0x4, (int_type,), void),
    )
    content = b"jadx-cst\3" + len(names).to_bytes(4, "big") + b"".join(map(text, names))
    content += b"\xff\0\0\0"  # of all objects: no supertypes, type parameters, methods
    content += listed(class_type(0)) + listed(b"\2" + text("E") + b"\0") + b"\0\0"
    for members in (port, item):
        content += listed(class_type(0)) + b"\0" + len(members).to_bytes(2, "big") + b"".join(members)
    file.write_bytes(content)
    return file


class TestKnownMembers:
    @pytest.fixture
    def rows(self, tmp_path):
        wheel = tmp_path / "stubs.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("stubs.dist-info/METADATA", "Name: stubs\nSummary: stubs for com.x:x:1.0 made\n")
            archive.writestr("com-stubs/x/__init__.pyi", textwrap.dedent(SHOWN))
        known = KnownMembers(read_class_set(class_set(tmp_path / "core.jcst")))
        return {
            full: row
            for source in read_stubs([wheel], known)
            for row, full in zip(source.facts.declarations, source.facts.qualified_names, strict=True)
            if row.kind != "constructor"
        }

    def test_types_are_exact_and_names_the_stubs(self, rows):
        row = rows["com.x.Port.compare"]
        assert row.type == "kotlin.Long"
        assert [(one.name, one.type) for one in row.parameters] == [
            ("a", "kotlin.collections.MutableList<in com.x.Item>"),
            ("b", "com.x.Item"),
        ]

    def test_an_interface_with_bodies_takes_a_lambda(self, rows):
        assert (rows["com.x.Port"].kind, rows["com.x.Item"].kind) == ("interface", "class")
        assert "fun" in rows["com.x.Port"].modifiers
        assert rows["com.x.Port.size"].modifiers == ("default",)

    def test_protected_methods_are_marked(self, rows):
        assert rows["com.x.Item.onMade"].modifiers == ("protected", "open")

    def test_nullability_is_the_stubs(self, rows):
        assert rows["com.x.Port.then"].type == "com.x.Port?"

    def test_what_overrides_has_the_result_of_what_is_known(self, rows):
        assert rows["com.x.Box.made"].type == "kotlin.Long"
        assert rows["com.x.Box.compare"].type == "kotlin.Long"  # erased types say what overrides

    def test_another_version_is_refused(self, tmp_path):
        file = tmp_path / "core.jcst"
        file.write_bytes(b"jadx-cst\4")
        with pytest.raises(ValueError, match="known version"):
            read_class_set(file)


NAMES = st.text("abcXYZ", min_size=1, max_size=5)


@st.composite
def sources(draw):
    """Library files of one package each, as the readers give them: classes, and callables of one name."""
    found = {}
    for origin in draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)):
        for package in draw(st.lists(NAMES, max_size=3, unique=True)):
            for name in draw(st.lists(NAMES, max_size=3, unique=True)):
                outer = declaration("class", f"C{name}", NONE)
                inner = declaration("interface", "Inner", 0)
                member = declaration("function", name, 1, type_text="kotlin.Int")
                rows = (outer, inner, member)
                full = f"{package}.C{name}"
                found[origin, full] = Source(origin, full, Facts("library", package, declarations=rows))
                loose = (declaration("function", name, NONE, receiver="kotlin.String"),)
                full = f"{package}.FileKt#{name}"
                found[origin, full] = Source(
                    origin, full, Facts("library", package, declarations=loose, facade="FileKt")
                )
    return list(found.values())


def declaration(kind, name, parent, receiver=None, type_text=None):
    return Declaration(
        kind, name, parent, 0, 0, 0, 0, 0, 0, 0, receiver, type_text,
        (Parameter("one", "kotlin.Any", default=False, vararg=True),), ("T",), ("kotlin.Any",), ("open",), NONE, (),
    )  # fmt: skip


@given(sources().filter(bool), st.randoms())
def test_a_table_gives_back_what_was_packed(tmp_path_factory, given_sources, order):
    table_file = tmp_path_factory.mktemp("table") / "table.bin"
    content = pack(given_sources)
    shuffled = list(given_sources)
    order.shuffle(shuffled)
    assert pack(shuffled) == content
    table_file.write_bytes(content)
    table = SignatureTable(table_file)
    assert sorted(table.paths()) == sorted(f"library:{one.origin}/{one.name}" for one in given_sources)
    for one in given_sources:
        path = f"library:{one.origin}/{one.name}"
        assert table.facts(path) == one.facts
        first = one.facts.qualified_names[0]
        assert path in (
            table.callable_places(first) if "#" in one.name else table.class_places(f"{first}.Inner")
        )


def test_a_large_table_has_many_blocks(tmp_path):
    names = [f"p{number % 7}.Class{number}" for number in range(3000)]
    made = [
        Source(
            "big",
            name,
            Facts("library", name.partition(".")[0], declarations=(declaration("class", name[3:], NONE),)),
        )
        for name in names
    ]
    file = tmp_path / "table.bin"
    file.write_bytes(pack(made))
    table = SignatureTable(file)
    for name in random.Random(1).sample(names, 200):
        assert table.class_places(name) == (f"library:big/{name}",)
        assert table.facts(f"library:big/{name}").qualified_names == (name,)


def test_figures_count_by_library():
    made = [Source("g:a:1", "p.C", Facts("library", "p", declarations=(declaration("class", "C", NONE),)))]
    assert "| g | 1 | 0 | 0 | 0 |" in figures(made, 10)


def test_a_package_of_another_content_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("subprocess.run", lambda *_, **__: (tmp_path / "thing-1.whl").write_bytes(b"other"))
    with pytest.raises(ValueError, match="another checksum"):
        fetch(Package("pip", "thing", "1", "0" * 64), tmp_path)


def test_what_is_no_image_is_refused(tmp_path):
    file = tmp_path / "modules"
    file.write_bytes(bytes(100))
    with pytest.raises(ValueError, match="runtime image"):
        list(classes(file, frozenset(("java.base",))))
