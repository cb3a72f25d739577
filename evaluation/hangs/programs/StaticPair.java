package demo;

/** Static and instance monitors, and a ReentrantLock between them, in a ring of three. */
public class StaticPair {
    static final java.util.concurrent.locks.ReentrantLock MIDDLE = new java.util.concurrent.locks.ReentrantLock();

    static synchronized void start() {
        Pause.moment();
        MIDDLE.lock();
    }

    void step() {
        MIDDLE.lock();
        Pause.moment();
        synchronized (this) {
            System.out.println("step");
        }
    }

    synchronized void end() {
        Pause.moment();
        start();
    }

    public static void main(String[] args) {
        StaticPair pair = new StaticPair();
        new Thread(StaticPair::start, "starter").start();
        new Thread(pair::step, "stepper").start();
        new Thread(pair::end, "ender").start();
    }
}
