package demo;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Three pools of one thread each hand work around in a ring. */
public class ThreePools {
    private final ExecutorService parse = Executors.newSingleThreadExecutor(run -> new Thread(run, "parse-1"));
    private final ExecutorService link = Executors.newSingleThreadExecutor(run -> new Thread(run, "link-1"));
    private final ExecutorService emit = Executors.newSingleThreadExecutor(run -> new Thread(run, "emit-1"));

    Integer parsing() throws Exception {
        Pause.moment();
        Future<Integer> linked = link.submit(() -> 1);
        return linked.get();
    }

    Integer linking() throws Exception {
        Pause.moment();
        Future<Integer> emitted = emit.submit(() -> 2);
        return emitted.get();
    }

    Integer emitting() throws Exception {
        Pause.moment();
        Future<Integer> parsed = parse.submit(() -> 3);
        return parsed.get();
    }

    public static void main(String[] args) {
        ThreePools one = new ThreePools();
        one.parse.submit((Callable<Integer>) one::parsing);
        one.link.submit((Callable<Integer>) one::linking);
        one.emit.submit((Callable<Integer>) one::emitting);
    }
}
