package demo;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class ParseTree {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    String parse(String text) throws ExecutionException, InterruptedException {
        Pause.moment();
        List<String> words = List.of(text.split(" "));
        StringBuilder tree = new StringBuilder();
        for (String word : words) {
            Future<String> token = pool.submit(() -> tokenize(word));
            tree.append(token.get());
        }
        return tree.toString();
    }

    private String tokenize(String word) {
        return "[" + word + "]";
    }

    public static void main(String[] args) throws Exception {
        ParseTree parser = new ParseTree();
        Future<String> first = parser.pool.submit(() -> parser.parse("a b"));
        Future<String> second = parser.pool.submit(() -> parser.parse("c d"));
        System.out.println(first.get() + second.get());
    }
}
