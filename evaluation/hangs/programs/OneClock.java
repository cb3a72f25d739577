package demo;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The only thread of a scheduler waits for a task that the scheduler would run. */
public class OneClock {
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "clock"));

    Object tick() throws Exception {
        return clock.submit(() -> "tock").get();
    }

    public static void main(String[] args) {
        OneClock one = new OneClock();
        one.clock.submit(one::tick);
    }
}
