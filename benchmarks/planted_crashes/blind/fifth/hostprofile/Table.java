package planted.hostprofile;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows by number; `replace` drops the old row, `set` changes one column of it. */
public class Table {
    private final List<String> columns;
    private final Map<Integer, Row> rows = new TreeMap<>();

    Table(List<String> columns) {
        this.columns = List.copyOf(columns);
    }

    List<String> getColumns() {
        return columns;
    }

    Map<Integer, Row> rows() {
        return Collections.unmodifiableMap(rows);
    }

    void set(int id, String column, String value) {
        rows.computeIfAbsent(id, key -> new Row()).set(column, value);
    }

    void replace(int id, Map<String, String> values) {
        Row row = new Row();
        for (String column : columns) {
            row.set(column, values.get(column));
        }
        rows.put(id, row);
    }
}
