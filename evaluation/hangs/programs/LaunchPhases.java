package demo;

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;

public class LaunchPhases {
    private final Phaser fuelled = new Phaser(2);
    private final ReentrantLock tank = new ReentrantLock();

    void ignite() {
        tank.lock();
        try {
            fuelled.arriveAndAwaitAdvance();
        } finally {
            tank.unlock();
        }
    }

    void fuel() {
        Pause.moment();
        tank.lock();
        try {
            System.out.println("fuelled");
        } finally {
            tank.unlock();
        }
        fuelled.arrive();
    }

    public static void main(String[] args) {
        LaunchPhases rocket = new LaunchPhases();
        new Thread(rocket::fuel, "pump").start();
        rocket.ignite();
    }
}
