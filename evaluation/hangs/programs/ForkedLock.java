package demo;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** A task keeps a monitor while it joins a task that needs the monitor. */
public class ForkedLock {
    private final Object ledger = new Object();

    class Whole extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            synchronized (ledger) {
                Part part = new Part();
                part.fork();
                Pause.moment();
                return part.join();
            }
        }
    }

    class Part extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            synchronized (ledger) {
                return 1;
            }
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        System.out.println(pool.invoke(new ForkedLock().new Whole()));
    }
}
