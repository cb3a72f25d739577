package demo;

import java.util.concurrent.locks.ReentrantLock;

/** One takes the lock and then the monitor, the other the monitor and then the lock. */
public class LockAndMonitor {
    private final ReentrantLock gate = new ReentrantLock();

    void enter() {
        gate.lock();
        try {
            Pause.moment();
            count();
        } finally {
            gate.unlock();
        }
    }

    synchronized void count() {
        System.out.println("counted");
    }

    synchronized void leave() {
        Pause.moment();
        gate.lock();
        gate.unlock();
    }

    public static void main(String[] args) {
        LockAndMonitor door = new LockAndMonitor();
        new Thread(door::enter, "visitor").start();
        new Thread(door::leave, "guard").start();
    }
}
