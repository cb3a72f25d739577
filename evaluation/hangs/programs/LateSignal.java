package demo;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class LateSignal {
    private final Lock gate = new ReentrantLock();
    private final Condition opened = gate.newCondition();
    private boolean isOpen;

    void pass() throws InterruptedException {
        gate.lock();
        try {
            while (!isOpen) {
                opened.await();
            }
        } finally {
            gate.unlock();
        }
    }

    void open() {
        Pause.long_();
        gate.lock();
        try {
            isOpen = true;
            opened.signalAll();
        } finally {
            gate.unlock();
        }
    }

    public static void main(String[] args) {
        LateSignal one = new LateSignal();
        for (int number = 1; number <= 2; number++) {
            new Thread(() -> {
                try {
                    one.pass();
                } catch (InterruptedException stop) {
                    System.out.println("stopped");
                }
            }, "visitor-" + number).start();
        }
        new Thread(one::open, "guard").start();
    }
}
