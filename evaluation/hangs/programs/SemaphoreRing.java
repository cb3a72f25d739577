package demo;

import java.util.concurrent.Semaphore;

/** Three threads, three semaphores, in a ring. */
public class SemaphoreRing {
    private final Semaphore gpu = new Semaphore(1);
    private final Semaphore disk = new Semaphore(1);
    private final Semaphore net = new Semaphore(1);

    void render() {
        gpu.acquireUninterruptibly();
        Pause.moment();
        disk.acquireUninterruptibly();
    }

    void store() {
        disk.acquireUninterruptibly();
        Pause.moment();
        net.acquireUninterruptibly();
    }

    void upload() {
        net.acquireUninterruptibly();
        Pause.moment();
        gpu.acquireUninterruptibly();
    }

    public static void main(String[] args) {
        SemaphoreRing farm = new SemaphoreRing();
        new Thread(farm::render, "rendering").start();
        new Thread(farm::store, "storing").start();
        new Thread(farm::upload, "uploading").start();
    }
}
