package planted.shiftpay;

import java.time.LocalDateTime;

/** Work of one worker, in local time. */
public class Shift {
    private final LocalDateTime start;
    private final LocalDateTime end;
    private final String source;

    Shift(LocalDateTime start, LocalDateTime end, String source) {
        this.start = start;
        this.end = end;
        this.source = source;
    }

    public LocalDateTime getStart() {
        return start;
    }

    public LocalDateTime getEnd() {
        return end;
    }

    public String getSource() {
        return source;
    }
}
