package demo;

import java.util.concurrent.Semaphore;

/** Two semaphores in opposite order. */
public class Semaphores {
    private final Semaphore printer = new Semaphore(1);
    private final Semaphore scanner = new Semaphore(1);

    void copy() throws InterruptedException {
        scanner.acquire();
        Pause.moment();
        printer.acquire();
        printer.release();
        scanner.release();
    }

    void print() throws InterruptedException {
        printer.acquire();
        Pause.moment();
        scanner.acquire();
        scanner.release();
        printer.release();
    }

    public static void main(String[] args) {
        Semaphores office = new Semaphores();
        start("copier", office::copy);
        start("printing", office::print);
    }

    interface Job {
        void run() throws InterruptedException;
    }

    static void start(String name, Job job) {
        new Thread(() -> {
            try {
                job.run();
            } catch (InterruptedException stop) {
                System.out.println("stopped");
            }
        }, name).start();
    }
}
