package demo;

import java.util.concurrent.locks.ReentrantLock;

/** Two objects of one class; each takes its own lock and then the other's. */
public class LockOrderField {
    private final ReentrantLock lock = new ReentrantLock();
    private int size = 3;

    void mergeInto(LockOrderField other) {
        lock.lock();
        try {
            Pause.moment();
            other.lock.lock();
            try {
                other.size += size;
            } finally {
                other.lock.unlock();
            }
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        LockOrderField red = new LockOrderField();
        LockOrderField blue = new LockOrderField();
        new Thread(() -> red.mergeInto(blue), "red-into-blue").start();
        new Thread(() -> blue.mergeInto(red), "blue-into-red").start();
    }
}
