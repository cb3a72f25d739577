package planted.weather;

import java.util.HashMap;
import java.util.Map;

/** Reads stations from lines such as {@code id=LOWW;city=Wien;temp=21.5}. */
public final class StationReader {
    public Station read(String line) {
        Map<String, String> fields = new HashMap<>();
        for (String part : line.split(";")) {
            int equals = part.indexOf('=');
            fields.put(part.substring(0, equals), part.substring(equals + 1));
        }
        String temperature = fields.get("temp");
        return new Station(
                fields.get("id"),
                fields.get("city"),
                fields.get("region"),
                temperature == null ? null : Double.valueOf(temperature));
    }
}
