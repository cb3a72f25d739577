package demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** A lock is kept while a latch is waited for, which its opener opens after it has had the lock. */
public class GateAndLock {
    private final ReentrantLock desk = new ReentrantLock();
    private final CountDownLatch opened = new CountDownLatch(1);

    void serve() throws InterruptedException {
        desk.lock();
        try {
            opened.await();
        } finally {
            desk.unlock();
        }
    }

    void open() {
        desk.lock();
        try {
            System.out.println("ready");
        } finally {
            desk.unlock();
        }
        opened.countDown();
    }

    public static void main(String[] args) {
        GateAndLock one = new GateAndLock();
        new Thread(() -> {
            try {
                one.serve();
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }, "server").start();
        Pause.moment();
        new Thread(one::open, "opener").start();
    }
}
