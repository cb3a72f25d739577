package demo;

import java.util.concurrent.ArrayBlockingQueue;

public class QueueFull {
    private final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);

    synchronized void produce() {
        try {
            queue.put(1);
            queue.put(2);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) {
        QueueFull one = new QueueFull();
        new Thread(one::produce, "producer").start();
    }
}
