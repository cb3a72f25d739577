// a: Receiving.store
// b: Order.shelf
// why: heavy goods are stored under another zone, or the order's shelf is read without its zone's letter
package planted.warehouse;

import java.util.HashMap;
import java.util.Map;

class Store {
    final Map<String, Map<Integer, String>> zones = new HashMap<>();
    int goods;
}

class Receiving {
    void store(Store store, String zone, int shelf, String good, int kilos) {
        String target = kilos > 50 ? "floor" : zone;
        store.goods++;
        store.zones.computeIfAbsent(target, any -> new HashMap<>()).put(shelf, good);
    }
}

class Order {
    private final String place;

    Order(String place) {
        this.place = place;
    }

    String zone() {
        return place.substring(0, place.indexOf('/'));
    }

    int shelf() {
        String digits = place.replaceAll("[^0-9]", "");
        return Integer.parseInt(digits);
    }
}

class Picker {
    int pick(Store store, Order order) {
        Map<Integer, String> zone = store.zones.getOrDefault(order.zone(), Map.of());
        String good = zone.get(order.shelf());
        return good.length();
    }
}

class Main {
    public static void main(String[] args) {
        Store store = new Store();
        new Receiving().store(store, "B2", 14, "paint", args[0].equals("a") ? 80 : 5);
        new Receiving().store(store, "B", 3, "brush", 1);
        System.out.println(new Picker().pick(store, new Order(args[0].equals("a") ? "B/14" : "B2/14")));
    }
}
