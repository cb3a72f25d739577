package demo;

/** Each takes the fork at the left, then the one at the right. */
public class Forks {
    static final Object[] forks = new Object[4];

    static void eat(int seat) {
        synchronized (forks[seat]) {
            Pause.moment();
            synchronized (forks[(seat + 1) % forks.length]) {
                System.out.println("eats");
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < forks.length; i++) forks[i] = new Object();
        for (int i = 0; i < forks.length; i++) {
            int seat = i;
            new Thread(() -> eat(seat), "phil-" + i).start();
        }
    }
}
