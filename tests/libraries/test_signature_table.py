"""The shipped table: what holds for the whole of it, and what happens when it is damaged."""

import random
import re
import shutil
import statistics
import subprocess
import time
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.languages.facts import CALLABLE_KINDS, Facts
from rca.libraries.all_libraries import Libraries
from rca.libraries.signature_table import SHIPPED, SignatureTable
from rca.resolve.types import FUNCTION, Type, read_type
from scripts.library_table import sources
from scripts.library_table.sources import is_within

INPUTS = Path(sources.__file__).with_name("inputs.toml")
IMPORTANT = Path(__file__).parent / "important_functions.txt"


@pytest.fixture(scope="module")
def table() -> SignatureTable:
    return SignatureTable()


@pytest.fixture(scope="module")
def files(table) -> dict[str, Facts]:
    return {path: table.facts(path) for path in table.paths()}


def texts_of(row):
    bounds = [text.partition(":")[2].strip() for text in row.type_parameters]
    types = [row.receiver, row.type, *row.supertypes, *(one.type for one in row.parameters)]
    return [text for text in (*types, *(part for one in bounds for part in one.split(" & "))) if text]


def named_in(seen: Type | None):
    if seen is None:
        return
    if seen.name != FUNCTION:
        yield seen.name
    for one in (seen.receiver, *seen.arguments):
        yield from named_in(one)


def test_every_file_opens_and_has_rows(files):
    assert len(files) > 10_000
    assert all(facts is not None and facts.declarations for facts in files.values())


def test_every_type_text_can_be_read(files):
    unread = [
        (path, row.name, text)
        for path, facts in files.items()
        for row in facts.declarations
        for text in texts_of(row)
        if read_type(text) is None and text.rstrip("?") != "*"
    ]
    assert unread == []


def test_every_type_parameter_is_declared_around_its_use(files):
    undeclared = []
    for path, facts in files.items():
        for index, row in enumerate(facts.declarations):
            around = {
                text.partition(":")[0].strip()
                for one in facts.enclosing(index)
                for text in facts.declarations[one].type_parameters
            }
            undeclared += [
                (path, row.name, name)
                for text in texts_of(row)
                for name in named_in(read_type(text))
                if "." not in name and name not in around and "-" not in text
            ]
    assert undeclared == []


def whole_packages(files):
    """Return the packages of which the table has every class: not those that only supertypes came from."""
    inputs = tomllib.loads(INPUTS.read_text(encoding="utf-8"))
    patterns: dict[str, list[str] | None] = {}
    for part in (part for package in inputs["package"] for part in package["read"]):
        earlier = patterns.setdefault(part["origin"], [])
        within = part.get("within")
        patterns[part["origin"]] = None if within is None or earlier is None else [*earlier, *within]
    return {
        facts.package
        for path, facts in files.items()
        if is_within(facts.package, patterns.get(path.removeprefix("library:").partition("/")[0]))
    }


def test_named_classes_exist(table, files):
    """What is missing lies in packages that were left out, or cannot be named outside its library."""
    named = Counter(
        (name, text in row.supertypes)
        for facts in files.values()
        for row in facts.declarations
        for text in texts_of(row)
        for name in named_in(read_type(text))
        if "." in name
    )
    missing = {one: count for one, count in named.items() if not table.class_places(one[0])}
    whole = whole_packages(files)
    lost = {one: count for one, count in missing.items() if re.split(r"\.(?=[A-Z])", one[0])[0] in whole}
    assert sum(missing.values()) < 0.01 * named.total()
    assert sum(lost.values()) < 0.0005 * named.total(), lost
    # Stubs leave out classes that only their package can name, though public ones inherit from them.
    assert sum(is_supertype for _, is_supertype in lost) < 20, lost


def test_each_declaration_is_found_by_its_names(table, files):
    for path, facts in files.items():
        for row, full in zip(facts.declarations, facts.qualified_names, strict=True):
            if row.kind == "typealias" or (row.is_class and row.kind != "enum_entry"):
                assert path in table.class_places(full)
            elif row.kind in CALLABLE_KINDS:
                assert table.declares(row.name)
                if row.parent < 0:
                    assert path in table.callable_places(full)
        assert table.has_package(facts.package)


