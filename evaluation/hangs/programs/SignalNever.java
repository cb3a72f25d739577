package demo;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalNever {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();

    void take() {
        lock.lock();
        try {
            filled.awaitUninterruptibly();
        } finally {
            lock.unlock();
        }
    }

    void look() {
        lock.lock();
        try {
            Pause.long_();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        SignalNever one = new SignalNever();
        new Thread(one::take, "taker").start();
        Pause.moment();
        new Thread(one::look, "looker").start();
    }
}
