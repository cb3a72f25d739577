package demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ReportJob {
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

    void start() {
        scheduler.schedule(this::writeReport, 100, TimeUnit.MILLISECONDS);
    }

    private void writeReport() {
        CompletableFuture<Void> rows = CompletableFuture.runAsync(this::readRows, scheduler);
        CompletableFuture<Void> totals = CompletableFuture.runAsync(this::sumUp, scheduler);
        CompletableFuture.allOf(rows, totals).join();
        System.out.println("written");
    }

    private void readRows() {
        System.out.println("rows");
    }

    private void sumUp() {
        System.out.println("totals");
    }

    public static void main(String[] args) {
        new ReportJob().start();
    }
}
