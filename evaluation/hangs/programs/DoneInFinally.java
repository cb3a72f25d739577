package demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** The latch is counted down in a finally block that comes after a lock which the waiter holds. */
public class DoneInFinally {
    private final ReentrantLock journal = new ReentrantLock();
    private final CountDownLatch flushed = new CountDownLatch(1);

    void shutDown() throws InterruptedException {
        journal.lock();
        try {
            Pause.moment();
            flushed.await();
        } finally {
            journal.unlock();
        }
    }

    void flush() {
        try {
            append("end");
        } finally {
            flushed.countDown();
        }
    }

    private void append(String line) {
        journal.lock();
        try {
            System.out.println(line);
        } finally {
            journal.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        DoneInFinally one = new DoneInFinally();
        new Thread(() -> {
            Pause.moment();
            one.flush();
        }, "flusher").start();
        one.shutDown();
    }
}
