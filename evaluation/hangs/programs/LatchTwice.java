package demo;

import java.util.concurrent.CountDownLatch;

/** Two places count the latch down; only one of them waits for the monitor. */
public class LatchTwice {
    private final Object state = new Object();
    private final CountDownLatch opened = new CountDownLatch(1);

    void open() {
        synchronized (state) {
            System.out.println("open");
        }
        opened.countDown();
    }

    void force() {
        Pause.long_();
        opened.countDown();
    }

    void enter() {
        synchronized (state) {
            try {
                opened.await();
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }
    }

    public static void main(String[] args) {
        LatchTwice one = new LatchTwice();
        new Thread(one::enter, "guest").start();
        Pause.moment();
        new Thread(one::open, "porter").start();
        new Thread(one::force, "guard").start();
    }
}
