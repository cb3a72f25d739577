package demo;

/** Three threads wait for a lock whose holder sleeps, and lets go then. */
public class SlowHolder {
    static final Object REPORT = new Object();

    static void write() {
        synchronized (REPORT) {
            Pause.long_();
        }
    }

    public static void main(String[] args) {
        for (int at = 0; at < 4; at++) new Thread(SlowHolder::write, "writer-" + at).start();
    }
}
