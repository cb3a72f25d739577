package demo;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

public class PatientConnections {
    private final BlockingQueue<String> idle = new ArrayBlockingQueue<>(2);

    PatientConnections() {
        idle.add("connection 1");
        idle.add("connection 2");
    }

    int copy() {
        try {
            String from = idle.poll(100, TimeUnit.SECONDS);
            try {
                Pause.moment();
                String to = idle.poll(100, TimeUnit.SECONDS);
                return to == null ? 0 : 1;
            } finally {
                idle.add(from);
            }
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) {
        PatientConnections pool = new PatientConnections();
        new Thread(pool::copy, "copy-1").start();
        new Thread(pool::copy, "copy-2").start();
    }
}
