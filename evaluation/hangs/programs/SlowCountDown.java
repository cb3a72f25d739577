package demo;

import java.util.concurrent.CountDownLatch;

public class SlowCountDown {
    public static void main(String[] args) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Object gate = new Object();
        new Thread(() -> {
            synchronized (gate) {
                Pause.long_();
            }
            started.countDown();
        }, "starter").start();
        started.await();
    }
}
