package demo;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A thread asks for the write lock while it holds the read lock. */
public class LockUpgrade {
    private final ReentrantReadWriteLock cache = new ReentrantReadWriteLock();

    void refresh() {
        cache.readLock().lock();
        try {
            cache.writeLock().lock();
            try {
                System.out.println("refreshed");
            } finally {
                cache.writeLock().unlock();
            }
        } finally {
            cache.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(new LockUpgrade()::refresh, "refresher").start();
    }
}
