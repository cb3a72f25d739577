"""What tells the keys of kept values apart."""

from rca.caching.memo_key import MemoKey


def test_keys_of_one_name_are_two():
    one, other = MemoKey[int]("count"), MemoKey[str]("count")
    assert one != other
    assert len({one: 1, other: "1"}) == 2


def test_a_part_is_known_by_its_kind_and_its_arguments():
    kind, other = MemoKey[int]("files with a tag"), MemoKey[int]("files with a tag")
    assert kind.of("test") == kind.of("test")
    assert hash(kind.of("test")) == hash(kind.of("test"))
    assert kind.of("test") not in {kind, kind.of("dao"), kind.of("test", "dao"), other.of("test")}
