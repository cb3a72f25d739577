package demo;

/** Two threads deadlock; others wait for one of them, the main thread too. */
public class Bystanders {
    static final Object DISK = new Object();
    static final Object CACHE = new Object();

    static void flush() {
        synchronized (CACHE) {
            Pause.moment();
            synchronized (DISK) {
                System.out.println("flushed");
            }
        }
    }

    static void evict() {
        synchronized (DISK) {
            Pause.moment();
            synchronized (CACHE) {
                System.out.println("evicted");
            }
        }
    }

    static void read() {
        synchronized (CACHE) {
            System.out.println("read");
        }
    }

    public static void main(String[] args) {
        new Thread(Bystanders::flush, "flusher").start();
        new Thread(Bystanders::evict, "evictor").start();
        Pause.moment();
        for (int at = 0; at < 3; at++) new Thread(Bystanders::read, "reader-" + at).start();
        read();
    }
}
