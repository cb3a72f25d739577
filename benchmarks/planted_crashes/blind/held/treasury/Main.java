// a: Template.rows
// b: Import.rows
// why: the template's rows are a fixed list, or the import's are
package planted.treasury;

import java.util.ArrayList;
import java.util.List;

class Template {
    List<String> rows() {
        return List.of();
    }
}

class Import {
    private final String text;

    Import(String text) {
        this.text = text;
    }

    List<String> rows() {
        if (text.isEmpty()) {
            return new ArrayList<>();
        }
        return List.of(text.split(";"));
    }
}

class Sheet {
    final List<String> rows;
    int edits;

    Sheet(List<String> rows) {
        this.rows = rows;
    }

    void append(String row) {
        edits++;
        rows.add(row);
    }
}

class Main {
    static Sheet open(boolean blank, String text) {
        return blank ? new Sheet(new Template().rows()) : new Sheet(new Import(text).rows());
    }

    public static void main(String[] args) {
        Sheet sheet = open(args[0].equals("a"), "rent;gas;water");
        sheet.append("phone");
    }
}
