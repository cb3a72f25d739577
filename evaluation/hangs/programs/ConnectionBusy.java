package demo;

import java.util.concurrent.Semaphore;

/** One connection is used by a slow query; two others wait for it, and nobody in a circle. */
public class ConnectionBusy {
    private final Semaphore free = new Semaphore(1);

    void query() {
        free.acquireUninterruptibly();
        try {
            Pause.long_();
        } finally {
            free.release();
        }
    }

    public static void main(String[] args) {
        ConnectionBusy one = new ConnectionBusy();
        new Thread(one::query, "report").start();
        Pause.moment();
        new Thread(one::query, "request-1").start();
        new Thread(one::query, "request-2").start();
    }
}
