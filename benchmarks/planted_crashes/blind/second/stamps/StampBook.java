package planted.stamps;

import java.util.HashMap;
import java.util.Map;

public class StampBook {
    private final Map<String, Integer> values = new HashMap<>();

    public void add(String country, int year, int value) {
        values.put(country + "-" + year % 100, value);
    }

    public Integer value(String key) {
        return values.get(key);
    }
}
