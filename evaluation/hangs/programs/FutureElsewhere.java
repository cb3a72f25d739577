package demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The same call, with a supplier that another pool runs and that is slow: nobody waits in a circle. */
public class FutureElsewhere {
    private final ExecutorService mail = Executors.newSingleThreadExecutor(work -> new Thread(work, "mail-1"));
    private final ExecutorService press = Executors.newSingleThreadExecutor(work -> new Thread(work, "press-1"));

    String deliver() {
        CompletableFuture<String> stamp = CompletableFuture.supplyAsync(this::print, press);
        return stamp.join();
    }

    private String print() {
        Pause.long_();
        return "stamp";
    }

    public static void main(String[] args) {
        FutureElsewhere one = new FutureElsewhere();
        System.out.println(CompletableFuture.supplyAsync(one::deliver, one.mail).join());
    }
}
