package demo;

import java.net.ServerSocket;
import java.net.Socket;

/** The main thread waits for a lock whose holder reads from a socket. No cycle. */
public class MainWaitsForIo {
    private final Object session = new Object();

    void download(int port) throws Exception {
        synchronized (session) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                socket.getInputStream().read();
            }
        }
    }

    void render() {
        synchronized (session) {
            System.out.println("rendered");
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket silent = new ServerSocket(0);
        MainWaitsForIo app = new MainWaitsForIo();
        Thread thread = new Thread(() -> {
            try {
                app.download(silent.getLocalPort());
            } catch (Exception problem) {
                problem.printStackTrace();
            }
        }, "downloader");
        thread.start();
        Pause.moment();
        app.render();
    }
}
