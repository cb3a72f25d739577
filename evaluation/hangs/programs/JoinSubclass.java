package demo;

/** The same with a class of its own for the thread. */
public class JoinSubclass {
    static final Object QUEUE = new Object();

    static class Indexer extends Thread {
        @Override
        public void run() {
            synchronized (QUEUE) {
                System.out.println("indexed");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        synchronized (QUEUE) {
            Indexer indexer = new Indexer();
            indexer.start();
            indexer.join();
        }
    }
}
