// a: SummaryReport.row
// b: DetailReport.header
// why: rows of the summary lack the currency, or the details have a heading for a column that no row has
package planted.exporter;

class Entry {
    final String name;
    final String date;
    final int cents;

    Entry(String name, String date, int cents) {
        this.name = name;
        this.date = date;
        this.cents = cents;
    }
}

abstract class Report {
    String[] header() {
        return new String[] {"name", "date", "amount"};
    }

    String[] row(Entry entry) {
        return new String[] {entry.name, entry.date, String.valueOf(entry.cents)};
    }

    String render(Entry entry) {
        StringBuilder text = new StringBuilder();
        String[] header = header();
        String[] row = row(entry);
        for (int column = 0; column < header.length; column++) {
            text.append(header[column]).append('=').append(row[column]).append('\n');
        }
        return text.toString();
    }
}

class SummaryReport extends Report {
    @Override
    String[] header() {
        return new String[] {"name", "amount", "year", "currency"};
    }

    @Override
    String[] row(Entry entry) {
        return new String[] {entry.name, String.valueOf(entry.cents), entry.date.substring(0, 4)};
    }
}

class DetailReport extends Report {
    @Override
    String[] header() {
        return new String[] {"name", "date", "amount", "note"};
    }
}

class Main {
    public static void main(String[] args) {
        Report report = args[0].equals("a") ? new SummaryReport() : new DetailReport();
        System.out.println(report.render(new Entry("rent", "2024-03-01", 90000)));
    }
}
