package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CrossPools {
    private final ExecutorService disk = Executors.newFixedThreadPool(1, run -> new Thread(run, "disk-1"));
    private final ExecutorService net = Executors.newFixedThreadPool(1, run -> new Thread(run, "net-1"));

    String read() throws Exception {
        Pause.moment();
        return net.submit(() -> "header").get();
    }

    String fetch() throws Exception {
        Pause.moment();
        return disk.submit(() -> "cached").get();
    }

    public static void main(String[] args) {
        CrossPools one = new CrossPools();
        one.disk.submit(one::read);
        one.net.submit(one::fetch);
    }
}
