"""Entries of maps and of collections in collections, read from a real JVM."""

from __future__ import annotations

from pathlib import Path

from tests.jdwp.jvm_program import capture, compile_java, member, variable

STOCK = """
import java.util.*;
public class Main {
    static class Item { final int number; Item(int number) { this.number = number; } }
    static class Stock {
        final Map<String, Item> byName = new HashMap<>();
        final Map<Integer, String> sorted = new TreeMap<>();
        final Map<String, Map<Integer, Double>> tables = new LinkedHashMap<>();
        final Map<String, String> settings = Map.of("password", "Tr0ub4dor-and-3");
        final int[][] rows = {{1, 2}, {3}};
        final Map<Integer, Integer> large = new HashMap<>();
    }
    final Stock stock = new Stock();
    int find(String name) {
        Stock own = stock;
        return own.byName.get(name).number;
    }
    public static void main(String[] args) {
        Main main = new Main();
        main.stock.byName.put("bolt", new Item(7));
        for (int i = 3; i > 0; i--) main.stock.sorted.put(i, "n" + i);
        main.stock.tables.computeIfAbsent("north", any -> new HashMap<>()).put(2001, 1.5);
        for (int i = 0; i < 100; i++) main.stock.large.put(i, i);
        main.find("nut");
    }
}
"""


def test_entries_lie_under_their_keys(tmp_path: Path) -> None:
    stock = variable(capture(compile_java(tmp_path, STOCK)).frames[0], "own")
    (bolt,) = member(stock, "byName").fields
    assert (bolt.name, member(bolt, "number").text) == ('["bolt"]', "7")
    assert {(one.name, one.text) for one in member(stock, "sorted").fields} == {
        ("[1]", '"n1"'),
        ("[2]", '"n2"'),
        ("[3]", '"n3"'),
    }
    (north,) = member(stock, "tables").fields
    assert [(one.name, one.text) for one in north.fields] == [("[2001]", "1.5")]
    assert [[one.text for one in row.fields] for row in member(stock, "rows").fields] == [["1", "2"], ["3"]]


def test_a_secret_in_a_map_is_masked_and_what_is_left_out_is_said(tmp_path: Path) -> None:
    state = capture(compile_java(tmp_path, STOCK))
    stock = variable(state.frames[0], "own")
    assert "Tr0ub4dor" not in state.model_dump_json()
    large = member(stock, "large")
    assert (large.size, len(large.fields), large.note) == (100, 10, "10 of 100 entries")
