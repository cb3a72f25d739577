// a: Settings.number
// b: RateLimit.perSecond
// why: numbers with a separator read as 0, or low rates are rounded down to none
package planted.mailer;

import java.util.HashMap;
import java.util.Map;

class Settings {
    private final Map<String, String> values = new HashMap<>();

    void set(String name, String value) {
        values.put(name, value);
    }

    int number(String name) {
        String text = values.getOrDefault(name, "60");
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}

class RateLimit {
    private final Settings settings;

    RateLimit(Settings settings) {
        this.settings = settings;
    }

    int perSecond() {
        int perMinute = settings.number("rate.per.minute");
        return perMinute / 60;
    }
}

class Mailer {
    private final RateLimit limit;

    Mailer(RateLimit limit) {
        this.limit = limit;
    }

    int secondsFor(int messages) {
        int rate = limit.perSecond();
        return messages / rate + 1;
    }
}

class Main {
    public static void main(String[] args) {
        Settings settings = new Settings();
        settings.set("sender", "news@example.org");
        settings.set("rate.per.minute", args[0].equals("a") ? "1,200" : "45");
        System.out.println(new Mailer(new RateLimit(settings)).secondsFor(300));
    }
}
