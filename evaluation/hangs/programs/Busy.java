package demo;

/** Threads that calculate and now and then take a lock. */
public class Busy {
    static final Object SUM = new Object();
    static long sum;

    static void calculate() {
        long own = 1;
        while (true) {
            for (int at = 0; at < 1_000_000; at++) own = own * 31 + at;
            synchronized (SUM) {
                sum += own;
            }
        }
    }

    public static void main(String[] args) {
        for (int at = 0; at < 3; at++) {
            Thread thread = new Thread(Busy::calculate, "calculator-" + at);
            thread.setDaemon(true);
            thread.start();
        }
        Pause.long_();
    }
}
