package demo;

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class UpgradeBoth {
    private final ReentrantReadWriteLock config = new ReentrantReadWriteLock();

    void refresh() {
        config.readLock().lock();
        Pause.moment();
        config.writeLock().lock();
        System.out.println("refreshed");
        config.writeLock().unlock();
        config.readLock().unlock();
    }

    public static void main(String[] args) {
        UpgradeBoth one = new UpgradeBoth();
        new Thread(one::refresh, "east").start();
        new Thread(one::refresh, "west").start();
    }
}
