package demo;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class FinallyLocks {
    private final Lock log = new ReentrantLock();
    private final Lock data = new ReentrantLock();

    void write() {
        log.lock();
        try {
            Pause.moment();
            data.lock();
            try {
                System.out.println("written");
            } finally {
                data.unlock();
            }
        } finally {
            log.unlock();
        }
    }

    void rotate() {
        data.lock();
        try {
            Pause.moment();
            note();
        } finally {
            data.unlock();
        }
    }

    private void note() {
        log.lock();
        try {
            System.out.println("rotated");
        } finally {
            log.unlock();
        }
    }

    public static void main(String[] args) {
        FinallyLocks both = new FinallyLocks();
        new Thread(both::write, "log-writer").start();
        new Thread(both::rotate, "rotator").start();
    }
}
