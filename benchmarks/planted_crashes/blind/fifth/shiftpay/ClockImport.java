package planted.shiftpay;

import java.time.LocalDateTime;

public class ClockImport {
    private final int offsetMinutes;

    ClockImport(int offsetMinutes) {
        this.offsetMinutes = offsetMinutes;
    }

    /** Returns the shift of two stamps of the clock, which are in UTC. */
    Shift shift(String in, String out) {
        LocalDateTime start = LocalDateTime.parse(in);
        LocalDateTime end = LocalDateTime.parse(out).plusMinutes(offsetMinutes);
        return new Shift(start, end, "clock");
    }
}
