package demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task waits for a latch that another task of the same pool would count down. */
public class LatchInPool {
    private static final ExecutorService POOL = Executors.newSingleThreadExecutor();

    static void synchronize() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        POOL.execute(done::countDown);
        done.await();
    }

    public static void main(String[] args) {
        POOL.submit(() -> {
            synchronize();
            return null;
        });
    }
}
