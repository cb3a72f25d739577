package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

/** A pool's task waits for a task that a thread of its own runs. */
public class FutureByThread {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(1);

    static Object handle() throws Exception {
        FutureTask<Object> task = new FutureTask<>(Pause::long_, null);
        new Thread(task, "runner").start();
        return task.get();
    }

    public static void main(String[] args) {
        POOL.submit(FutureByThread::handle);
    }
}
