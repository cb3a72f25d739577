package demo;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class QueueOfWork {
    private final BlockingQueue<String> jobs = new ArrayBlockingQueue<>(10);

    void serve() throws InterruptedException {
        while (true) {
            String job = jobs.take();
            if (job.isEmpty()) {
                jobs.put("again");
            }
        }
    }

    public static void main(String[] args) {
        QueueOfWork queue = new QueueOfWork();
        for (int number = 1; number <= 2; number++) {
            new Thread(() -> {
                try {
                    queue.serve();
                } catch (InterruptedException stop) {
                    System.out.println("stopped");
                }
            }, "server-" + number).start();
        }
    }
}
