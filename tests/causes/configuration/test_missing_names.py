"""Names that a compiler does not find: in another module, or taken away by a commit."""

import subprocess

from evaluation.project_text import project_files
from tests.causes.configuration.shop import causes, shown

USER = "app/src/main/kotlin/a/b/Till.kt"
DESK = "core/src/main/kotlin/a/c/Desk.kt"
TEXT = f"e: file:///w/{USER}:3:12 Unresolved reference: Desk\n"
SCRIPTS = project_files("""
// file: app/build.gradle.kts
dependencies {
}
// file: core/build.gradle.kts
dependencies {
}
""")
SOURCES = {USER: "package a.b\nclass Till {\n    val desk = Desk()\n}\n", DESK: "package a.c\nclass Desk\n"}


def test_a_class_of_a_module_that_is_not_asked_for(tmp_path):
    found = causes(tmp_path, TEXT, {**SCRIPTS, **SOURCES})[0]
    assert (found.mechanism, shown(found)) == ("missing_project_dependency", "app/build.gradle.kts:1-2")


def test_a_module_that_is_asked_for_is_not_missing(tmp_path):
    files = {**SCRIPTS, **SOURCES, "app/build.gradle.kts": 'dependencies {\n    api(project(":core"))\n}\n'}
    assert "missing_project_dependency" not in {one.mechanism for one in causes(tmp_path, TEXT, files)}


def commits(folder, *steps):
    """Commit the texts of files step by step; None removes a file."""
    folder.mkdir(parents=True, exist_ok=True)
    git = ["git", "-C", str(folder), "-c", "user.name=x", "-c", "user.email=x@example.invalid"]
    subprocess.run([*git, "init", "-q"], check=True)
    for number, files in enumerate(steps):
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True) if text is None else path.write_text(text, encoding="utf-8")
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", f"step {number}"], check=True)


def found(tmp_path, text=TEXT, files=None):
    cause = causes(tmp_path, text, {**SCRIPTS, **(files or {USER: SOURCES[USER]})})[0]
    return cause.mechanism, [shown(cause, number) for number in range(len(cause.spans))], cause.statement


def test_the_commit_that_renamed_a_class(tmp_path):
    steps = ({DESK: f"package a.c\n\nclass {name}(val size: Int)\n"} for name in ("Desk", "Counter"))
    commits(tmp_path / "shop", *steps)
    mechanism, places, statement = found(tmp_path)
    assert (mechanism, places) == ("renamed_name", [f"{USER}:3", f"{DESK}:3"])
    assert "(step 1) renamed `Desk` to `Counter`" in statement


def test_uses_that_the_same_commit_replaced_speak_for_a_rename(tmp_path):
    other = "app/src/main/kotlin/a/b/Shop.kt"
    before = {DESK: "package a.c\nfun desk() = 1\n", other: "val a = desk()\nval b = desk()\n"}
    after = {
        DESK: "package a.c\nfun counterOf(name: String) = 2\n",
        other: "val a = counterOf()\nval b = counterOf()\n",
    }
    commits(tmp_path / "shop", before, after)
    _, places, statement = found(
        tmp_path, TEXT.replace("Desk", "desk"), {USER: SOURCES[USER].replace("Desk", "desk")}
    )
    assert places == [f"{USER}:3", f"{DESK}:2"]
    assert "replaced 2 of its uses" in statement


def test_a_class_that_moved_to_another_package(tmp_path):
    files = {**SOURCES, USER: "package a.b\nimport a.old.Desk\nclass Till {\n    val desk = Desk()\n}\n"}
    files |= project_files("""
        // file: app/build.gradle.kts
        dependencies {
            api(project(":core"))
        }
        """)
    mechanism, places, statement = found(tmp_path, TEXT.replace(":3:12", ":2:14"), files)
    assert (mechanism, places) == ("moved_name", [f"{USER}:2", f"{DESK}:2"])
    assert "`Desk` is `a.c.Desk` today" in statement


def test_a_name_that_was_removed_without_another_in_its_place(tmp_path):
    before = "package a.c\nclass Desk(val size: Int)\nfun other() = 1\n"
    commits(tmp_path / "shop", {DESK: before}, {DESK: "package a.c\nfun other() = 1\n"})
    mechanism, places, _ = found(tmp_path)
    assert (mechanism, places[1]) == ("removed_name", f"{USER}:3")


def test_the_nearest_name_of_one_that_never_was(tmp_path):
    files = {USER: "package a.b\nclass Till {\n    val a = totalPrise()\n    fun totalPrice() = 1\n}\n"}
    mechanism, places, _ = found(tmp_path, TEXT.replace("Desk", "totalPrise"), files)
    assert (mechanism, places) == ("nearest_name", [f"{USER}:3", f"{USER}:4"])


def test_a_resource_that_was_renamed(tmp_path):
    layout, values = "app/src/main/res/layout/till.xml", "app/src/main/res/values/strings.xml"
    row = '<resources>\n    <string name="{}">Pay</string>\n</resources>\n'
    commits(tmp_path / "shop", {values: row.format("pay_now")}, {values: row.format("pay_action")})
    text = f"ERROR: /w/{layout}:2: AAPT: error: resource string/pay_now (aka a.b:string/pay_now) not found.\n"
    mechanism, places, _ = found(tmp_path, text, {layout: '<View\n    android:text="@string/pay_now" />\n'})
    assert (mechanism, places) == ("renamed_name", [f"{layout}:2", f"{values}:2"])
