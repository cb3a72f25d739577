// a: Settlement.largest
// b: Membership.activeOn
// why: A cost is split among nobody: the list of members was emptied by the one who read it, or a first day does not count.
package planted.trip;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

record Membership(String name, LocalDate from, LocalDate until) {
    boolean activeOn(LocalDate day) {
        return day.isAfter(from) && !day.isAfter(until);
    }
}

record Cost(String text, String payer, long cents) {}

final class Group {
    private final List<Membership> members = new ArrayList<>();

    void join(Membership membership) {
        members.add(membership);
    }

    List<Membership> members() {
        return members;
    }

    List<String> namesOn(LocalDate day) {
        return members.stream().filter(one -> one.activeOn(day)).map(Membership::name).toList();
    }
}

final class Balances {
    private final Map<String, Long> cents = new HashMap<>();

    void add(String name, long amount) {
        cents.merge(name, amount, Long::sum);
    }

    long of(String name) {
        return cents.getOrDefault(name, 0L);
    }
}

final class Settlement {
    private final Balances balances;

    Settlement(Balances balances) {
        this.balances = balances;
    }

    /** Returns who owes most, none where all is even. */
    List<String> largest(Group group, int count) {
        List<Membership> debtors = group.members();
        debtors.removeIf(one -> balances.of(one.name()) >= 0);
        debtors.sort(Comparator.comparingLong(one -> balances.of(one.name())));
        return debtors.stream().limit(count).map(Membership::name).toList();
    }
}

final class CostBook {
    private final Group group;
    private final Balances balances;
    private final List<Cost> costs = new ArrayList<>();

    CostBook(Group group, Balances balances) {
        this.group = group;
        this.balances = balances;
    }

    long enter(Cost cost, LocalDate day) {
        List<String> names = group.namesOn(day);
        long share = cost.cents() / names.size();
        costs.add(cost);
        balances.add(cost.payer(), cost.cents());
        names.forEach(name -> balances.add(name, -share));
        return share;
    }
}

public final class Main {
    public static void main(String[] args) {
        LocalDate start = LocalDate.of(2024, 7, 6);
        Group group = new Group();
        Balances balances = new Balances();
        Settlement settlement = new Settlement(balances);
        CostBook book = new CostBook(group, balances);
        group.join(new Membership("Noa", start, start.plusDays(6)));
        group.join(new Membership("Iker", start, start.plusDays(6)));
        LocalDate day;
        if (args[0].equals("a")) {
            System.out.println("owes most: " + settlement.largest(group, 1));
            day = start.plusDays(1);
        } else {
            day = start;
        }
        System.out.println("each pays " + book.enter(new Cost("Groceries", "Noa", 4860), day));
    }
}
