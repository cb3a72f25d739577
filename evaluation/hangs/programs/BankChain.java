package demo;

public class BankChain {
    static final Object first = new Object();
    static final Object second = new Object();

    static void sleeper() {
        synchronized (first) {
            Pause.long_();
        }
    }

    static void middle() {
        synchronized (second) {
            synchronized (first) {
                System.out.println("middle");
            }
        }
    }

    public static void main(String[] args) {
        new Thread(BankChain::sleeper, "sleeper").start();
        Pause.moment();
        new Thread(BankChain::middle, "middle").start();
        Pause.moment();
        synchronized (second) {
            System.out.println("main");
        }
    }
}
