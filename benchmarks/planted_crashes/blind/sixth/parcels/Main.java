// a: HandScanner.send
// b: CarrierImport.load
// why: A delivery is applied twice: a second try sent it under a new number, or the import took the last minute once more.
package planted.parcels;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Tracker {
    private final Map<String, Step> steps = new HashMap<>();

    void apply(Scan scan) {
        Step before = steps.get(scan.getParcel());
        if (before != null && scan.getStep().compareTo(before) <= 0) {
            throw new IllegalStateException(scan.getStep() + " after " + before);
        }
        steps.put(scan.getParcel(), scan.getStep());
    }

    Step of(String parcel) {
        return steps.get(parcel);
    }
}

final class Depot {
    private final ScanInbox inbox;
    private final Tracker tracker;

    Depot(ScanInbox inbox, Tracker tracker) {
        this.inbox = inbox;
        this.tracker = tracker;
    }

    void work() {
        Scan scan = inbox.next();
        while (scan != null) {
            tracker.apply(scan);
            scan = inbox.next();
        }
    }
}

public final class Main {
    public static void main(String[] args) {
        ScanInbox inbox = new ScanInbox();
        Tracker tracker = new Tracker();
        Depot depot = new Depot(inbox, tracker);
        if (args[0].equals("a")) {
            HandScanner scanner = new HandScanner(new Gateway(inbox, List.of(120, 900).iterator()));
            scanner.send("P-81", Step.SHIPPED, 10);
            scanner.send("P-81", Step.DELIVERED, 55);
        } else {
            CarrierImport carrier = new CarrierImport(inbox);
            Scan shipped = new Scan("1", "P-81", Step.SHIPPED, 10);
            Scan delivered = new Scan("2", "P-81", Step.DELIVERED, 55);
            carrier.load(List.of(shipped, delivered));
            carrier.load(List.of(delivered, new Scan("3", "P-90", Step.PACKED, 70)));
        }
        depot.work();
        System.out.println("P-81 is " + tracker.of("P-81"));
    }
}
