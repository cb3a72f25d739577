package demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A pool's task waits for an answer that a plain thread will give. */
public class Handoff {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(1);

    static CompletableFuture<String> ask() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        new Thread(() -> {
            Pause.long_();
            answer.complete("yes");
        }, "remote").start();
        return answer;
    }

    static String handle() {
        return ask().join();
    }

    public static void main(String[] args) {
        POOL.submit(Handoff::handle);
    }
}
