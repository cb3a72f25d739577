package demo;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class PatientLocks {
    private final ReentrantLock pen = new ReentrantLock();
    private final ReentrantLock paper = new ReentrantLock();

    void use(ReentrantLock first, ReentrantLock second) {
        first.lock();
        Pause.moment();
        try {
            if (second.tryLock(60, TimeUnit.SECONDS)) second.unlock();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        } finally {
            first.unlock();
        }
    }

    public static void main(String[] args) {
        PatientLocks one = new PatientLocks();
        new Thread(() -> one.use(one.pen, one.paper), "drawer").start();
        new Thread(() -> one.use(one.paper, one.pen), "folder").start();
    }
}
