package demo;

import java.util.concurrent.locks.ReentrantLock;

/** One thread let go of the lock and sleeps; another took it in a helper. The main thread waits. */
public class ReleasedLock {
    private final ReentrantLock ledger = new ReentrantLock();

    void count() {
        ledger.lock();
        try {
            System.out.println("counted");
        } finally {
            ledger.unlock();
        }
        Pause.long_();
    }

    private void open() {
        ledger.lock();
    }

    void audit() {
        open();
        Pause.long_();
        ledger.unlock();
    }

    void close() {
        ledger.lock();
    }

    public static void main(String[] args) {
        ReleasedLock book = new ReleasedLock();
        new Thread(book::count, "counting").start();
        Pause.moment();
        new Thread(book::audit, "auditing").start();
        Pause.moment();
        book.close();
    }
}
