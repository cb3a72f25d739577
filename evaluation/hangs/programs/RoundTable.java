package demo;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class RoundTable {
    private final CyclicBarrier round = new CyclicBarrier(2);
    private final Object score = new Object();

    void deal() throws InterruptedException, BrokenBarrierException {
        synchronized (score) {
            round.await();
            System.out.println("dealt");
        }
    }

    void count() throws InterruptedException, BrokenBarrierException {
        Pause.moment();
        synchronized (score) {
            System.out.println("counted");
        }
        round.await();
    }

    public static void main(String[] args) {
        RoundTable table = new RoundTable();
        new Thread(() -> {
            try {
                table.deal();
            } catch (InterruptedException | BrokenBarrierException stop) {
                System.out.println("stopped");
            }
        }, "dealer").start();
        new Thread(() -> {
            try {
                table.count();
            } catch (InterruptedException | BrokenBarrierException stop) {
                System.out.println("stopped");
            }
        }, "scorer").start();
    }
}
