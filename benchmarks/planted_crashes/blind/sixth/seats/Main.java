// a: SeatPlan.shiftRows
// b: WaitingList.promote
// why: A booking is not found: its key changed while it was in the map, or it was filed under another seat.
package planted.seats;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

final class Seat {
    private int row;
    private final char letter;

    Seat(int row, char letter) {
        this.row = row;
        this.letter = letter;
    }

    void moveTo(int newRow) {
        row = newRow;
    }

    int row() {
        return row;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Seat seat && seat.row == row && seat.letter == letter;
    }

    @Override
    public int hashCode() {
        return Objects.hash(row, letter);
    }

    @Override
    public String toString() {
        return row + String.valueOf(letter);
    }
}

record Booking(String passenger, Seat seat, long paidCents) {}

final class SeatPlan {
    private final Map<Seat, Booking> bookings = new HashMap<>();

    void book(Seat seat, Booking booking) {
        bookings.put(seat, booking);
    }

    Booking cancel(Seat seat) {
        return bookings.remove(seat);
    }

    /** Another aircraft has more rows in front: all seats from a row on move back. */
    void shiftRows(int from, int by) {
        for (Seat seat : bookings.keySet()) {
            if (seat.row() >= from) {
                seat.moveTo(seat.row() + by);
            }
        }
    }

    Booking at(Seat seat) {
        return bookings.get(seat);
    }
}

final class WaitingList {
    private final Deque<Booking> waiting = new ArrayDeque<>();

    void join(String passenger, Seat wish, long paidCents) {
        waiting.add(new Booking(passenger, wish, paidCents));
    }

    /** Gives a seat that became free to the one who waits longest. */
    void promote(Seat free, SeatPlan plan) {
        Booking next = waiting.poll();
        if (next != null) {
            plan.book(next.seat(), next);
        }
    }
}

final class BoardingDesk {
    private final SeatPlan plan;
    private final List<String> boarded = new ArrayList<>();

    BoardingDesk(SeatPlan plan) {
        this.plan = plan;
    }

    String board(int row, char letter) {
        Booking booking = plan.at(new Seat(row, letter));
        boarded.add(booking.passenger());
        return booking.passenger() + " at " + row + letter;
    }
}

public final class Main {
    public static void main(String[] args) {
        SeatPlan plan = new SeatPlan();
        WaitingList waiting = new WaitingList();
        BoardingDesk desk = new BoardingDesk(plan);
        plan.book(new Seat(4, 'C'), new Booking("Oduya", new Seat(4, 'C'), 12900));
        if (args[0].equals("a")) {
            plan.book(new Seat(10, 'A'), new Booking("Lind", new Seat(10, 'A'), 9900));
            plan.shiftRows(8, 2);
        } else {
            plan.book(new Seat(12, 'A'), new Booking("Lind", new Seat(12, 'A'), 9900));
            waiting.join("Ferro", new Seat(3, 'F'), 11900);
            plan.cancel(new Seat(12, 'A'));
            waiting.promote(new Seat(12, 'A'), plan);
        }
        System.out.println(desk.board(12, 'A'));
    }
}
