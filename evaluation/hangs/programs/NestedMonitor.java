package demo;

/** A thread waits to be notified with an outer lock that the notifier needs. */
public class NestedMonitor {
    private final Object outer = new Object();
    private final Object inner = new Object();

    void take() throws InterruptedException {
        synchronized (outer) {
            synchronized (inner) {
                inner.wait();
            }
        }
    }

    void put() {
        synchronized (outer) {
            synchronized (inner) {
                inner.notify();
            }
        }
    }

    public static void main(String[] args) {
        NestedMonitor box = new NestedMonitor();
        new Thread(() -> {
            try {
                box.take();
            } catch (InterruptedException stop) {
                System.out.println("stopped");
            }
        }, "taker").start();
        Pause.moment();
        box.put();
    }
}
