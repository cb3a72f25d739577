"""After any sequence of edits, saved or not, the index equals one built afresh."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from rca.languages.name_roles import ROLES
from rca.navigation.callers import find_callers
from rca.scheduling.deadline import Deadline
from rca.workspace import DocumentChanged, DocumentClosed, DocumentOpened, FilesChanged, Workspace
from tests.project_folder import write_file

PATHS = ["a/One.kt", "a/Two.kt", "b/c/One.kt", "b/c/Three.java", "a/AndroidManifest.xml", "a/build.gradle"]
FOLDERS = ["a", "b", "b/c"]
NAMES = ("f", "g", "h")


SCRIPTS = st.sampled_from(("android { namespace 'p' }", "android { namespace 'q' }", "include ':x'"))
MANIFESTS = st.builds(
    '<manifest xmlns:android="http://schemas.android.com/apk/res/android">{}'
    '<application><{} android:name="{}"/></application></manifest>'.format,
    st.sampled_from(("", "\n")),
    st.sampled_from(("activity", "service")),
    st.sampled_from((".K", "q.L", "Z")),
)


@st.composite
def code(draw):
    """Small files that call and extend each other, and are now and then broken off."""
    package = draw(st.sampled_from(("p", "q")))
    of, to, called = (draw(st.sampled_from(NAMES)) for _ in range(3))
    super_class = draw(st.sampled_from(("", " : K()", " : androidx.fragment.app.Fragment()", " : q.K()")))
    name = draw(st.sampled_from(("K", "L")))
    kind = draw(st.sampled_from(("open", "abstract", "data", "private")))
    body = draw(st.sampled_from((f"{to}()", f"K().{to}()", f"val x = {to}()\n x.{called}()", "")))
    first = draw(st.sampled_from(("", f"typealias M = {name}\n", f"import q.{to} as z\n", "// a remark\n")))
    last = draw(st.sampled_from(("}", "", f"}}\nfun {called}() = K()", f"}}\nval {called} = {to}()")))
    return (
        f"package {package}\n{first}{kind} class {name}{super_class} {{\n fun {of}() {{ {body} }}\n{last}\n"
    )


def texts():
    """Text of any kind for any file: what is no XML or no Kotlin is broken code."""
    return st.one_of(code(), code(), code(), MANIFESTS, SCRIPTS)


class Edits(RuleBasedStateMachine):
    """A workspace whose files are edited in the editor and on the disk."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.root = self.folder / "project"
        self.root.mkdir()
        self.workspace = Workspace([self.root], self.folder / "data")
        self.workspace.index()
        self.unsaved: dict[str, str] = {}
        self.version = 0
        self.compared = True

    def teardown(self) -> None:
        self.workspace.close()
        shutil.rmtree(self.folder)

    def on_disk(self) -> list[str]:
        return [path for path in PATHS if (self.root / path).exists()]

    def tell(self, *paths: str) -> None:
        self.compared = False
        self.workspace.apply(FilesChanged(tuple(self.root / path for path in paths)))

    @rule(path=st.sampled_from(PATHS), text=texts())
    def write(self, path: str, text: str) -> None:
        self.put(path, text)
        self.tell(path)

    def put(self, path: str, text: str) -> None:
        write_file(self.root, path, text)

    @precondition(lambda self: self.on_disk())
    @rule(data=st.data(), to=st.sampled_from(PATHS))
    def copy(self, data, to: str) -> None:
        """Have one content in two files, of two languages too."""
        text = (self.root / data.draw(st.sampled_from(self.on_disk()))).read_text(encoding="utf-8")
        self.put(to, text)
        self.tell(to)

    @rule(path=st.sampled_from(PATHS), text=texts())
    def write_behind_the_editors_back(self, path: str, text: str) -> None:
        self.put(path, text)
        self.compared = False
        self.workspace.index()

    @precondition(lambda self: self.on_disk())
    @rule(data=st.data())
    def delete_behind_the_editors_back(self, data) -> None:
        (self.root / data.draw(st.sampled_from(self.on_disk()))).unlink()
        self.compared = False
        self.workspace.index()

    @rule(path=st.sampled_from(PATHS), text=texts())
    def open(self, path: str, text: str) -> None:
        self.unsaved[path] = text
        self.version += 1
        self.compared = False
        self.workspace.apply(DocumentOpened(self.root / path, text, self.version))

    @precondition(lambda self: self.unsaved)
    @rule(data=st.data(), text=texts())
    def change(self, data, text: str) -> None:
        path = data.draw(st.sampled_from(sorted(self.unsaved)))
        self.unsaved[path] = text
        self.version += 1
        self.compared = False
        self.workspace.apply(DocumentChanged(self.root / path, text, self.version))

    @precondition(lambda self: self.unsaved)
    @rule(data=st.data())
    def save(self, data) -> None:
        path = data.draw(st.sampled_from(sorted(self.unsaved)))
        self.put(path, self.unsaved[path])
        self.tell(path)

    @precondition(lambda self: self.unsaved)
    @rule(data=st.data())
    def close(self, data) -> None:
        path = data.draw(st.sampled_from(sorted(self.unsaved)))
        del self.unsaved[path]
        self.compared = False
        self.workspace.apply(DocumentClosed(self.root / path))

    @precondition(lambda self: self.on_disk())
    @rule(data=st.data())
    def delete(self, data) -> None:
        path = data.draw(st.sampled_from(self.on_disk()))
        (self.root / path).unlink()
        self.tell(path)

    @precondition(lambda self: self.on_disk())
    @rule(data=st.data(), to=st.sampled_from(PATHS))
    def rename(self, data, to: str) -> None:
        path = data.draw(st.sampled_from(self.on_disk()))
        if path != to and path.rpartition(".")[2] == to.rpartition(".")[2]:
            (self.root / to).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).replace(self.root / to)
            self.tell(path, to)

    @precondition(lambda self: self.on_disk())
    @rule(data=st.data())
    def touch(self, data) -> None:
        path = data.draw(st.sampled_from(self.on_disk()))
        os.utime(self.root / path, ns=(self.version, 10**18 + self.version))
        self.tell(path)

    @rule(folder=st.sampled_from(FOLDERS))
    def move_a_folder_away(self, folder: str) -> None:
        if (self.root / folder).exists():
            shutil.rmtree(self.folder / "away", ignore_errors=True)
            (self.root / folder).replace(self.folder / "away")
            self.tell(folder)

    @precondition(lambda self: (self.folder / "away").exists())
    @rule(folder=st.sampled_from(FOLDERS))
    def move_it_back(self, folder: str) -> None:
        if not (self.root / folder).exists():
            (self.root / folder).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / "away").replace(self.root / folder)
            self.tell(folder)

    @rule()
    def start_again(self) -> None:
        self.workspace.close()
        self.workspace = Workspace([self.root], self.folder / "data")
        self.workspace.index()
        for path, text in self.unsaved.items():
            self.workspace.apply(DocumentOpened(self.root / path, text, 1))
        self.compared = False

    @rule()
    def ask(self) -> None:
        """Fill what is kept between revisions, so that a stale answer can show."""
        content(self.workspace)

    @invariant()
    def equals_one_built_afresh(self) -> None:
        if self.compared:
            return
        self.compared = True
        fresh = Workspace([self.root], self.folder / f"fresh{self.version}")
        fresh.index()
        for path, text in self.unsaved.items():
            fresh.apply(DocumentOpened(self.root / path, text, 1))
        assert content(self.workspace) == content(fresh)
        fresh.close()
        shutil.rmtree(self.folder / f"fresh{self.version}")


def content(workspace: Workspace):
    """Return all that can be asked: files, facts, names, callers of every function, tags."""
    index = workspace.snapshot.index
    paths = sorted(index.listed)
    functions = [one for path in paths for one in index.symbols(path) if one.is_callable]
    tags = index.tags(paths)
    return (
        paths,
        {path: index.facts(path) for path in paths},
        {
            (name, role): sorted(index.places(name, role))
            for name in (*NAMES, "K", "L", "M", "")
            for role in ROLES
        },
        {(one.path, one.index): find_callers(index, (one,), 1, Deadline()).callers for one in functions},
        {path: sorted(tags[path]) for path in paths},
        {tag: sorted(index.tagged(tag)) for tag in (*index.tag_names, "fragment", "activity", "service")},
        index.app_packages,
    )


TestEdits = Edits.TestCase
TestEdits.settings = settings(
    max_examples=20, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
