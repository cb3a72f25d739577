// a: SlotLength.standard
// b: SlotLength.parse
// why: A slot of no length comes from the default of a calendar kind or from a parsed text.
package planted.calendar;

import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

enum CalendarKind { CLINIC, SCHOOL, GARAGE }

final class SlotLength {
    private final String text;
    private final int minutes;

    private SlotLength(String text, int minutes) {
        this.text = text;
        this.minutes = minutes;
    }

    static SlotLength standard(CalendarKind kind) {
        int minutes = switch (kind) {
            case CLINIC -> 20;
            case SCHOOL -> 45;
            default -> 0;
        };
        return new SlotLength("", minutes);
    }

    /** Reads "45" as minutes and "1:30" as hours and minutes. */
    static SlotLength parse(String text) {
        String[] parts = text.trim().split(":");
        int minutes = parts.length == 1 ? Integer.parseInt(parts[0]) : Integer.parseInt(parts[0]) * 60;
        return new SlotLength(text, minutes);
    }

    int minutes() {
        return minutes;
    }
}

final class Preferences {
    private final Map<String, String> values = new HashMap<>();

    void put(String key, String value) {
        values.put(key, value);
    }

    SlotLength slotLength(CalendarKind kind) {
        String text = values.get("slot.length");
        return text == null ? SlotLength.standard(kind) : SlotLength.parse(text);
    }
}

final class SlotPlanner {
    private final SlotLength length;

    SlotPlanner(SlotLength length) {
        this.length = length;
    }

    List<LocalTime> plan(LocalTime from, LocalTime to) {
        if (length.minutes() <= 0) {
            throw new IllegalArgumentException("Slot length must be positive");
        }
        List<LocalTime> slots = new ArrayList<>();
        for (LocalTime at = from; at.isBefore(to); at = at.plusMinutes(length.minutes())) {
            slots.add(at);
        }
        return slots;
    }
}

public final class Main {
    public static void main(String[] args) {
        Preferences preferences = new Preferences();
        preferences.put("week.start", "monday");
        if (!args[0].equals("a")) {
            preferences.put("slot.length", "0:30");
        }
        SlotPlanner planner = new SlotPlanner(preferences.slotLength(CalendarKind.GARAGE));
        System.out.println(planner.plan(LocalTime.of(8, 0), LocalTime.of(12, 0)));
    }
}
