package demo;

import java.util.concurrent.Semaphore;

public class PermitTwice {
    private final Semaphore door = new Semaphore(1);

    void enter() {
        door.acquireUninterruptibly();
        Pause.moment();
        check();
        door.release();
    }

    private void check() {
        door.acquireUninterruptibly();
        System.out.println("checked");
        door.release();
    }

    public static void main(String[] args) {
        new Thread(new PermitTwice()::enter, "visitor").start();
    }
}
