package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Each pool waits for the other, which has a thread that works on it. */
public class SpareThread {
    private final AtomicInteger number = new AtomicInteger();
    private final ExecutorService cook = Executors.newFixedThreadPool(2, run -> new Thread(run, "cook-" + number.incrementAndGet()));
    private final ExecutorService serve = Executors.newFixedThreadPool(1, run -> new Thread(run, "serve-1"));

    String plate() throws Exception {
        return cook.submit(() -> {
            Pause.long_();
            return "soup";
        }).get();
    }

    String order() throws Exception {
        Pause.moment();
        return serve.submit(() -> "tray").get();
    }

    public static void main(String[] args) {
        SpareThread one = new SpareThread();
        one.cook.submit(one::order);
        one.serve.submit(one::plate);
    }
}
