package demo;

import java.util.concurrent.Semaphore;

/** Helpers take permits and leave them to their callers. */
public class HelpedSemaphores {
    private final Semaphore cranes = new Semaphore(1);
    private final Semaphore lorries = new Semaphore(1);

    private void takeCrane() {
        cranes.acquireUninterruptibly();
    }

    private void takeLorry() {
        lorries.acquireUninterruptibly();
    }

    void load() {
        takeCrane();
        Pause.moment();
        takeLorry();
        lorries.release();
        cranes.release();
    }

    void unload() {
        takeLorry();
        Pause.moment();
        takeCrane();
        cranes.release();
        lorries.release();
    }

    public static void main(String[] args) {
        HelpedSemaphores port = new HelpedSemaphores();
        new Thread(port::load, "loader").start();
        new Thread(port::unload, "unloader").start();
    }
}
