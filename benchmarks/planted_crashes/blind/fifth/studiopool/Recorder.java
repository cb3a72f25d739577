package planted.studiopool;

import java.util.ArrayList;
import java.util.List;

public class Recorder {
    enum State { IDLE, RUNNING }

    private final int number;
    private final List<String> takes = new ArrayList<>();
    private State state = State.IDLE;
    private String current = "";

    Recorder(int number) {
        this.number = number;
    }

    int getNumber() {
        return number;
    }

    void start(String name) {
        if (state != State.IDLE) {
            throw new IllegalStateException("Recorder is already running");
        }
        state = State.RUNNING;
        current = name;
    }

    void write(String part) {
        current = current + "/" + part;
    }

    void stop() {
        if (!current.contains("/")) {
            return;
        }
        takes.add(current);
        current = "";
        state = State.IDLE;
    }

    List<String> getTakes() {
        return List.copyOf(takes);
    }
}
