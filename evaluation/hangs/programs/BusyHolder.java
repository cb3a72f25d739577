package demo;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class BusyHolder {
    private final BlockingQueue<String> idle = new ArrayBlockingQueue<>(2);

    BusyHolder() {
        idle.add("connection 1");
        idle.add("connection 2");
    }

    void query(boolean isSlow) {
        try {
            String connection = idle.take();
            try {
                if (isSlow) {
                    Pause.long_();
                }
                Pause.moment();
                audit(connection);
            } finally {
                idle.add(connection);
            }
        } catch (InterruptedException stop) {
            System.out.println("stopped");
        }
    }

    private void audit(String before) throws InterruptedException {
        String second = idle.take();
        System.out.println(before + second);
        idle.add(second);
    }

    public static void main(String[] args) {
        BusyHolder pool = new BusyHolder();
        new Thread(() -> pool.query(true), "slow").start();
        new Thread(() -> pool.query(false), "nested").start();
    }
}
