package demo;

import java.util.concurrent.CountDownLatch;

public class CallbackLatch {
    private final Object state = new Object();
    private final CountDownLatch ready = new CountDownLatch(1);

    void publish() {
        synchronized (state) {
            Pause.moment();
            try {
                ready.await();
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }
    }

    void prepare() {
        synchronized (state) {
            System.out.println("prepared");
        }
        ready.countDown();
    }

    public static void main(String[] args) {
        CallbackLatch one = new CallbackLatch();
        new Thread(one::publish, "publisher").start();
        Pause.moment();
        new Thread(one::prepare, "preparer").start();
    }
}
