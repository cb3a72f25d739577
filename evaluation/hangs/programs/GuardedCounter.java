package demo;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader waits behind a writer that sleeps; another reader holds nothing any more. */
public class GuardedCounter {
    private final ReadWriteLock guard = new ReentrantReadWriteLock();

    void read() {
        guard.readLock().lock();
        try {
            System.out.println("read");
        } finally {
            guard.readLock().unlock();
        }
        Pause.long_();
    }

    void write() {
        guard.writeLock().lock();
        try {
            Pause.long_();
        } finally {
            guard.writeLock().unlock();
        }
    }

    public static void main(String[] args) {
        GuardedCounter counter = new GuardedCounter();
        new Thread(counter::read, "early-reader").start();
        Pause.moment();
        new Thread(counter::write, "writer").start();
        Pause.moment();
        counter.read();
    }
}
