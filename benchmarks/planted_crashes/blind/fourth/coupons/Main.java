// a: CouponParser.parse
// b: CouponStore.find
// why: coupons with a fraction of a percent are not read, or only the first eight letters of a code are looked up
package planted.coupons;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Coupon {
    final String code;
    final int percent;

    Coupon(String code, int percent) {
        this.code = code;
        this.percent = percent;
    }
}

class CouponParser {
    Coupon parse(String line) {
        String[] parts = line.split(":");
        try {
            return new Coupon(parts[0], Integer.parseInt(parts[1]));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}

class CouponStore {
    private final Map<String, Coupon> byCode = new HashMap<>();
    private final CouponParser parser = new CouponParser();

    void load(List<String> lines) {
        for (String line : lines) {
            Coupon coupon = parser.parse(line);
            if (coupon != null) {
                byCode.put(coupon.code, coupon);
            }
        }
    }

    Coupon find(String code) {
        String key = code.length() > 8 ? code.substring(0, 8) : code;
        return byCode.get(key);
    }
}

class Cart {
    private final CouponStore store;
    private int cents;

    Cart(CouponStore store, int cents) {
        this.store = store;
        this.cents = cents;
    }

    int redeem(String code) {
        Coupon coupon = store.find(code);
        cents = cents - cents * coupon.percent / 100;
        return cents;
    }
}

class Main {
    public static void main(String[] args) {
        boolean fraction = args[0].equals("a");
        CouponStore store = new CouponStore();
        store.load(List.of("SPRING10:10", fraction ? "WINTER12:12.5" : "WELCOMEBACK:15"));
        System.out.println(new Cart(store, 4000).redeem(fraction ? "WINTER12" : "WELCOMEBACK"));
    }
}
