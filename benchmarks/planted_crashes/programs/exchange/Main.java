// a: LiveFeed.latest
// b: ClosingBook.lookup
// why: The rate comes from the live feed or from the closing book, and each can return null.
package planted.exchange;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;

record Rate(String pair, long micros) {
    Rate inverse() {
        String turned = pair.substring(3) + pair.substring(0, 3);
        return new Rate(turned, 1_000_000_000_000L / micros);
    }
}

/** Quotes each pair in one direction; the other direction is its inverse. */
final class LiveFeed {
    private final Map<String, Rate> quotes = new HashMap<>();

    void publish(Rate rate) {
        quotes.put(rate.pair(), rate);
    }

    Rate latest(String pair) {
        Rate direct = quotes.get(pair);
        if (direct == null && quotes.containsKey(pair)) {
            return quotes.get(pair).inverse();
        }
        return direct;
    }
}

/** Holds the closing rates of trading days; on a weekend those of Friday count. */
final class ClosingBook {
    private final Map<LocalDate, Map<String, Rate>> days = new HashMap<>();

    void close(LocalDate day, Rate rate) {
        days.computeIfAbsent(day, key -> new HashMap<>()).put(rate.pair(), rate);
    }

    Rate lookup(LocalDate day, String pair) {
        LocalDate trading = day.getDayOfWeek() == DayOfWeek.SATURDAY ? day.minusDays(1) : day;
        Map<String, Rate> rates = days.getOrDefault(trading, Map.of());
        return rates.get(pair);
    }
}

final class ExchangeDesk {
    final LiveFeed feed = new LiveFeed();
    final ClosingBook book = new ClosingBook();

    long convert(long cents, String pair, LocalDate day, boolean marketOpen) {
        Rate rate;
        if (marketOpen) {
            rate = feed.latest(pair);
        } else {
            rate = book.lookup(day, pair);
        }
        return cents * rate.micros() / 1_000_000;
    }
}

public final class Main {
    public static void main(String[] args) {
        ExchangeDesk desk = new ExchangeDesk();
        LocalDate friday = LocalDate.of(2024, 5, 3);
        desk.feed.publish(new Rate("EURUSD", 1_080_000));
        desk.book.close(friday, new Rate("USDEUR", 926_000));
        boolean open = args[0].equals("a");
        LocalDate day = open ? friday : friday.plusDays(2);
        System.out.println("cents: " + desk.convert(12_500, "USDEUR", day, open));
    }
}
