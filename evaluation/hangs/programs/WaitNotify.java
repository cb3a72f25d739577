package demo;

import java.util.ArrayDeque;
import java.util.concurrent.LinkedBlockingQueue;

/** Consumers wait for work that comes later. */
public class WaitNotify {
    private final ArrayDeque<String> jobs = new ArrayDeque<>();

    synchronized String next() throws InterruptedException {
        while (jobs.isEmpty()) wait();
        return jobs.poll();
    }

    public static void main(String[] args) throws InterruptedException {
        WaitNotify queue = new WaitNotify();
        LinkedBlockingQueue<String> mails = new LinkedBlockingQueue<>();
        for (int at = 0; at < 2; at++) {
            new Thread(() -> {
                try {
                    queue.next();
                } catch (InterruptedException stop) {
                    System.out.println("stopped");
                }
            }, "consumer-" + at).start();
        }
        mails.take();
    }
}
