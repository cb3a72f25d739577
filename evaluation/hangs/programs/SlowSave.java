package demo;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class SlowSave {
    private final ExecutorService disk = Executors.newSingleThreadExecutor(run -> new Thread(run, "saver"));
    private String text = "";

    synchronized void append(String more) {
        text += more;
    }

    synchronized void closeFile() throws InterruptedException, ExecutionException {
        String copy = text;
        Future<?> written = disk.submit(() -> writeSlowly(copy));
        written.get();
    }

    private void writeSlowly(String copy) {
        Pause.long_();
        System.out.println(copy);
    }

    public static void main(String[] args) throws Exception {
        SlowSave document = new SlowSave();
        new Thread(() -> {
            Pause.moment();
            document.append("more");
        }, "editor").start();
        document.closeFile();
    }
}
