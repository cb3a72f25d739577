// a: BoxOffice.moveBack
// b: Hall.firstFree
// why: the row behind the last row does not exist (row 6 of 6), or a full row gives its length as the free seat (seat 6 of 6)
package planted.cinema;

import java.util.ArrayList;
import java.util.List;

final class Seat {
    final String label;
    boolean taken;

    Seat(String label) {
        this.label = label;
    }
}

record Ticket(String film, int row, int seat) {}

final class Hall {
    final List<List<Seat>> rows = new ArrayList<>();

    Hall(int rowCount, int seatsPerRow) {
        for (int row = 0; row < rowCount; row++) {
            List<Seat> seats = new ArrayList<>();
            for (int seat = 0; seat < seatsPerRow; seat++) {
                seats.add(new Seat((char) ('A' + row) + "" + (seat + 1)));
            }
            rows.add(seats);
        }
    }

    int firstFree(int row) {
        int seat = 0;
        while (seat < rows.get(row).size() && rows.get(row).get(seat).taken) {
            seat++;
        }
        return seat;
    }

    String occupy(int row, int seat) {
        Seat place = rows.get(row).get(seat);
        place.taken = true;
        return place.label;
    }
}

final class BoxOffice {
    private final Hall hall;

    BoxOffice(Hall hall) {
        this.hall = hall;
    }

    Ticket bestInRow(String film, int row) {
        return new Ticket(film, row, hall.firstFree(row));
    }

    Ticket moveBack(Ticket ticket) {
        return new Ticket(ticket.film(), ticket.row() + 1, ticket.seat());
    }

    void print(Ticket ticket) {
        System.out.println(ticket.film() + " " + hall.occupy(ticket.row(), ticket.seat()));
    }
}

public class Main {
    public static void main(String[] args) {
        Hall hall = new Hall(6, 6);
        hall.rows.get(2).forEach(seat -> seat.taken = true);
        BoxOffice office = new BoxOffice(hall);
        Ticket ticket = office.bestInRow("Metropolis", args[0].equals("a") ? 5 : 2);
        if (args[0].equals("a")) ticket = office.moveBack(ticket);
        office.print(ticket);
    }
}