def test_each_class_and_each_overload_comes_from_one_library(table, files):
    for path, facts in files.items():
        places = table.class_places(facts.qualified_names[0]) if "#" not in path else ()
        assert places in ((), (path,))


def important():
    lines = IMPORTANT.read_text(encoding="utf-8").splitlines()
    return [tuple(part.strip() for part in line.split("|")) for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(("name", "receiver", "parameters", "result"), important())
def test_an_important_function_has_its_overload(table, name, receiver, parameters, result):
    overloads = [
        (
            row.receiver or "",
            ", ".join(("vararg " if one.vararg else "") + (one.type or "") for one in row.parameters),
            row.type,
        )
        for path in table.callable_places(name)
        for row in table.facts(path).declarations
    ]
    assert (receiver, parameters, result) in overloads


def members(table, full):
    """Return the members of a class by name, of several the last."""
    (path,) = table.class_places(full)
    facts = table.facts(path)
    names = facts.qualified_names
    return {
        row.name: row
        for row in facts.declarations
        if row.parent >= 0 and names[row.parent] == full and not row.is_class
    }


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("android.os.SystemClock.elapsedRealtime", "kotlin.Long"),
        ("android.widget.Adapter.getItemId", "kotlin.Long"),
        ("android.view.MenuItem.getItemId", "kotlin.Int"),
        ("android.database.sqlite.SQLiteDatabase.insert", "kotlin.Long"),
        ("android.database.sqlite.SQLiteDatabase.update", "kotlin.Int"),
        ("android.database.DatabaseUtils.queryNumEntries", "kotlin.Long"),
        ("android.view.MotionEvent.getEventTime", "kotlin.Long"),
        ("android.media.MediaPlayer.getDuration", "kotlin.Int"),
        ("android.location.Location.getLatitude", "kotlin.Double"),
        ("android.location.Location.getAccuracy", "kotlin.Float"),
        ("androidx.cursoradapter.widget.CursorAdapter.getItemId", "kotlin.Long"),
        ("androidx.recyclerview.widget.RecyclerView.Adapter.getItemId", "*"),
        ("android.text.format.DateUtils.HOUR_IN_MILLIS", "*"),
    ],
)
def test_a_number_of_android_is_exact_or_unknown(table, name, result):
    owner, _, member = name.rpartition(".")
    assert members(table, owner)[member].type == result


def test_android_classes_say_what_is_protected_has_a_body_or_is_inner(table):
    assert "protected" in members(table, "android.app.Service")["dump"].modifiers
    listener = members(table, "android.view.View.OnLongClickListener")
    assert listener["onLongClick"].modifiers == ("abstract",)
    assert listener["onLongClickUseDefaultHapticFeedback"].modifiers == ("default",)
    assert members(table, "android.os.AsyncTask")["doInBackground"].modifiers == ("protected", "abstract")
    assert members(table, "android.service.wallpaper.WallpaperService.Engine")["Engine"].parameters == ()


def test_modifiers_that_the_resolver_needs_are_there(table):
    def words(qualified: str) -> set[str]:
        return {
            word
            for path in table.callable_places(qualified)
            for row in table.facts(path).declarations
            for word in row.modifiers
        }

    assert "infix" in words("kotlin.to")
    assert "operator" in words("kotlin.collections.plus")
    assert "suspend" in words("kotlinx.coroutines.delay")
    assert "inline" in words("kotlin.collections.map")
    (runnable,) = table.class_places("java.lang.Runnable")
    assert set(table.facts(runnable).declarations[0].modifiers) >= {"java", "fun"}
    (views,) = table.class_places("android.view.View.OnClickListener")
    for name in ("OnClickListener", "OnLongClickListener"):
        row = next(row for row in table.facts(views).declarations if row.name == name)
        assert (row.kind, set(row.modifiers) >= {"java", "fun"}) == ("interface", True)


def test_nested_classes_lie_in_the_file_of_the_outermost(table):
    (path,) = table.class_places("kotlin.collections.Map.Entry")
    assert path.endswith("/kotlin.collections.Map")
    (path,) = table.class_places("android.app.AlertDialog.Builder")
    assert "android.app.AlertDialog.Builder" in table.facts(path).qualified_names


