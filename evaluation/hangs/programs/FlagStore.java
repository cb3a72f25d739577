package demo;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class FlagStore {
    private final ReadWriteLock guard = new ReentrantReadWriteLock();
    private final Map<String, Boolean> flags = new HashMap<>();

    boolean isOn(String name) {
        guard.readLock().lock();
        try {
            Boolean known = flags.get(name);
            return known != null ? known : loadFlag(name);
        } finally {
            guard.readLock().unlock();
        }
    }

    private boolean loadFlag(String name) {
        boolean value = name.length() % 2 == 0;
        remember(name, value);
        return value;
    }

    private void remember(String name, boolean value) {
        guard.writeLock().lock();
        try {
            flags.put(name, value);
        } finally {
            guard.writeLock().unlock();
        }
    }

    public static void main(String[] args) {
        FlagStore store = new FlagStore();
        new Thread(() -> store.isOn("dark-mode"), "settings").start();
    }
}
