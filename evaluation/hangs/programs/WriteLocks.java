package demo;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two write locks in opposite order, and a reader that waits for one of them. */
public class WriteLocks {
    private final ReentrantReadWriteLock index = new ReentrantReadWriteLock();
    private final ReentrantReadWriteLock store = new ReentrantReadWriteLock();

    void compact() {
        index.writeLock().lock();
        Pause.moment();
        store.writeLock().lock();
    }

    void append() {
        store.writeLock().lock();
        Pause.moment();
        index.writeLock().lock();
    }

    void look() {
        Pause.moment();
        index.readLock().lock();
    }

    public static void main(String[] args) {
        WriteLocks locks = new WriteLocks();
        new Thread(locks::compact, "compactor").start();
        new Thread(locks::append, "appender").start();
        new Thread(locks::look, "looker").start();
    }
}
