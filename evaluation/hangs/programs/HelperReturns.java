package demo;

import java.util.concurrent.locks.ReentrantLock;

/** A helper takes the lock, another gives it back before the long work. */
public class HelperReturns {
    private final ReentrantLock shelf = new ReentrantLock();
    private final ReentrantLock desk = new ReentrantLock();

    private void begin() {
        shelf.lock();
    }

    private void end() {
        shelf.unlock();
    }

    void sort() {
        begin();
        end();
        desk.lock();
        Pause.long_();
        desk.unlock();
    }

    void clear() {
        begin();
        desk.lock();
        desk.unlock();
        end();
    }

    public static void main(String[] args) {
        HelperReturns one = new HelperReturns();
        new Thread(one::sort, "sorter").start();
        Pause.moment();
        new Thread(one::clear, "clearer").start();
    }
}
