package demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A stage collects the results of parts that it gave to its own pool of two. */
public class PhaseTasks {
    private final ExecutorService stages = Executors.newFixedThreadPool(2);

    int stage() throws Exception {
        Pause.moment();
        List<Future<Integer>> parts = new ArrayList<>();
        for (int at = 0; at < 3; at++) parts.add(stages.submit(() -> 1));
        int sum = 0;
        for (Future<Integer> part : parts) {
            sum += part.get();
        }
        return sum;
    }

    public static void main(String[] args) {
        PhaseTasks build = new PhaseTasks();
        build.stages.submit(build::stage);
        build.stages.submit(build::stage);
    }
}
