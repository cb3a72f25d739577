package demo;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class WarehouseDesk {
    private final ReentrantLock desk = new ReentrantLock();
    private final ReentrantLock shelf = new ReentrantLock();
    private final Condition arrived = shelf.newCondition();
    private int boxes;

    void handOut() throws InterruptedException {
        desk.lock();
        try {
            shelf.lock();
            try {
                while (boxes == 0) {
                    arrived.await();
                }
                boxes--;
            } finally {
                shelf.unlock();
            }
        } finally {
            desk.unlock();
        }
    }

    void deliver() {
        Pause.moment();
        desk.lock();
        try {
            shelf.lock();
            try {
                boxes++;
                arrived.signal();
            } finally {
                shelf.unlock();
            }
        } finally {
            desk.unlock();
        }
    }

    public static void main(String[] args) {
        WarehouseDesk warehouse = new WarehouseDesk();
        new Thread(() -> {
            try {
                warehouse.handOut();
            } catch (InterruptedException stop) {
                System.out.println("stopped");
            }
        }, "clerk").start();
        new Thread(warehouse::deliver, "packer").start();
    }
}
