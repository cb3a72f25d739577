// a: Booking.firstDay
// b: Season.lastDay
// why: a booking without a day begins on day 0, or the season's end is counted back from the first
package planted.marina;

import java.time.LocalDate;

class Booking {
    private final String text;

    Booking(String text) {
        this.text = text;
    }

    int firstDay() {
        return text.contains("day") ? Integer.parseInt(text.replaceAll("\\D", "")) : 0;
    }
}

class Season {
    private final int length;

    Season(int length) {
        this.length = length;
    }

    int lastDay() {
        return length - 30;
    }
}

class Pier {
    private final int year = 2024;

    long nights(Booking booking, Season season) {
        int first = booking.firstDay();
        int last = season.lastDay();
        return LocalDate.of(year, 8, last).toEpochDay() - LocalDate.of(year, 7, first).toEpochDay();
    }
}

class Main {
    public static void main(String[] args) {
        Booking booking = new Booking(args[0].equals("a") ? "soon" : "day 4");
        System.out.println(new Pier().nights(booking, new Season(args[0].equals("a") ? 50 : 30)));
    }
}
