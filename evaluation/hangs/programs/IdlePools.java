package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Pools without work. */
public class IdlePools {
    public static void main(String[] args) {
        ExecutorService fixed = Executors.newFixedThreadPool(3);
        for (int at = 0; at < 3; at++) fixed.submit(() -> System.out.println("done"));
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(2);
        scheduled.scheduleAtFixedRate(() -> System.out.println("tick"), 0, 90, TimeUnit.SECONDS);
        ForkJoinPool.commonPool().submit(() -> System.out.println("forked"));
    }
}
