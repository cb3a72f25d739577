package demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task of one pool waits for a latch that a finished task of another pool did not count down. */
public class LatchElsewhere {
    private static final ExecutorService FRONT = Executors.newFixedThreadPool(1);
    private static final ExecutorService BACK = Executors.newFixedThreadPool(1);
    static boolean enabled;

    static void handle() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        BACK.execute(() -> {
            if (enabled) done.countDown();
        });
        done.await();
    }

    public static void main(String[] args) {
        FRONT.submit(() -> {
            handle();
            return null;
        });
    }
}
