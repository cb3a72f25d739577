// a: VoucherService.redeem
// b: ShippingTable.optionFor
// why: The total unboxes a voucher amount and a shipping fee on one line, and either lookup can leave its part null.
package planted.checkout;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

record CartLine(String sku, int quantity, long priceCents) {
    long sum() {
        return quantity * priceCents;
    }
}

record Voucher(String code, Long amountCents) {}

record ShippingOption(String carrier, Long feeCents) {}

final class VoucherService {
    private final Map<String, Long> campaigns = Map.of("SPRING5", 500L, "WELCOME", 1000L, "NONE", 0L);

    Voucher redeem(String typed) {
        String code = typed.trim();
        return new Voucher(code.toUpperCase(Locale.ROOT), campaigns.get(code));
    }

    boolean isKnown(String typed) {
        return campaigns.containsKey(typed.trim().toUpperCase(Locale.ROOT));
    }
}

final class ShippingTable {
    private final Map<String, Long> fees = Map.of("DE", 490L, "AT", 890L, "FR", 990L);

    ShippingOption optionFor(String country, boolean express) {
        Long fee = fees.get(country);
        if (express && fee != null) {
            return new ShippingOption("courier", fee + 600L);
        }
        return new ShippingOption("post", fee);
    }
}

final class Checkout {
    private final List<CartLine> lines = new ArrayList<>();
    private Voucher voucher = new Voucher("NONE", 0L);
    private ShippingOption shipping;

    void add(CartLine line) {
        lines.add(line);
    }

    void apply(Voucher chosen) {
        voucher = chosen;
    }

    void shipBy(ShippingOption chosen) {
        shipping = chosen;
    }

    long total() {
        long sum = lines.stream().mapToLong(CartLine::sum).sum();
        return Math.max(0, sum - voucher.amountCents()) + shipping.feeCents();
    }
}

public final class Main {
    public static void main(String[] args) {
        VoucherService vouchers = new VoucherService();
        ShippingTable table = new ShippingTable();
        Checkout checkout = new Checkout();
        checkout.add(new CartLine("mug-blue", 2, 1290));
        if (args[0].equals("a")) {
            checkout.apply(vouchers.redeem("spring5"));
            checkout.shipBy(table.optionFor("AT", true));
        } else {
            checkout.apply(vouchers.redeem("WELCOME"));
            checkout.shipBy(table.optionFor("CH", false));
        }
        System.out.println("to pay: " + checkout.total());
    }
}
