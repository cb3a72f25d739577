package demo;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class AutoSave {
    private final ExecutorService disk = Executors.newSingleThreadExecutor(run -> new Thread(run, "saver"));
    private String text = "";

    synchronized void edit(String more) {
        text += more;
    }

    synchronized void close() throws InterruptedException, ExecutionException {
        Future<?> written = disk.submit(this::write);
        written.get();
        disk.shutdown();
    }

    private void write() {
        Pause.moment();
        System.out.println(snapshot().length());
    }

    private synchronized String snapshot() {
        return text;
    }

    public static void main(String[] args) throws Exception {
        AutoSave document = new AutoSave();
        document.edit("draft");
        document.close();
    }
}
