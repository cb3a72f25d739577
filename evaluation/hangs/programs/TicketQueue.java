package demo;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class TicketQueue {
    private final BlockingQueue<String> tickets = new ArrayBlockingQueue<>(1);

    void work() {
        try {
            while (true) {
                String ticket = tickets.take();
                if (ticket.length() < 20) {
                    tickets.put(ticket + " first part");
                    tickets.put(ticket + " second part");
                }
            }
        } catch (InterruptedException stop) {
            System.out.println("stopped");
        }
    }

    public static void main(String[] args) {
        TicketQueue queue = new TicketQueue();
        queue.tickets.add("repair");
        new Thread(queue::work, "worker").start();
    }
}
