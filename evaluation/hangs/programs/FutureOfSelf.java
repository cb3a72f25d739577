package demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A step in a pool of one thread joins a future whose supplier the same pool is to run. */
public class FutureOfSelf {
    private final ExecutorService mail = Executors.newSingleThreadExecutor(work -> new Thread(work, "mail-1"));

    String deliver() {
        CompletableFuture<String> stamp = CompletableFuture.supplyAsync(() -> "stamp", mail);
        return stamp.join();
    }

    public static void main(String[] args) {
        FutureOfSelf one = new FutureOfSelf();
        System.out.println(CompletableFuture.supplyAsync(one::deliver, one.mail).join());
    }
}
