package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task waits for a task of another pool, which works. */
public class OtherPool {
    private static final ExecutorService FRONT = Executors.newFixedThreadPool(1);
    private static final ExecutorService BACK = Executors.newFixedThreadPool(1);

    static Object compute() {
        Pause.long_();
        return 1;
    }

    static Object handle() throws Exception {
        return BACK.submit(OtherPool::compute).get();
    }

    public static void main(String[] args) {
        FRONT.submit(OtherPool::handle);
    }
}
