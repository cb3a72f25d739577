// a: Seat.hashCode
// b: Hall.renameRow
// why: The seat is not found in the map because equal seats have different hashes, or because a key was changed inside the map.
package planted.seats;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

final class Seat {
    private String row;
    private final int number;

    Seat(String row, int number) {
        this.row = row;
        this.number = number;
    }

    String row() {
        return row;
    }

    void setRow(String row) {
        this.row = row;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Seat seat && seat.number == number && seat.row.equalsIgnoreCase(row);
    }

    @Override
    public int hashCode() {
        return Objects.hash(row, number);
    }

    @Override
    public String toString() {
        return row.toUpperCase(Locale.ROOT) + number;
    }
}

final class Hall {
    private final Map<Seat, Integer> prices = new HashMap<>();

    void addRow(String row, int seats, int price) {
        for (int number = 1; number <= seats; number++) {
            prices.put(new Seat(row, number), price);
        }
    }

    void renameRow(String from, String to) {
        for (Seat seat : prices.keySet()) {
            if (seat.row().equals(from)) {
                seat.setRow(to);
            }
        }
    }

    int price(Seat seat) {
        return prices.get(seat);
    }
}

final class BoxOffice {
    private final Hall hall;

    BoxOffice(Hall hall) {
        this.hall = hall;
    }

    Seat parse(String label) {
        return new Seat(label.substring(0, 1), Integer.parseInt(label.substring(1)));
    }

    String offer(String label) {
        Seat seat = parse(label);
        return seat + ": " + hall.price(seat) + " EUR";
    }
}

public final class Main {
    public static void main(String[] args) {
        Hall hall = new Hall();
        hall.addRow("A", 4, 32);
        hall.addRow("B", 6, 24);
        String label;
        if (args[0].equals("a")) {
            label = "b3";
        } else {
            hall.renameRow("B", "P");
            label = "P3";
        }
        System.out.println(new BoxOffice(hall).offer(label));
    }
}
