// a: SupplierCsv.amount
// b: Rounding.twoPlaces
// why: the currency sign is taken off but the comma of the supplier stays, or rounding writes the number of the user's country
package planted.invoicesum;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

class Line {
    final String article;
    final String amount;

    Line(String article, String amount) {
        this.article = article;
        this.amount = amount;
    }
}

class Invoice {
    final String number;
    final List<Line> lines = new ArrayList<>();

    Invoice(String number) {
        this.number = number;
    }
}

class Rounding {
    String twoPlaces(double value) {
        return String.format("%.2f", value);
    }

    long cents(double value) {
        return Math.round(value * 100);
    }
}

class HourSheet {
    private final Map<String, Double> hours = new LinkedHashMap<>();
    private final Rounding rounding;

    HourSheet(Rounding rounding) {
        this.rounding = rounding;
    }

    void worked(String task, double amount) {
        hours.merge(task, amount, Double::sum);
    }

    void bill(Invoice invoice, double rate) {
        hours.forEach((task, amount) -> invoice.lines.add(new Line(task, rounding.twoPlaces(amount * rate))));
    }
}

class SupplierCsv {
    void read(Invoice invoice, String text) {
        for (String row : text.split("\n")) {
            String[] cells = row.split(";");
            invoice.lines.add(new Line(cells[0].trim(), amount(cells[1])));
        }
    }

    private String amount(String cell) {
        String bare = cell.replace("EUR", "").replace("\u20ac", "").trim();
        return bare.startsWith("+") ? bare.substring(1) : bare;
    }
}

class InvoiceTotal {
    private final Rounding rounding;

    InvoiceTotal(Rounding rounding) {
        this.rounding = rounding;
    }

    long cents(Invoice invoice) {
        long sum = 0;
        for (Line line : invoice.lines) {
            sum += rounding.cents(Double.parseDouble(line.amount));
        }
        return sum;
    }
}

class Reminder {
    private final InvoiceTotal total;
    private final List<Invoice> unpaid = new ArrayList<>();

    Reminder(InvoiceTotal total) {
        this.total = total;
    }

    void add(Invoice invoice) {
        unpaid.add(invoice);
    }

    String letter() {
        StringBuilder letter = new StringBuilder("Open:");
        for (Invoice invoice : unpaid) {
            letter.append(' ').append(invoice.number).append('=').append(total.cents(invoice));
        }
        return letter.toString();
    }
}

class Main {
    public static void main(String[] args) {
        Locale.setDefault(args[0].equals("b") ? Locale.GERMANY : Locale.ROOT);
        Rounding rounding = new Rounding();
        Invoice invoice = new Invoice("2024-31");
        HourSheet sheet = new HourSheet(rounding);
        sheet.worked("sanding", args[0].equals("b") ? 0.5 : 2);
        if (args[0].equals("a")) {
            new SupplierCsv().read(invoice, "oak board; 31.00 EUR\nhinge; 12,50 \u20ac");
        }
        sheet.bill(invoice, 25.0);
        Reminder reminder = new Reminder(new InvoiceTotal(rounding));
        reminder.add(invoice);
        System.out.println(reminder.letter());
    }
}
