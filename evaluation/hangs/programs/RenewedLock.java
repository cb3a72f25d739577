package demo;

import java.util.concurrent.locks.ReentrantLock;

/** Two threads wait for locks of the same name in two objects; their holder sleeps. No cycle. */
public class RenewedLock {
    static class Shelf {
        private final ReentrantLock lock = new ReentrantLock();

        void fill(Shelf other) {
            lock.lock();
            try {
                if (other != null) other.fill(null);
                else Pause.long_();
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) {
        Shelf top = new Shelf();
        Shelf bottom = new Shelf();
        new Thread(() -> bottom.fill(null), "sleeper").start();
        Pause.moment();
        new Thread(() -> top.fill(bottom), "stacker").start();
        Pause.moment();
        new Thread(() -> top.fill(null), "third").start();
    }
}
