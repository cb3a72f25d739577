package demo;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class NestedSubmit {
    private final ExecutorService mailer = Executors.newSingleThreadExecutor(run -> new Thread(run, "mailer-1"));

    int send() throws Exception {
        Future<Integer> size = mailer.submit(() -> 42);
        return size.get();
    }

    public static void main(String[] args) {
        NestedSubmit one = new NestedSubmit();
        one.mailer.submit(one::send);
    }
}
