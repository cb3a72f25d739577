package demo;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class AccountLocks {
    private final Lock lock = new ReentrantLock();
    private int balance = 10;

    static void move(AccountLocks from, AccountLocks to, int amount) {
        from.lock.lock();
        try {
            Pause.moment();
            to.lock.lock();
            try {
                from.balance -= amount;
                to.balance += amount;
            } finally {
                to.lock.unlock();
            }
        } finally {
            from.lock.unlock();
        }
    }

    public static void main(String[] args) {
        AccountLocks one = new AccountLocks();
        AccountLocks two = new AccountLocks();
        new Thread(() -> move(one, two, 1), "there").start();
        new Thread(() -> move(two, one, 2), "back").start();
    }
}
