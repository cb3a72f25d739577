package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task waits for another of its pool, which grows as it needs to. */
public class CachedPool {
    private static final ExecutorService POOL = Executors.newCachedThreadPool();

    static Object handle() throws Exception {
        return POOL.submit(Pause::long_).get();
    }

    public static void main(String[] args) {
        POOL.submit(CachedPool::handle);
    }
}
