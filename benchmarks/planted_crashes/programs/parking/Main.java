// a: TariffReader.read
// b: ZoneMap.enter
// why: half an hour is cut to 0 block minutes by a cast, or a zone that was not registered is created with 0 spaces
package planted.parking;

import java.util.Map;
import java.util.TreeMap;

final class Tariff {
    final int blockMinutes;
    final int centsPerBlock;

    Tariff(int blockMinutes, int centsPerBlock) {
        this.blockMinutes = blockMinutes;
        this.centsPerBlock = centsPerBlock;
    }
}

final class Zone {
    final String name;
    int spaces;
    int occupied;

    Zone(String name) {
        this.name = name;
    }
}

final class TariffReader {
    /** Reads "hours per block @ cents", such as "1.0@150". */
    Tariff read(String text) {
        int at = text.indexOf('@');
        double hours = Double.parseDouble(text.substring(0, at));
        return new Tariff((int) hours * 60, Integer.parseInt(text.substring(at + 1)));
    }
}

final class ZoneMap {
    private final Map<String, Zone> zones = new TreeMap<>();

    void register(String name, int spaces) {
        zones.computeIfAbsent(name, Zone::new).spaces = spaces;
    }

    Zone enter(String name) {
        Zone zone = zones.computeIfAbsent(name, Zone::new);
        zone.occupied++;
        return zone;
    }

    void leave(Zone zone) {
        zone.occupied = Math.max(0, zone.occupied - 1);
    }
}

final class PayStation {
    int price(Tariff tariff, Zone zone, int minutes) {
        return minutes / tariff.blockMinutes * tariff.centsPerBlock + 100 * zone.occupied / zone.spaces;
    }
}

public class Main {
    public static void main(String[] args) {
        ZoneMap map = new ZoneMap();
        map.register("North", 40);
        map.register("Harbour", 25);
        boolean shortStay = args[0].equals("a");
        Tariff tariff = new TariffReader().read(shortStay ? "0.5@80" : "1.0@150");
        Zone zone = map.enter(shortStay ? "Harbour" : "Airport");
        System.out.println(new PayStation().price(tariff, zone, 95));
        map.leave(zone);
    }
}
