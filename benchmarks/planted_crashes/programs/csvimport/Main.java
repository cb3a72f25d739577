// a: ColumnMap.fromPositions
// b: LineSplitter.split
// why: The index of a column is one too high, or the splitter has dropped an empty last cell; the numbers are the same.
package planted.csvimport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class ColumnMap {
    private final Map<String, Integer> indexes = new LinkedHashMap<>();

    static ColumnMap fromHeader(String header) {
        ColumnMap map = new ColumnMap();
        for (String name : header.split(",")) {
            map.indexes.put(name.trim(), map.indexes.size());
        }
        return map;
    }

    static ColumnMap fromPositions(String setting) {
        ColumnMap map = new ColumnMap();
        for (String entry : setting.split(";")) {
            String[] parts = entry.split("=");
            map.indexes.put(parts[0], Integer.parseInt(parts[1]));
        }
        return map;
    }

    int indexOf(String name) {
        return indexes.getOrDefault(name, 0);
    }
}

final class LineSplitter {
    private final String separator;

    LineSplitter(String separator) {
        this.separator = separator;
    }

    String[] split(String line) {
        return line.split(separator);
    }
}

record Booking(String id, String note) {}

final class BookingImporter {
    private final ColumnMap columns;
    private final LineSplitter splitter = new LineSplitter(",");
    private final List<Booking> bookings = new ArrayList<>();

    BookingImporter(ColumnMap columns) {
        this.columns = columns;
    }

    void importLines(List<String> lines) {
        for (String line : lines) {
            if (!line.isBlank()) {
                bookings.add(read(line));
            }
        }
    }

    private Booking read(String line) {
        String[] cells = splitter.split(line);
        int noteIndex = columns.indexOf("note");
        return new Booking(cells[0], cells[noteIndex]);
    }
}

public final class Main {
    public static void main(String[] args) {
        ColumnMap columns;
        List<String> lines;
        if (args[0].equals("a")) {
            columns = ColumnMap.fromPositions("id=1;guest=2;note=3");
            lines = List.of("", "17,Ann Weber,late arrival");
        } else {
            columns = ColumnMap.fromHeader("id, guest, nights, note");
            lines = List.of("17,Ann Weber,2,late arrival", "18,Bo Lind,4,");
        }
        new BookingImporter(columns).importLines(lines);
    }
}
