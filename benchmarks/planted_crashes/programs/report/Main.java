// a: TitleCatalog.titleFor
// b: UserDirectory.displayName
// why: Title and author go through two constructors into the header, which needs both on one line.
package planted.report;

import java.util.Map;

enum Period { WEEK, MONTH, YEAR }

final class TitleCatalog {
    String titleFor(Period period) {
        switch (period) {
            case WEEK:
                return "Weekly report";
            case MONTH:
                return "Monthly report";
            default:
                return null;
        }
    }
}

final class UserDirectory {
    private final Map<String, String> names = Map.of("mia", "Mia Berg", "jon", "Jon Falk");

    String displayName(String login) {
        return names.get(login.toLowerCase().replace("@example.org", ""));
    }

    boolean isKnown(String login) {
        return displayName(login) != null;
    }
}

final class PageHeader {
    private final String left;
    private final String right;
    private final int width;

    PageHeader(String left, String right, int width) {
        this.left = left;
        this.right = right;
        this.width = width;
    }

    String render() {
        int gap = width - left.length() - right.length();
        return left + " ".repeat(Math.max(1, gap)) + right;
    }
}

final class Page {
    private final PageHeader header;
    private final StringBuilder body = new StringBuilder();

    Page(String title, String author) {
        header = new PageHeader(title, author, 60);
    }

    void append(String line) {
        body.append(line).append('\n');
    }

    String render() {
        return header.render() + "\n\n" + body;
    }
}

final class Report {
    private final Page first;

    Report(String title, String author, String summary) {
        first = new Page(title, author);
        first.append(summary);
    }

    String print() {
        return first.render();
    }
}

public final class Main {
    public static void main(String[] args) {
        boolean yearly = args[0].equals("a");
        String title = new TitleCatalog().titleFor(yearly ? Period.YEAR : Period.MONTH);
        String author = new UserDirectory().displayName(yearly ? "Jon@example.org" : "support");
        Report report = new Report(title, author, "Sales went up.");
        System.out.println(report.print());
    }
}
