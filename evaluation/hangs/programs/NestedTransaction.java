package demo;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;

public class NestedTransaction {
    private final BlockingQueue<String> idle = new ArrayBlockingQueue<>(2);

    NestedTransaction() {
        idle.add("connection 1");
        idle.add("connection 2");
    }

    <T> T inTransaction(Function<String, T> work) throws InterruptedException {
        String connection = idle.take();
        try {
            return work.apply(connection);
        } finally {
            idle.add(connection);
        }
    }

    int placeOrder() throws InterruptedException {
        return inTransaction(connection -> {
            Pause.moment();
            return writeAudit(connection.length());
        });
    }

    private int writeAudit(int order) {
        try {
            return inTransaction(connection -> order + connection.length());
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) {
        NestedTransaction database = new NestedTransaction();
        for (int number = 1; number <= 2; number++) {
            new Thread(() -> {
                try {
                    database.placeOrder();
                } catch (InterruptedException stop) {
                    System.out.println("stopped");
                }
            }, "request-" + number).start();
        }
    }
}
