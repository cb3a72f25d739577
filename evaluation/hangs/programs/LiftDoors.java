package demo;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class LiftDoors {
    private final Lock shaft = new ReentrantLock();
    private final Condition stopped = shaft.newCondition();
    private final Condition closed = shaft.newCondition();
    private boolean isStopped;
    private boolean isClosed;

    void moveCabin() throws InterruptedException {
        shaft.lock();
        try {
            while (!isClosed) {
                closed.await();
            }
            isStopped = true;
            stopped.signalAll();
        } finally {
            shaft.unlock();
        }
    }

    void closeDoors() throws InterruptedException {
        shaft.lock();
        try {
            while (!isStopped) {
                stopped.await();
            }
            isClosed = true;
            closed.signalAll();
        } finally {
            shaft.unlock();
        }
    }

    public static void main(String[] args) {
        LiftDoors lift = new LiftDoors();
        new Thread(() -> {
            try {
                lift.moveCabin();
            } catch (InterruptedException stop) {
                System.out.println("stopped");
            }
        }, "cabin").start();
        new Thread(() -> {
            try {
                lift.closeDoors();
            } catch (InterruptedException stop) {
                System.out.println("stopped");
            }
        }, "doors").start();
    }
}
