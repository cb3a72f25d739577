package demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tasks of a pool join what another function hands to the same pool. */
public class JoinedPages {
    private final ExecutorService crawlers = Executors.newFixedThreadPool(2);

    CompletableFuture<String> fetch(String link) {
        return CompletableFuture.supplyAsync(() -> link, crawlers);
    }

    String crawl() {
        Pause.moment();
        return fetch("next").join();
    }

    public static void main(String[] args) {
        JoinedPages web = new JoinedPages();
        for (int at = 0; at < 2; at++) web.crawlers.execute(web::crawl);
    }
}
