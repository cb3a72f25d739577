package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task waits for a task that queues in another pool, behind one that works. */
public class OtherPoolFull {
    private static final ExecutorService FRONT = Executors.newFixedThreadPool(1);
    private static final ExecutorService BACK = Executors.newFixedThreadPool(1);

    static Object handle() throws Exception {
        return BACK.submit(() -> 1).get();
    }

    public static void main(String[] args) {
        BACK.execute(Pause::long_);
        FRONT.submit(OtherPoolFull::handle);
    }
}
