package demo;

import java.util.concurrent.locks.ReentrantLock;

/** Both locks come as parameters. */
public class ParamLocks {
    static void copy(ReentrantLock from, ReentrantLock to) {
        from.lock();
        Pause.moment();
        to.lock();
        to.unlock();
        from.unlock();
    }

    public static void main(String[] args) {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        new Thread(() -> copy(left, right), "copy-right").start();
        new Thread(() -> copy(right, left), "copy-left").start();
    }
}
