// a: Catalog.update
// b: PriceCache.load
// why: an update leaves the cached price, or the cache rounds prices to whole euros
package planted.pricing;

import java.util.HashMap;
import java.util.Map;

class Product {
    final String sku;
    int cents;

    Product(String sku, int cents) {
        this.sku = sku;
        this.cents = cents;
    }
}

class PriceCache {
    private final Map<String, Integer> prices = new HashMap<>();

    int load(Product product) {
        if (!prices.containsKey(product.sku)) {
            prices.put(product.sku, product.cents / 100 * 100);
        }
        return prices.get(product.sku);
    }

    void invalidate(String sku) {
        prices.remove(sku);
    }
}

class Catalog {
    private final Map<String, Product> products = new HashMap<>();
    final PriceCache cache = new PriceCache();

    void add(Product product) {
        products.put(product.sku, product);
    }

    Product find(String sku) {
        return products.get(sku);
    }

    void update(String sku, int cents) {
        products.get(sku).cents = cents;
    }

    void drop(String sku) {
        products.remove(sku);
        cache.invalidate(sku);
    }
}

class Checkout {
    private final Catalog catalog;

    Checkout(Catalog catalog) {
        this.catalog = catalog;
    }

    int confirm(String sku) {
        Product product = catalog.find(sku);
        int shown = catalog.cache.load(product);
        if (shown != product.cents) {
            throw new IllegalStateException("price has changed");
        }
        return shown;
    }
}

class Main {
    public static void main(String[] args) {
        boolean update = args[0].equals("a");
        Catalog catalog = new Catalog();
        catalog.add(new Product("mug", update ? 1900 : 1950));
        catalog.add(new Product("pen", 300));
        catalog.cache.load(catalog.find("mug"));
        if (update) {
            catalog.update("mug", 2200);
        }
        System.out.println(new Checkout(catalog).confirm("mug"));
    }
}
