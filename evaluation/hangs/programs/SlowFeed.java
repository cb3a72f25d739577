package demo;

public class SlowFeed {
    private final Thread reader = new Thread(this::readAll);
    private int items;

    synchronized void shutDown() throws InterruptedException {
        reader.start();
        reader.join();
        items = 0;
    }

    private void readAll() {
        Pause.long_();
        add();
    }

    private synchronized void add() {
        items++;
    }

    public static void main(String[] args) throws Exception {
        SlowFeed feed = new SlowFeed();
        Thread other = new Thread(() -> {
            Pause.moment();
            feed.add();
        }, "other");
        other.start();
        feed.shutDown();
    }
}
