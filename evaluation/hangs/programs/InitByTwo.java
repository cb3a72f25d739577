package demo;

/** Two classes whose initializers need each other, each begun by another thread; the main thread needs one too. */
public class InitByTwo {
    static class Prices {
        static final int BASE;

        static {
            Pause.moment();
            BASE = Taxes.RATE + 1;
        }
    }

    static class Taxes {
        static final int RATE;

        static {
            Pause.moment();
            RATE = Prices.BASE + 1;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Prices.BASE), "pricing").start();
        new Thread(() -> System.out.println(Taxes.RATE), "taxing").start();
        Pause.moment();
        Pause.moment();
        System.out.println(Prices.BASE);
    }
}
