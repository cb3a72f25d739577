package demo;

/** Two independent cycles. */
public class TwoDeadlocks {
    static void both(Object first, Object second) {
        synchronized (first) {
            Pause.moment();
            synchronized (second) {
                System.out.println("both");
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new StringBuilder();
        Object c = new int[0];
        Object d = new Object[0];
        new Thread(() -> both(a, b), "ab").start();
        new Thread(() -> both(b, a), "ba").start();
        new Thread(() -> both(c, d), "cd").start();
        new Thread(() -> both(d, c), "dc").start();
    }
}
