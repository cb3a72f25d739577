package demo;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class OtherTask {
    private final ExecutorService crew = Executors.newFixedThreadPool(2);
    private final ReentrantLock deck = new ReentrantLock();

    void clean(long after) {
        Pause.moment();
        try {
            if (deck.tryLock(after, TimeUnit.SECONDS)) {
                deck.unlock();
            }
        } catch (InterruptedException stop) {
            System.out.println("stopped");
        }
    }

    void shift() throws InterruptedException, ExecutionException {
        deck.lock();
        try {
            Future<?> cleaned = crew.submit(() -> clean(100));
            cleaned.get();
        } finally {
            deck.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        new OtherTask().shift();
    }
}
