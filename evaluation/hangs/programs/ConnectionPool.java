package demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

/** Two connections: each of two requests keeps one while it asks for a second. */
public class ConnectionPool {
    private final Semaphore free = new Semaphore(2);
    private final Deque<String> connections = new ArrayDeque<>();

    String take() {
        free.acquireUninterruptibly();
        synchronized (connections) {
            return connections.isEmpty() ? "new" : connections.pop();
        }
    }

    void giveBack(String connection) {
        synchronized (connections) {
            connections.push(connection);
        }
        free.release();
    }

    void order() {
        String first = take();
        try {
            Pause.moment();
            String audit = take();
            giveBack(audit);
        } finally {
            giveBack(first);
        }
    }

    public static void main(String[] args) {
        ConnectionPool pool = new ConnectionPool();
        new Thread(pool::order, "request-1").start();
        new Thread(pool::order, "request-2").start();
    }
}
