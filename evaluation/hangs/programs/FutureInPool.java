package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task waits for a task of its own pool, which has as many threads as the argument says. */
public class FutureInPool {
    private final ExecutorService workers;

    FutureInPool(int size) {
        workers = Executors.newFixedThreadPool(size);
    }

    String page() throws Exception {
        Pause.moment();
        Future<String> header = workers.submit(() -> "header");
        return header.get() + " body";
    }

    public static void main(String[] args) throws Exception {
        int size = Integer.parseInt(args[0]);
        FutureInPool site = new FutureInPool(size);
        Future<String> last = null;
        for (int at = 0; at < size; at++) last = site.workers.submit(site::page);
        System.out.println(last.get());
    }
}
