package demo;

import java.util.ArrayList;
import java.util.List;

public class FeedReader {
    private final Thread reader = new Thread(this::readLoop);
    private final List<String> items = new ArrayList<>();
    private volatile boolean running = true;

    void open() {
        reader.start();
    }

    synchronized void close() throws InterruptedException {
        running = false;
        reader.join();
        items.clear();
    }

    private void readLoop() {
        while (running) {
            Pause.moment();
            publish("item");
        }
    }

    private synchronized void publish(String item) {
        items.add(item);
    }

    public static void main(String[] args) throws Exception {
        FeedReader feed = new FeedReader();
        feed.open();
        Thread.sleep(100);
        feed.close();
    }
}
