package demo;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A condition that nobody signals; the lock is free meanwhile. No cycle. */
public class ConditionNever {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();

    void take() throws InterruptedException {
        lock.lock();
        try {
            filled.await();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new ConditionNever().take();
    }
}
