package demo;

import java.util.concurrent.locks.ReentrantLock;

/** Two ReentrantLocks in opposite order. */
public class LockPair {
    private final ReentrantLock catalog = new ReentrantLock();
    private final ReentrantLock prices = new ReentrantLock();

    void publish() {
        catalog.lock();
        try {
            Pause.moment();
            prices.lock();
            try {
                System.out.println("published");
            } finally {
                prices.unlock();
            }
        } finally {
            catalog.unlock();
        }
    }

    void reprice() {
        prices.lock();
        try {
            Pause.moment();
            catalog.lock();
            try {
                System.out.println("repriced");
            } finally {
                catalog.unlock();
            }
        } finally {
            prices.unlock();
        }
    }

    public static void main(String[] args) {
        LockPair pair = new LockPair();
        new Thread(pair::publish, "publisher").start();
        new Thread(pair::reprice, "repricer").start();
    }
}
