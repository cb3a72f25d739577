package demo;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class ThirdParty {
    private final CyclicBarrier start = new CyclicBarrier(3);

    void run(long before) {
        try {
            Thread.sleep(before);
            start.await();
        } catch (InterruptedException | BrokenBarrierException stop) {
            System.out.println("stopped");
        }
    }

    public static void main(String[] args) {
        ThirdParty race = new ThirdParty();
        new Thread(() -> race.run(10), "lane-1").start();
        new Thread(() -> race.run(20), "lane-2").start();
        race.run(120_000);
    }
}
