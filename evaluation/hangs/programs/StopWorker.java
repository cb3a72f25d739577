package demo;

public class StopWorker {
    private final Thread worker = new Thread(this::loop, "counter");
    private int count;

    private void loop() {
        for (int i = 0; i < 5; i++) {
            Pause.moment();
            synchronized (this) {
                count++;
            }
        }
    }

    synchronized void stop() {
        try {
            worker.join();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) {
        StopWorker one = new StopWorker();
        one.worker.start();
        one.stop();
    }
}
