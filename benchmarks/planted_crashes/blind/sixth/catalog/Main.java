// a: ItemCache.keyOf
// b: ItemReader.read
// why: An item has the wrong type: another one with the same number is in the cache, or a row was read as another type.
package planted.catalog;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

interface Item {
    String title();
}

record Product(int id, String title, long cents) implements Item {}

record Bundle(int id, String title, List<Integer> parts) implements Item {}

enum Type {
    PRODUCT,
    BUNDLE
}

final class ItemCache {
    private final Map<String, Item> items = new HashMap<>();

    private static String keyOf(Type type, int id, String language) {
        return language + "/" + id;
    }

    Optional<Item> find(Type type, int id, String language) {
        return Optional.ofNullable(items.get(keyOf(type, id, language)));
    }

    void put(Type type, int id, String language, Item item) {
        items.put(keyOf(type, id, language), item);
    }
}

/** Reads rows of the shop's export: number, title, then a price or the numbers of the parts. */
final class ItemReader {
    Item read(String row) {
        String[] cells = row.split(";");
        int id = Integer.parseInt(cells[0]);
        if (cells[2].contains(",")) {
            return new Bundle(id, cells[1], List.of(cells[2].split(",")).stream().map(Integer::valueOf).toList());
        }
        return new Product(id, cells[1], Long.parseLong(cells[2]));
    }
}

final class Shop {
    private final Map<Type, Map<Integer, String>> rows = new LinkedHashMap<>();
    private final ItemReader reader = new ItemReader();
    private final ItemCache cache = new ItemCache();

    void add(Type type, String row) {
        int id = Integer.parseInt(row.substring(0, row.indexOf(';')));
        rows.computeIfAbsent(type, any -> new HashMap<>()).put(id, row);
    }

    Item load(Type type, int id, String language) {
        return cache.find(type, id, language).orElseGet(() -> {
            Item item = reader.read(rows.get(type).get(id));
            cache.put(type, id, language, item);
            return item;
        });
    }
}

final class Basket {
    private final Shop shop;
    private long cents;

    Basket(Shop shop) {
        this.shop = shop;
    }

    void add(int id, int count) {
        Product product = (Product) shop.load(Type.PRODUCT, id, "en");
        cents += product.cents() * count;
    }

    long cents() {
        return cents;
    }
}

public final class Main {
    public static void main(String[] args) {
        Shop shop = new Shop();
        Basket basket = new Basket(shop);
        shop.add(Type.PRODUCT, "6;Kettle;3900");
        shop.add(Type.BUNDLE, "7;Breakfast set;6,9");
        if (args[0].equals("a")) {
            shop.add(Type.PRODUCT, "7;Toaster;4500");
            System.out.println(shop.load(Type.BUNDLE, 7, "en").title());
        } else {
            shop.add(Type.PRODUCT, "7;Toaster;45,00");
        }
        basket.add(7, 1);
        System.out.println("to pay: " + basket.cents());
    }
}
