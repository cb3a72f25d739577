package demo;

import java.util.concurrent.CompletableFuture;

public class TokenFuture {
    private final CompletableFuture<String> token = new CompletableFuture<>();
    private int calls;

    synchronized String call(String path) {
        calls++;
        return path + token.join();
    }

    void refresh() {
        Pause.moment();
        synchronized (this) {
            calls = 0;
        }
        token.complete("fresh");
    }

    public static void main(String[] args) {
        TokenFuture client = new TokenFuture();
        new Thread(client::refresh, "refresher").start();
        new Thread(() -> System.out.println(client.call("/orders")), "caller").start();
    }
}
