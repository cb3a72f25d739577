package planted.hostprofile;

import java.util.HashMap;
import java.util.Map;

public class Row {
    private final Map<String, String> values = new HashMap<>();

    String get(String column) {
        return values.get(column);
    }

    void set(String column, String value) {
        if (value == null) {
            values.remove(column);
        } else {
            values.put(column, value);
        }
    }
}
