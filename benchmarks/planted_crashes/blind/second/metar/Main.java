// a: Report.begin
// b: Report.end
// why: the begin skips a marker that the report does not have, or the end is that of the first group
package planted.metar;

class Report {
    private final String text;

    Report(String text) {
        this.text = text;
    }

    int begin() {
        int at = text.indexOf("Q");
        return at < 0 ? text.length() : at + 1;
    }

    int end() {
        int at = text.indexOf(" ");
        return at < 0 ? text.length() : at;
    }

    String text() {
        return text;
    }
}

class Pressure {
    int of(Report report) {
        int begin = report.begin();
        int end = report.end();
        if (end <= begin) throw new IllegalArgumentException("bad report");
        return Integer.parseInt(report.text().substring(begin, end));
    }
}

class Main {
    public static void main(String[] args) {
        Report report = new Report(args[0].equals("a") ? "A2992" : "LSZH Q1013 R14");
        System.out.println(new Pressure().of(report));
    }
}
