package demo;

/** Threads wait for each other's locks in a row, whose last one calculates. */
public class SlowChain {
    static final Object A = new Object();
    static final Object B = new Object();

    static void last() {
        synchronized (B) {
            long sum = 0;
            while (true) sum += System.nanoTime();
        }
    }

    static void middle() {
        synchronized (A) {
            synchronized (B) {
                System.out.println("middle");
            }
        }
    }

    static void first() {
        synchronized (A) {
            System.out.println("first");
        }
    }

    public static void main(String[] args) {
        Thread busy = new Thread(SlowChain::last, "calculating");
        busy.setDaemon(true);
        busy.start();
        Pause.moment();
        new Thread(SlowChain::middle, "middle").start();
        Pause.moment();
        first();
    }
}
