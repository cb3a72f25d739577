package demo;

import java.util.HashMap;
import java.util.Map;

public class StartupCache {
    private static final Map<String, String> ENTRIES = new HashMap<>();

    static {
        Thread loader = new Thread(StartupCache::load, "cache-loader");
        loader.start();
        try {
            loader.join();
        } catch (InterruptedException stop) {
            System.out.println("stopped");
        }
    }

    private static void load() {
        ENTRIES.put("greeting", "hello");
    }

    public static void main(String[] args) {
        System.out.println(ENTRIES.size());
    }
}
