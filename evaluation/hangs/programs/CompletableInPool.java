package demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task of a pool of two joins CompletableFutures that need the same pool. */
public class CompletableInPool {
    private static final ExecutorService IO = Executors.newFixedThreadPool(2);

    static String profile() {
        Pause.moment();
        return CompletableFuture.supplyAsync(() -> "avatar", IO).join();
    }

    public static void main(String[] args) {
        CompletableFuture.supplyAsync(CompletableInPool::profile, IO);
        CompletableFuture.supplyAsync(CompletableInPool::profile, IO);
    }
}
