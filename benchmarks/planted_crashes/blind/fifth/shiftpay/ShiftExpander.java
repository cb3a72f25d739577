package planted.shiftpay;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

public class ShiftExpander {
    Shift expand(LocalDate day, LocalTime from, LocalTime to) {
        return new Shift(day.atTime(from), endOf(day, from, to), "roster");
    }

    private LocalDateTime endOf(LocalDate day, LocalTime from, LocalTime to) {
        return LocalDateTime.of(day, to);
    }
}
