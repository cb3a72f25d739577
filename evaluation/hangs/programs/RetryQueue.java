package demo;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class RetryQueue {
    private final BlockingQueue<String> jobs = new LinkedBlockingQueue<>();

    void accept(String job) {
        jobs.add(job);
    }

    void pair() {
        try {
            String left = jobs.take();
            String right = next();
            System.out.println(left + right);
            jobs.put(left);
        } catch (InterruptedException stop) {
            System.out.println("stopped");
        }
    }

    private String next() throws InterruptedException {
        String job = jobs.take();
        if (job.isEmpty()) {
            jobs.put(job);
        }
        return job;
    }

    public static void main(String[] args) {
        RetryQueue queue = new RetryQueue();
        queue.accept("a");
        queue.accept("b");
        new Thread(queue::pair, "pair-1").start();
        new Thread(queue::pair, "pair-2").start();
        new Thread(() -> {
            Pause.long_();
            queue.accept("c");
        }, "feeder").start();
    }
}
