// a: RateBook.weekendRate
// b: Quotation.total
// why: the weekend rates forget the class "estate", or the branch for members sets no rate for an expensive car; weekend and member say which branch ran
package planted.rental;

import java.util.Map;

final class Rate {
    final String name;
    final int centsPerDay;

    Rate(String name, int centsPerDay) {
        this.name = name;
        this.centsPerDay = centsPerDay;
    }

    Rate reducedBy(int percent) {
        return new Rate(name + " reduced", centsPerDay * (100 - percent) / 100);
    }
}

record Booking(String carClass, int days, boolean weekend, boolean member) {}

final class RateBook {
    private final Map<String, Rate> daily = Map.of(
            "compact", new Rate("compact", 3900),
            "estate", new Rate("estate", 5900),
            "van", new Rate("van", 8900));

    Rate dayRate(String carClass) {
        return daily.getOrDefault(carClass, daily.get("compact"));
    }

    Rate weekendRate(String carClass) {
        switch (carClass) {
            case "compact": return new Rate("compact weekend", 2900);
            case "van": return new Rate("van weekend", 7900);
            default: return null;
        }
    }
}

final class Quotation {
    private final RateBook book = new RateBook();

    int total(Booking booking) {
        Rate rate = null;
        if (booking.weekend()) {
            rate = book.weekendRate(booking.carClass());
        } else if (booking.member()) {
            Rate full = book.dayRate(booking.carClass());
            if (full.centsPerDay < 5000) {
                rate = full.reducedBy(10);
            }
        } else {
            rate = book.dayRate(booking.carClass());
        }
        return rate.centsPerDay * booking.days();
    }
}

public class Main {
    public static void main(String[] args) {
        boolean weekend = args[0].equals("a");
        Booking booking = new Booking("estate", 3, weekend, !weekend);
        System.out.println(new Quotation().total(booking));
    }
}
