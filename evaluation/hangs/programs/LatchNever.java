package demo;

import java.util.concurrent.CountDownLatch;

/** The latch of two is counted down once. */
public class LatchNever {
    private final CountDownLatch ready = new CountDownLatch(2);

    void load() {
        ready.countDown();
    }

    public static void main(String[] args) throws Exception {
        LatchNever app = new LatchNever();
        new Thread(app::load, "loader").start();
        app.ready.await();
    }
}
