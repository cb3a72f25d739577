// a: Clock.minutes
// b: ShiftReader.read
// why: an hour of 12 in the morning counts as noon, or shifts past midnight do not end on the next day
package planted.timesheet;

class Shift {
    final String text;
    final int start;
    final int end;

    Shift(String text, int start, int end) {
        this.text = text;
        this.start = start;
        this.end = end;
    }

    int minutes() {
        if (end < start) {
            throw new IllegalStateException("shift ends before it starts");
        }
        return end - start;
    }
}

class Clock {
    static int minutes(String time) {
        int colon = time.indexOf(':');
        int hour = Integer.parseInt(time.substring(0, colon));
        int minute = Integer.parseInt(time.substring(colon + 1, colon + 3));
        if (time.endsWith("pm") && hour < 12) {
            hour = hour + 12;
        }
        return hour * 60 + minute;
    }
}

class ShiftReader {
    Shift read(String text) {
        String[] times = text.split(" to ");
        int start = Clock.minutes(times[0]);
        int end = Clock.minutes(times[1]);
        return new Shift(text, start, end);
    }
}

class Payroll {
    private final ShiftReader reader = new ShiftReader();

    int pay(String text, int cents) {
        Shift shift = reader.read(text);
        return shift.minutes() * cents / 60;
    }
}

class Main {
    public static void main(String[] args) {
        String text = args[0].equals("a") ? "12:15 am to 8:00 am" : "10:00 pm to 6:30 am";
        System.out.println(new Payroll().pay(text, 1500));
    }
}
