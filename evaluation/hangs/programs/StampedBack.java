package demo;

import java.util.concurrent.locks.StampedLock;

/** The first lock is given back by `unlock` before the second is wanted. */
public class StampedBack {
    private final StampedLock names = new StampedLock();
    private final StampedLock rooms = new StampedLock();

    void rename() {
        long stamp = names.writeLock();
        names.unlock(stamp);
        long other = rooms.writeLock();
        Pause.long_();
        rooms.unlockWrite(other);
    }

    void move() {
        long stamp = names.writeLock();
        long other = rooms.writeLock();
        rooms.unlockWrite(other);
        names.unlockWrite(stamp);
    }

    public static void main(String[] args) {
        StampedBack one = new StampedBack();
        new Thread(one::rename, "renamer").start();
        Pause.moment();
        new Thread(one::move, "mover").start();
    }
}
