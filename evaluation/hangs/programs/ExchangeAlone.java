package demo;

import java.util.concurrent.Exchanger;

public class ExchangeAlone {
    public static void main(String[] args) throws Exception {
        Exchanger<String> exchanger = new Exchanger<>();
        Thread one = new Thread(() -> {
            try {
                exchanger.exchange("mine");
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }, "exchanger");
        one.start();
        one.join();
    }
}
