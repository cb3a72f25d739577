package demo;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TryAgain {
    private final ReentrantLock left = new ReentrantLock();
    private final ReentrantLock right = new ReentrantLock();

    void both(ReentrantLock first, ReentrantLock second) {
        try {
            while (true) {
                first.lock();
                try {
                    if (second.tryLock(100, TimeUnit.SECONDS)) {
                        second.unlock();
                        return;
                    }
                } finally {
                    first.unlock();
                }
            }
        } catch (InterruptedException stop) {
            System.out.println("stopped");
        }
    }

    public static void main(String[] args) {
        TryAgain locks = new TryAgain();
        new Thread(() -> {
            locks.left.lock();
            Pause.moment();
            locks.both(locks.left, locks.right);
        }, "one").start();
        new Thread(() -> {
            locks.right.lock();
            Pause.moment();
            locks.both(locks.right, locks.left);
        }, "two").start();
    }
}
