package demo;

import java.util.concurrent.locks.ReentrantLock;

/** The locks are taken by a function that leaves them to its caller. */
public class HelperLock {
    private final ReentrantLock stock = new ReentrantLock();
    private final ReentrantLock till = new ReentrantLock();

    private void openStock() {
        stock.lock();
    }

    private void openTill() {
        till.lock();
    }

    void sell() {
        openStock();
        Pause.moment();
        openTill();
        till.unlock();
        stock.unlock();
    }

    void refund() {
        openTill();
        Pause.moment();
        openStock();
        stock.unlock();
        till.unlock();
    }

    public static void main(String[] args) {
        HelperLock shop = new HelperLock();
        new Thread(shop::sell, "seller").start();
        new Thread(shop::refund, "refunder").start();
    }
}
