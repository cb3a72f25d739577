package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Closing waits, under its own monitor, for tasks that need the monitor. */
public class DrainAndClose {
    private final ExecutorService writer = Executors.newSingleThreadExecutor(run -> new Thread(run, "writer-1"));
    private int written;

    synchronized void append() {
        written++;
    }

    synchronized void close() throws InterruptedException {
        writer.submit(this::append);
        writer.shutdown();
        writer.awaitTermination(1, TimeUnit.DAYS);
    }

    public static void main(String[] args) throws Exception {
        new DrainAndClose().close();
    }
}
