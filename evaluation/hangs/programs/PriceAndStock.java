package demo;

import java.util.concurrent.CompletableFuture;

public class PriceAndStock {
    private CompletableFuture<Integer> price;
    private CompletableFuture<Integer> stock;

    void start() {
        price = CompletableFuture.supplyAsync(() -> {
            Pause.moment();
            return stock.join() > 0 ? 10 : 12;
        });
        stock = CompletableFuture.supplyAsync(() -> {
            Pause.moment();
            return price.join() > 10 ? 1 : 2;
        });
    }

    public static void main(String[] args) {
        PriceAndStock offer = new PriceAndStock();
        offer.start();
        Pause.long_();
    }
}
