package demo;

/** One class is slow to be initialized; two threads wait for it. */
public class InitSlow {
    static class Fonts {
        static final int COUNT;

        static {
            Pause.long_();
            COUNT = 3;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Fonts.COUNT), "loading").start();
        Pause.moment();
        new Thread(() -> System.out.println(Fonts.COUNT), "printing").start();
        System.out.println(Fonts.COUNT);
    }
}
