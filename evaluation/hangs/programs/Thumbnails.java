package demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

public class Thumbnails {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private final ExecutorService workers =
        Executors.newFixedThreadPool(3, run -> new Thread(run, "thumbnail-" + NUMBER.incrementAndGet()));

    void album(int pictures) {
        workers.execute(() -> {
            Pause.moment();
            List<CompletableFuture<Void>> parts = new ArrayList<>();
            for (int picture = 0; picture < pictures; picture++) {
                int one = picture;
                parts.add(CompletableFuture.runAsync(() -> scale(one), workers));
            }
            CompletableFuture.allOf(parts.toArray(new CompletableFuture[0])).join();
        });
    }

    private void scale(int picture) {
        System.out.println("scaled " + picture);
    }

    public static void main(String[] args) {
        Thumbnails thumbnails = new Thumbnails();
        for (int album = 0; album < 3; album++) {
            thumbnails.album(2);
        }
    }
}
