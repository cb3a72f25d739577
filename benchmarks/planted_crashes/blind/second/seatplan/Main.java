// a: Layout.build
// b: Ticket.column
// why: the layout leaves the aisle's seat out of each row, or the ticket's column is counted from 1
package planted.seatplan;

class Hall {
    final int columns;
    final String[][] seats;

    Hall(int columns, String[][] seats) {
        this.columns = columns;
        this.seats = seats;
    }

    String seat(int row, int column) {
        return seats[row][column].trim();
    }
}

class Layout {
    static Hall build(int rows, int columns, boolean aisle) {
        String[][] seats = new String[rows][];
        for (int row = 0; row < rows; row++) {
            seats[row] = new String[aisle ? columns - 1 : columns];
            java.util.Arrays.fill(seats[row], "free ");
        }
        return new Hall(columns, seats);
    }
}

class Ticket {
    private final String code;

    Ticket(String code) {
        this.code = code;
    }

    int row() {
        return code.charAt(0) - 'A';
    }

    int column() {
        return Integer.parseInt(code.substring(1));
    }
}

class Main {
    public static void main(String[] args) {
        Hall hall = args[0].equals("a") ? Layout.build(3, 5, true) : Layout.build(3, 4, false);
        Ticket ticket = new Ticket("B4");
        System.out.println(hall.seat(ticket.row(), ticket.column()));
    }
}
