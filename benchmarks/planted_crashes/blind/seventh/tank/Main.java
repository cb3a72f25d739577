// a: Readings.unsubscribe
// b: Panel.close
// why: A closed panel still hears of readings: the source removes it from one topic only, or the panel leaves early without signing off.
package planted.tank;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

interface ReadingListener {
    void onReading(String topic, double value);
}

final class Readings {
    private final Map<String, List<ReadingListener>> listeners = new LinkedHashMap<>();

    void subscribe(String topic, ReadingListener listener) {
        listeners.computeIfAbsent(topic, key -> new ArrayList<>()).add(listener);
    }

    void unsubscribe(ReadingListener listener) {
        for (List<ReadingListener> registered : listeners.values()) {
            if (registered.remove(listener)) {
                return;
            }
        }
    }

    void publish(String topic, double value) {
        for (ReadingListener listener : listeners.getOrDefault(topic, List.of())) {
            listener.onReading(topic, value);
        }
    }
}

final class Panel implements ReadingListener {
    private final Readings readings;
    private List<String> rows = new ArrayList<>();
    private boolean collapsed;

    Panel(Readings readings, String... topics) {
        this.readings = readings;
        for (String topic : topics) {
            readings.subscribe(topic, this);
        }
    }

    void collapse() {
        collapsed = true;
    }

    void expand() {
        collapsed = false;
    }

    void close() {
        List<String> shown = rows;
        rows = null;
        if (collapsed) {
            return;
        }
        shown.forEach(System.out::println);
        readings.unsubscribe(this);
    }

    @Override
    public void onReading(String topic, double value) {
        rows.add(topic + ": " + value);
    }
}

public final class Main {
    public static void main(String[] args) {
        Readings readings = new Readings();
        Panel panel;
        if (args[0].equals("a")) {
            panel = new Panel(readings, "level", "pressure");
        } else {
            panel = new Panel(readings, "pressure");
            panel.collapse();
        }
        readings.publish("pressure", 2.1);
        panel.close();
        readings.publish("pressure", 2.4);
    }
}
