package demo;

import java.util.concurrent.locks.StampedLock;

public class StampedPair {
    private final StampedLock map = new StampedLock();
    private final StampedLock list = new StampedLock();

    void addBoth() {
        long one = map.writeLock();
        Pause.moment();
        long two = list.writeLock();
        list.unlockWrite(two);
        map.unlockWrite(one);
    }

    void dropBoth() {
        long one = list.writeLock();
        Pause.moment();
        long two = map.writeLock();
        map.unlockWrite(two);
        list.unlockWrite(one);
    }

    public static void main(String[] args) {
        StampedPair one = new StampedPair();
        new Thread(one::addBoth, "adder").start();
        new Thread(one::dropBoth, "dropper").start();
    }
}
