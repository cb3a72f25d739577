// a: CellSplitter.split
// b: DepotExport.line
// why: splitting drops an empty last cell, or the export of a depot leaves out the cell of a missing remark
package planted.parcelcsv;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class Parcel {
    final String code;
    final String town;
    final String remark;

    Parcel(String code, String town, String remark) {
        this.code = code;
        this.town = town;
        this.remark = remark;
    }
}

class CellSplitter {
    String[] split(String line) {
        return line.split(";");
    }

    String quote(String cell) {
        return cell.replace(';', ',');
    }
}

class ParcelMapper {
    static final String NONE = "-";

    private final CellSplitter splitter;

    ParcelMapper(CellSplitter splitter) {
        this.splitter = splitter;
    }

    Parcel map(String line) {
        String[] cells = splitter.split(line);
        String code = cells[0].trim();
        String town = cells[1].trim();
        String remark = cells[2].trim();
        return new Parcel(code, town.equals(NONE) ? null : town, remark.isEmpty() || remark.equals(NONE) ? null : remark);
    }
}

class DepotExport {
    private final CellSplitter cells = new CellSplitter();

    List<String> lines(List<Parcel> parcels) {
        List<String> lines = new ArrayList<>();
        for (Parcel parcel : parcels) {
            lines.add(line(parcel));
        }
        return lines;
    }

    private String line(Parcel parcel) {
        StringBuilder line = new StringBuilder(cells.quote(parcel.code));
        line.append(';').append(parcel.town == null ? ParcelMapper.NONE : cells.quote(parcel.town));
        if (parcel.remark != null) {
            line.append(';').append(cells.quote(parcel.remark));
        }
        return line.toString();
    }
}

class TownTable {
    private final Map<String, List<Parcel>> byTown = new LinkedHashMap<>();

    void add(Parcel parcel) {
        byTown.computeIfAbsent(parcel.town, town -> new ArrayList<>()).add(parcel);
    }

    String busiest() {
        return byTown.entrySet().stream()
                .max((left, right) -> Integer.compare(left.getValue().size(), right.getValue().size()))
                .map(Map.Entry::getKey)
                .orElse("none");
    }
}

class Intake {
    private final ParcelMapper mapper;
    private final TownTable table;

    Intake(ParcelMapper mapper, TownTable table) {
        this.mapper = mapper;
        this.table = table;
    }

    int read(List<String> lines) {
        int count = 0;
        for (String line : lines) {
            if (line.isBlank()) {
                continue;
            }
            table.add(mapper.map(line));
            count++;
        }
        return count;
    }
}

class Main {
    public static void main(String[] args) {
        List<String> lines = new ArrayList<>();
        if (args[0].equals("a")) {
            lines.add("P-1;Lund;ring twice");
            lines.add("P-2;Ystad;");
        } else {
            lines.addAll(new DepotExport().lines(List.of(new Parcel("P-1", "Lund", "ring twice"), new Parcel("P-2", "Ystad", null))));
        }
        TownTable table = new TownTable();
        System.out.println(new Intake(new ParcelMapper(new CellSplitter()), table).read(lines) + " " + table.busiest());
    }
}
