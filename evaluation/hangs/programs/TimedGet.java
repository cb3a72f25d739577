package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A task waits for one of its own pool, at most two minutes. */
public class TimedGet {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(1);

    static Object handle() throws Exception {
        return POOL.submit(() -> 1).get(2, TimeUnit.MINUTES);
    }

    public static void main(String[] args) {
        POOL.submit(TimedGet::handle);
    }
}
