"""Damaged and hostile mapping files: nothing raises, nothing takes long, and what was not read is counted."""

import random
from pathlib import Path

import pytest

from rca.error_text import parse
from rca.error_text.retrace import read_mapping, retrace
from tests.complexity import assert_grows_linearly

BUILD = Path(__file__).parent / "production" / "builds" / "outlines"
MAPPING = (BUILD / "mapping.txt").read_text(encoding="utf-8")
CRASHES = (BUILD / "crashes.txt").read_text(encoding="utf-8")
REPORT = parse(CRASHES, ("com.example.till",))
VERSION = '# {"id":"com.android.tools.r8.mapping","version":"2.2"}\n'
HOSTILE = (
    "", "\0", "\r", "#", "{", "}", "->", ":", "    ", "9" * 5000, "٣", "-1", "0:", "\ud800", "(", ")", "é", "\ufeff",
    '# {"id":"com.android.tools.r8.rewriteFrame","conditions":[{}],"actions":[[]]}', "# {id:&a [*a]}", "# {'id':}",
    '      # {"id":"com.android.tools.r8.outlineCallsite","positions":[1],"outline":1}', "# {" * 40, "a -> b:",
)  # fmt: skip


def frames_of(mapping, text="java.lang.Error: x\n\tat k.p(SourceFile:1)\n"):
    report = retrace(parse(text, ()), mapping, ()).report
    return [f"{frame.class_name}.{frame.method}:{frame.line}" for frame in report.exceptions[0].frames]


def damaged(seed):
    chance = random.Random(seed)
    lines = MAPPING.split("\n")
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(lines))
        line = lines[at]
        cut = chance.randint(0, len(line))
        lines[at] = chance.choice(
            [
                line[:cut],
                line[cut:],
                line[:cut] + chance.choice(HOSTILE) + line[cut:],
                line[:cut] + chance.choice(HOSTILE) + line[cut + 1 :],
                line + "\n" + chance.choice(lines),
                line + chance.choice(lines),
                line.replace(
                    chance.choice("0123456789"), chance.choice("0123456789") * chance.randint(1, 12)
                ),
            ]
        )
    return "\n".join(lines)[: chance.choice([None, None, chance.randint(0, len(MAPPING))])]


@pytest.mark.parametrize("shard", range(4))
def test_a_damaged_mapping_never_raises(shard):
    for seed in range(shard, 120, 4):
        outcome = retrace(REPORT, read_mapping(damaged(seed)), ("com.example.till",))
        assert len(outcome.report.others) == len(REPORT.others)


def test_a_class_whose_first_line_is_damaged_gives_its_members_to_no_other():
    text = "x.A -> k:\n    1:1:void pay():5:5 -> p\nx.B -> l\n    1:1:void drop():9:9 -> p\nx.C -> m:\n"
    mapping = read_mapping(text)
    assert (frames_of(mapping), mapping.unread_classes, len(mapping)) == (["x.A.pay:5"], 1, 2)


def test_comments_that_are_no_json_are_counted():
    mapping = read_mapping("x.A -> k:\n# {'id'\n# plain\n    1:1:void pay():5:5 -> p\n    # {]\n")
    assert frames_of(mapping) == ["x.A.pay:5"]
    assert mapping.unread_lines == 2


@pytest.mark.parametrize("frame", ["k.p(SourceFile)", "k.p(SourceFile:1)"])
@pytest.mark.parametrize("comment", ["", '      # {"id":"com.android.tools.r8.synthesized"}\n'])
def test_ranges_of_a_billion_lines_are_not_walked(frame, comment):
    mapping = read_mapping(f"{VERSION}x.A -> k:\n    1:2:void pay():1:999999999 -> p\n{comment}")
    assert len(frames_of(mapping, f"java.lang.Error: x\n\tat {frame}\n")) == (0 if comment else 1)


@pytest.mark.parametrize(
    "comment",
    [
        '{"id":"com.android.tools.r8.outlineCallsite","positions":{"' + "1" * 5000 + '":1}}',
        '{"id":"com.android.tools.r8.outlineCallsite","positions":{"1":' + "1" * 4000 + "}}",
        '{"id":"sourceFile","fileName":{"a":1}}',
        "{a: &a [x,x,x,x,x,x,x,x,x,x], "
        + ", ".join(f"a{n}: &a{n} [{','.join(['*a' + str(n - 1 if n else '')] * 10)}]" for n in range(9))
        + ", id: *a8}",
    ],
    ids=["digits of a key", "digits of a position", "an object for a name", "a list that doubles"],
)
def test_hostile_comments_say_nothing(comment):
    mapping = read_mapping(f"{VERSION}x.A -> k:\n    1:1:void pay():5:5 -> p\n      # {comment}\n")
    assert frames_of(mapping) == ["x.A.pay:5"]


def test_a_bare_version_keeps_its_zero():
    newer = read_mapping("# {id: com.android.tools.r8.mapping, version: 2.10}\nx.A -> k:\n")
    assert newer.newer_version == "2.10"


@pytest.mark.parametrize(
    "piece",
    [
        "com.android.tools.r8.mapping ",
        "\n",
        " ",
        "a -> ",
        "a->b: ",
        "\n# {",
        "x.A -> k:\n",
        "x.A -> k\n",
        "x.A -> k:\n    1:1:void a",
        "    1:1:void a() -> p\n",
        "# {a:'",
    ],
)
def test_time_grows_no_faster_than_the_file(piece):
    assert_grows_linearly(
        lambda text: read_mapping(text).of_renamed("k"), lambda size: VERSION + piece * size, 1_000
    )
