package demo;

import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.ReentrantLock;

/** The same with a ReentrantLock, whose holder a plain dump does not say. */
public class LockHeldByIo {
    private final ReentrantLock session = new ReentrantLock();

    void download(int port) throws Exception {
        session.lock();
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getInputStream().read();
        } finally {
            session.unlock();
        }
    }

    void render() {
        session.lock();
        try {
            System.out.println("rendered");
        } finally {
            session.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket silent = new ServerSocket(0);
        LockHeldByIo app = new LockHeldByIo();
        new Thread(() -> {
            try {
                app.download(silent.getLocalPort());
            } catch (Exception problem) {
                problem.printStackTrace();
            }
        }, "downloader").start();
        Pause.moment();
        app.render();
    }
}
