package demo;

/** Two accounts are locked in opposite order. */
public class TwoMonitors {
    static class Account {
        long cents;

        void transfer(Account other, long amount) {
            synchronized (this) {
                Pause.moment();
                other.deposit(amount);
                cents -= amount;
            }
        }

        synchronized void deposit(long amount) {
            cents += amount;
        }
    }

    public static void main(String[] args) {
        Account left = new Account();
        Account right = new Account();
        new Thread(() -> left.transfer(right, 5), "left-to-right").start();
        new Thread(() -> right.transfer(left, 7), "right-to-left").start();
    }
}
