package demo;

import java.util.concurrent.locks.StampedLock;

public class StampedReaders {
    private final StampedLock prices = new StampedLock();
    private final StampedLock stock = new StampedLock();

    int value() {
        long reading = prices.readLock();
        try {
            Pause.moment();
            return count();
        } finally {
            prices.unlockRead(reading);
        }
    }

    private int count() {
        long reading = stock.readLock();
        try {
            return 1;
        } finally {
            stock.unlockRead(reading);
        }
    }

    void restock() {
        long writing = stock.writeLock();
        try {
            Pause.moment();
            long other = prices.writeLock();
            prices.unlockWrite(other);
        } finally {
            stock.unlockWrite(writing);
        }
    }

    public static void main(String[] args) {
        StampedReaders one = new StampedReaders();
        new Thread(one::value, "valuer").start();
        new Thread(one::restock, "restocker").start();
    }
}
