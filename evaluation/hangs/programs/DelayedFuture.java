package demo;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The main thread and a pool's task wait for tasks that are due in two minutes. */
public class DelayedFuture {
    private static final ScheduledExecutorService CLOCK = Executors.newScheduledThreadPool(2);

    static Object remind() throws Exception {
        return CLOCK.schedule(() -> 1, 2, TimeUnit.MINUTES).get();
    }

    public static void main(String[] args) throws Exception {
        CLOCK.submit(DelayedFuture::remind);
        Pause.moment();
        remind();
    }
}
