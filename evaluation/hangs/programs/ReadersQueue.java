package demo;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader joins a thread that needs the read lock too, which no new reader gets while a writer waits. */
public class ReadersQueue {
    private final ReentrantReadWriteLock catalog = new ReentrantReadWriteLock(true);

    void total() throws InterruptedException {
        catalog.readLock().lock();
        try {
            Pause.moment();
            Pause.moment();
            Thread helper = new Thread(this::taxed, "helping");
            helper.start();
            helper.join();
        } finally {
            catalog.readLock().unlock();
        }
    }

    void taxed() {
        catalog.readLock().lock();
        try {
            System.out.println("taxed");
        } finally {
            catalog.readLock().unlock();
        }
    }

    void replace() {
        catalog.writeLock().lock();
        try {
            System.out.println("replaced");
        } finally {
            catalog.writeLock().unlock();
        }
    }

    public static void main(String[] args) {
        ReadersQueue one = new ReadersQueue();
        new Thread(() -> {
            try {
                one.total();
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }, "summing").start();
        Pause.moment();
        new Thread(one::replace, "replacing").start();
    }
}