@given(st.text(max_size=40))
def test_what_is_not_there_is_not_found(table, name):
    missing = f"no.such.package.{name}"
    assert table.class_places(missing) == table.callable_places(missing) == ()
    assert table.facts(f"library:{name}") is None
    assert not table.has_package(missing)


@pytest.mark.skipif(shutil.which("javap") is None, reason="compares with a JDK")
@pytest.mark.parametrize(
    "name",
    [
        "java.net.http.HttpClient",
        "java.nio.file.Files",
        "java.sql.Connection",
        "java.time.LocalDate",
        "java.util.ArrayList",
        "java.util.HashMap",
        "java.util.regex.Matcher",
        "java.util.concurrent.CompletableFuture",
        "java.util.logging.Logger",
        "java.util.stream.Stream",
    ],
)
def test_a_class_of_java_has_what_javap_shows(table, name):
    shown = subprocess.run(["javap", "-public", name], capture_output=True, text=True, check=True).stdout
    (path,) = table.class_places(name)
    known = {(row.name, len(row.parameters)) for row in table.facts(path).declarations}
    simple = name.rpartition(".")[2]
    for line in shown.splitlines():
        found = re.search(r"([\w.$]+)\((.*)\)", line)
        if found:
            method, arguments = found.groups()
            flat = re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*(<[^<>]*>[^<>]*)*>", "", arguments))
            count = len(flat.split(",")) if flat else 0
            assert (simple if method == name else method, count) in known, line


def test_it_is_small_and_quick(table, files):
    assert SHIPPED.stat().st_size < 3_200_000
    openings = []
    for _ in range(5):
        start = time.thread_time()
        opened = SignatureTable()
        openings.append(time.thread_time() - start)
    assert min(openings) < 0.01
    names = [facts.qualified_names[0] for facts in random.Random(1).sample(list(files.values()), 2000)]
    times = []
    for name in names:
        start = time.thread_time()
        opened.class_places(name)
        opened.callable_places(name)
        times.append(time.thread_time() - start)
    assert statistics.median(times) < 200e-6


class TestDamage:
    @pytest.mark.parametrize("kept", [0, 1, 30, 5000, -1])
    def test_a_cut_off_table_is_said_and_left(self, tmp_path, kept):
        cut = tmp_path / "cut.bin"
        cut.write_bytes(SHIPPED.read_bytes()[:kept])
        libraries = Libraries(table=cut)
        assert len(libraries.problems) == 1
        assert libraries.class_places("kotlin.String") == ()
        assert libraries.facts("library:java:25/java.lang.Object") is None
        assert not libraries.declares("map")

    def test_a_missing_table_is_said_and_left(self, tmp_path):
        libraries = Libraries(table=tmp_path / "none.bin")
        assert "cannot be opened" in libraries.problems[0]
        assert not libraries.has_package("kotlin")

    def test_a_damaged_index_is_said(self, tmp_path):
        content = bytearray(SHIPPED.read_bytes())
        content[100] ^= 1
        damaged = tmp_path / "damaged.bin"
        damaged.write_bytes(content)
        assert Libraries(table=damaged).problems == ("the table of library signatures is damaged",)

    def test_a_damaged_block_loses_its_files_alone(self, tmp_path, files):
        content = bytearray(SHIPPED.read_bytes())
        content[-10] ^= 1
        damaged = tmp_path / "damaged.bin"
        damaged.write_bytes(content)
        table = SignatureTable(damaged)
        lost = [path for path in files if table.facts(path) is None]
        assert 0 < len(lost) < 0.2 * len(files)
        assert table.facts(table.class_places("kotlin.String")[0]) is not None


def test_archives_come_before_the_table():
    class Archive:
        def facts(self, path):
            return Facts("library", "kotlin") if path == "library:mine/kotlin.String" else None

        def class_places(self, qualified):
            return ("library:mine/kotlin.String",) if qualified == "kotlin.String" else ()

        def callable_places(self, qualified):
            return ()

        def declares(self, name):
            return False

        def has_package(self, package):
            return False

    libraries = Libraries(Archive())
    assert libraries.problems == ()
    assert libraries.class_places("kotlin.String") == ("library:mine/kotlin.String",)
    assert libraries.facts("library:mine/kotlin.String") == Facts("library", "kotlin")
    assert libraries.class_places("kotlin.Int")[0].endswith("/kotlin.Int")
