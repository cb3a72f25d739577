package demo;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task runs its parts on its own pool and waits for all of them. */
public class InvokeAllInPool {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(1, task -> new Thread(task, "thumbnails-1"));

    static Integer resizeAll() throws Exception {
        List<Callable<Integer>> parts = List.of(() -> 1, () -> 2);
        return POOL.invokeAll(parts).size();
    }

    public static void main(String[] args) {
        POOL.submit(InvokeAllInPool::resizeAll);
    }
}
