package demo;

/** A pause that lets the other threads take their first lock. */
public class Pause {
    static void moment() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    static void long_() {
        try {
            Thread.sleep(120_000);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }
}
