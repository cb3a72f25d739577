package demo;

public class SameOrder {
    private final Object cash = new Object();
    private final Object book = new Object();

    void pay() {
        synchronized (cash) {
            synchronized (book) {
                Pause.long_();
            }
        }
    }

    public static void main(String[] args) {
        SameOrder till = new SameOrder();
        new Thread(till::pay, "cashier-1").start();
        Pause.moment();
        new Thread(till::pay, "cashier-2").start();
        till.pay();
    }
}
