package demo;

import java.util.concurrent.locks.StampedLock;

/** A stamped write lock and a monitor, taken in two orders. */
public class StampedMonitor {
    private final StampedLock shelf = new StampedLock();

    synchronized void count() {
        Pause.moment();
        long stamp = shelf.readLock();
        try {
            System.out.println("counted");
        } finally {
            shelf.unlockRead(stamp);
        }
    }

    void move() {
        long stamp = shelf.writeLock();
        try {
            Pause.moment();
            synchronized (this) {
                System.out.println("moved");
            }
        } finally {
            shelf.unlockWrite(stamp);
        }
    }

    public static void main(String[] args) {
        StampedMonitor one = new StampedMonitor();
        new Thread(one::count, "counting").start();
        new Thread(one::move, "moving").start();
    }
}
