// a: Printer.cancelCurrent
// b: Printer.refill
// why: The printer stays in a state that two functions write, and the message does not name the state.
package planted.printqueue;

import java.util.ArrayDeque;
import java.util.Deque;

enum PrinterState { READY, PRINTING, CANCELLING, OUT_OF_PAPER, WARMING_UP }

record PrintJob(String title, int pages) {}

final class PaperTray {
    private int sheets;

    PaperTray(int sheets) {
        this.sheets = sheets;
    }

    boolean take(int count) {
        if (count > sheets) {
            return false;
        }
        sheets -= count;
        return true;
    }

    void add(int count) {
        sheets += count;
    }
}

final class Printer {
    private final PaperTray tray = new PaperTray(10);
    private final Deque<PrintJob> waiting = new ArrayDeque<>();
    private PrinterState state = PrinterState.READY;

    void print(PrintJob job) {
        if (state != PrinterState.READY) {
            throw new IllegalStateException("Printer does not accept jobs");
        }
        if (tray.take(job.pages())) {
            state = PrinterState.PRINTING;
        } else {
            waiting.add(job);
            state = PrinterState.OUT_OF_PAPER;
        }
    }

    void onPrinted() {
        state = PrinterState.READY;
    }

    void cancelCurrent() {
        if (state == PrinterState.PRINTING) {
            state = PrinterState.CANCELLING;
            waiting.clear();
        }
    }

    void refill(int sheets) {
        tray.add(sheets);
        state = PrinterState.WARMING_UP;
        if (waiting.isEmpty()) {
            state = PrinterState.READY;
        }
    }
}

public final class Main {
    public static void main(String[] args) {
        Printer printer = new Printer();
        printer.print(new PrintJob("invoice", 2));
        printer.onPrinted();
        if (args[0].equals("a")) {
            printer.print(new PrintJob("thesis", 6));
            printer.cancelCurrent();
        } else {
            printer.print(new PrintJob("handbook", 90));
            printer.refill(250);
        }
        printer.print(new PrintJob("ticket", 1));
    }
}
