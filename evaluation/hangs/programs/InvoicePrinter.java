package demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InvoicePrinter {
    private final ExecutorService printer = Executors.newSingleThreadExecutor(run -> new Thread(run, "printer"));

    void printMonth(int month) {
        printer.submit(() -> {
            String pages = collectPages(month);
            System.out.println(pages.length());
        });
    }

    private String collectPages(int month) {
        CompletableFuture<String> pages = CompletableFuture
            .supplyAsync(() -> "page of " + month, printer)
            .thenApply(String::trim);
        return pages.join();
    }

    public static void main(String[] args) {
        new InvoicePrinter().printMonth(3);
    }
}
