// a: Timetable.slotOf
// b: Planner.forDay
// why: the slot of the last quarter is rounded past the end, or late days get no more slots than others
package planted.timetable;

class Timetable {
    final int open;
    final int close;
    final String[] slots;

    Timetable(int open, int close, String[] slots) {
        this.open = open;
        this.close = close;
        this.slots = slots;
    }

    int slotOf(int hour, int minute) {
        return (hour - open) * 2 + (minute + 15) / 30;
    }

    void book(int hour, int minute, String name) {
        if (hour < open || hour >= close) {
            throw new IllegalArgumentException("closed");
        }
        slots[slotOf(hour, minute)] = name;
    }
}

class Planner {
    Timetable forDay(boolean late) {
        int close = late ? 21 : 20;
        return new Timetable(8, close, new String[24]);
    }
}

class Desk {
    private final Planner planner = new Planner();

    void reserve(String name, boolean late, int hour, int minute) {
        Timetable day = planner.forDay(late);
        day.book(hour, minute, name);
    }
}

class Main {
    public static void main(String[] args) {
        boolean late = args[0].equals("b");
        new Desk().reserve("Moss", late, late ? 20 : 19, late ? 0 : 45);
    }
}
