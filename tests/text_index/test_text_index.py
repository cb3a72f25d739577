"""What words are kept of all texts finds the same as reading them, after any edits and damage."""

from __future__ import annotations

import random
import re
import sqlite3
import string
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.analysis.search.search_query import query_of
from rca.analysis.search.text_candidates import CandidateScan, scan
from rca.scheduling.deadline import Deadline
from rca.text_index.segment import Collector, Postings, Vocabulary
from rca.text_index.segment_store import path_of
from rca.workspace import DocumentChanged, DocumentOpened, FilesChanged, Workspace


@given(
    texts=st.lists(st.text(alphabet="abAB_0é (.\n\x00", max_size=40), max_size=6),
    part=st.text(alphabet="ab_0é", min_size=1, max_size=4),
)
def test_words_count_what_reading_counts(texts, part) -> None:
    encoded = [text.encode() for text in texts]
    collector = Collector()
    assert [collector.add(data) for data in encoded] == list(range(len(texts)))
    packed = collector.packed()
    postings = Postings(packed.postings)
    counts: dict[int, int] = {}
    for _, _, times, first, last in Vocabulary(packed.words, packed.starts).containing(part.encode()):
        postings.add_to(counts, first, last, times, 0)
    wanted = {place: data.lower().count(part.encode()) for place, data in enumerate(encoded)}
    assert counts == {place: count for place, count in wanted.items() if count}


def words_file(workspace: Workspace):
    (root,) = workspace.snapshot.index.layers[0]
    return path_of(root.store.path)


def outcome(workspace: Workspace, query: str, *, known: bool) -> CandidateScan:
    """Return what a scan finds, by words that are kept or by reading alone."""
    snapshot = workspace.snapshot
    if not known:
        snapshot = replace(snapshot, words=())
    paths = tuple(sorted(snapshot.index.listed))
    return scan(snapshot, paths, query_of(query), Deadline())


def texts_of(chance: random.Random, count: int) -> dict[str, str]:
    """Make up sources whose words are shared, differ in case, and are parts of one another."""
    stems = ["sync", "upload", "retry", "mail", "box", "queue", "e", "straße", "id42", "the_key"]
    names = [f"{a}{b.capitalize()}" for a in stems for b in stems] + [stem.upper() for stem in stems]
    texts = {}
    for number in range(count):
        words = chance.choices(names + stems, k=chance.randint(3, 60))
        body = "".join(word + chance.choice([" ", "(", ".", "\n    ", " = ", '"', "-> "]) for word in words)
        folder = chance.choice(["src/main/mail", "src/test/upload", "app/src"])
        texts[f"{folder}/{chance.choice(names)}{number}.kt"] = f"// {body}\nclass C{number}\n"
    return texts


def queries_of(chance: random.Random, texts: dict[str, str], count: int) -> list[str]:
    """Draw questions, names, parts of names, lines and pieces of lines."""
    found = []
    for _ in range(count):
        text = texts[chance.choice(sorted(texts))]
        start = chance.randrange(len(text) - 3)
        piece = text[start : start + chance.randint(2, 30)].strip()
        word = chance.choice(re.findall(r"\w+", text))
        found += [piece, word, word[: chance.randint(1, 6)], word.swapcase(), f"where is the {word} of mail"]
    return [query for query in found if query_of(query).text] + ["->", "(", string.ascii_lowercase]


@pytest.fixture
def sources(project):
    chance = random.Random(7)
    texts = texts_of(chance, 60)
    for path, text in texts.items():
        project.write(path, text)
    workspace = project.open()
    assert workspace.collect_words()
    assert workspace.snapshot.words[0].unknown() == 0
    yield workspace, texts, project
    workspace.close()


def test_a_scan_finds_the_same_as_reading(sources) -> None:
    workspace, texts, _ = sources
    for query in queries_of(random.Random(3), texts, 60):
        assert outcome(workspace, query, known=True) == outcome(workspace, query, known=False), query


def test_files_are_read_only_where_the_text_may_stand(sources, monkeypatch) -> None:
    workspace, texts, _ = sources
    read = []
    content = type(workspace.snapshot).content
    monkeypatch.setattr(
        type(workspace.snapshot), "content", lambda self, path: read.append(path) or content(self, path)
    )
    found = outcome(workspace, "uploadQueue", known=True)
    assert found.read == len(texts)
    assert found.holding
    assert not read
    outcome(workspace, "nothingLikeThis stands here", known=True)
    assert not read


def test_it_follows_edits_unsaved_and_saved_and_deletions(sources) -> None:
    workspace, texts, project = sources
    chance = random.Random(11)
    paths = sorted(texts)
    for step in range(12):
        path = chance.choice(paths)
        other = next(iter(texts_of(chance, 1).values()))
        if step % 3 == 0:
            workspace.apply(DocumentOpened(path, other, 1))
            workspace.apply(DocumentChanged(path, f"{other}\n// unsavedWord{step}", 2))
        elif step % 3 == 1:
            project.write(path, f"{other}\n// savedWord{step}")
            workspace.apply(FilesChanged((project.root / path,)))
        else:
            (project.root / path).unlink(missing_ok=True)
            workspace.apply(FilesChanged((project.root / path,)))
        if step == 6:
            assert workspace.collect_words()
        for query in (*queries_of(chance, texts, 3), f"savedWord{step}", "savedword", "unsavedWord"):
            assert outcome(workspace, query, known=True) == outcome(workspace, query, known=False), query


def test_small_segments_are_joined(sources) -> None:
    workspace, _, project = sources
    for number in range(8):
        project.write(f"more/M{number}.kt", f"class M{number} // addedLater")
        workspace.apply(FilesChanged((project.root / f"more/M{number}.kt",)))
        assert workspace.collect_words()
        assert workspace.snapshot.words[0].unknown() == 0
    level = workspace.snapshot.words[0].level()
    assert len(level.segments) <= 4
    assert outcome(workspace, "addedLater", known=True) == outcome(workspace, "addedLater", known=False)
    assert len(outcome(workspace, "addedLater", known=True).holding) == 8


@pytest.mark.parametrize("damage", ["cut", "noise", "gone", "other version"])
def test_damage_costs_no_answer_and_is_mended(sources, damage) -> None:
    workspace, _, _ = sources
    wanted = outcome(workspace, "upload", known=False)
    workspace.snapshot.words[0].close()
    path = words_file(workspace)
    if damage == "gone":
        path.unlink()
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[:5000])
    elif damage == "noise":
        path.write_bytes(b"no database at all" * 100)
    else:
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA user_version = 999")
        database.close()
    assert outcome(workspace, "upload", known=True) == wanted
    workspace.snapshot.words[0].close()
    assert workspace.collect_words()
    assert workspace.snapshot.words[0].unknown() == 0
    assert outcome(workspace, "upload", known=True) == wanted


def test_two_folders_keep_their_words_apart(project, tmp_path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "B.kt").write_text("class B // sharedWord")
    project.write("A.kt", "class A // sharedWord")
    workspace = Workspace([project.root, other], project.data)
    workspace.index()
    assert workspace.collect_words()
    assert outcome(workspace, "sharedWord", known=True) == outcome(workspace, "sharedWord", known=False)
    assert len(outcome(workspace, "sharedWord", known=True).holding) == 2
    workspace.close()
