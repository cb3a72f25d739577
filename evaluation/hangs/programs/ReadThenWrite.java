package demo;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two threads read, and both want to write before they let go. */
public class ReadThenWrite {
    private final ReentrantReadWriteLock stock = new ReentrantReadWriteLock();

    void adjust() {
        stock.readLock().lock();
        Pause.moment();
        stock.writeLock().lock();
        stock.writeLock().unlock();
        stock.readLock().unlock();
    }

    public static void main(String[] args) {
        ReadThenWrite shop = new ReadThenWrite();
        new Thread(shop::adjust, "adjuster-a").start();
        new Thread(shop::adjust, "adjuster-b").start();
    }
}
