// a: CardDesk.reportLost
// b: TierTable.tierFor
// why: a lost card is taken away without a new one (card is null), or points above the last bracket have no tier (tier is null)
package planted.loyalty;

import java.util.List;

record Tier(String name, int percent) {}

final class Card {
    final String number;
    int points;
    Tier tier;

    Card(String number) {
        this.number = number;
    }
}

final class Customer {
    final String name;
    Card card;

    Customer(String name, Card card) {
        this.name = name;
        this.card = card;
    }
}

final class TierTable {
    private static final int[] LIMITS = {500, 2000, 5000};
    private static final List<Tier> TIERS =
            List.of(new Tier("Bronze", 1), new Tier("Silver", 3), new Tier("Gold", 5));

    Tier tierFor(int points) {
        for (int i = 0; i < LIMITS.length; i++) {
            if (points < LIMITS[i]) return TIERS.get(i);
        }
        return null;
    }
}

final class CardDesk {
    private final TierTable table = new TierTable();
    private int blocked;

    Customer join(String name) {
        Customer customer = new Customer(name, new Card("C-" + name.hashCode()));
        addPoints(customer, 0);
        return customer;
    }

    void addPoints(Customer customer, int points) {
        customer.card.points += points;
        customer.card.tier = table.tierFor(customer.card.points);
    }

    void reportLost(Customer customer) {
        blocked++;
        customer.card = null;
    }
}

public class Main {
    static int discount(Customer customer, int cents) {
        return cents * customer.card.tier.percent() / 100;
    }

    public static void main(String[] args) {
        CardDesk desk = new CardDesk();
        Customer customer = desk.join("Nadia");
        desk.addPoints(customer, args[0].equals("a") ? 700 : 7200);
        if (args[0].equals("a")) desk.reportLost(customer);
        System.out.println(discount(customer, 4999));
    }
}
