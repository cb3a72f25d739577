package demo;

import java.util.concurrent.CompletableFuture;

public class SlowSupply {
    static String load() {
        Pause.long_();
        return "done";
    }

    public static void main(String[] args) {
        CompletableFuture<String> page = CompletableFuture.supplyAsync(SlowSupply::load);
        System.out.println(page.join());
    }
}
