package demo;

/** The main thread waits, with the lock, for the end of a thread that needs the lock. */
public class JoinUnderLock {
    private final Object state = new Object();

    void stop() throws InterruptedException {
        Thread saver = new Thread(this::save, "saver");
        synchronized (state) {
            saver.start();
            saver.join();
        }
    }

    void save() {
        synchronized (state) {
            System.out.println("saved");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new JoinUnderLock().stop();
    }
}
