package demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

public class HalfPools {
    private final AtomicInteger number = new AtomicInteger();
    private final ExecutorService resizer =
        Executors.newFixedThreadPool(2, run -> new Thread(run, "resizer-" + number.incrementAndGet()));

    int resize() throws Exception {
        Pause.moment();
        List<Future<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) parts.add(resizer.submit(() -> 1));
        int sum = 0;
        for (Future<Integer> part : parts) sum += part.get();
        return sum;
    }

    public static void main(String[] args) {
        HalfPools one = new HalfPools();
        Callable<Integer> work = one::resize;
        one.resizer.submit(work);
        one.resizer.submit(work);
    }
}
