// a: Status.of
// b: Labels.load
// why: the code of deliveries to a neighbour is not mapped, or returned parcels have no label
package planted.shipping;

import java.util.EnumMap;
import java.util.Map;

enum Status {
    TRANSIT, DELIVERED, RETURNED, UNKNOWN;

    static Status of(String code) {
        switch (code) {
            case "TRN":
                return TRANSIT;
            case "DLV":
                return DELIVERED;
            case "RTN":
                return RETURNED;
            default:
                return UNKNOWN;
        }
    }
}

class Labels {
    private final Map<Status, String> texts = new EnumMap<>(Status.class);

    void load() {
        texts.put(Status.TRANSIT, "on its way");
        texts.put(Status.DELIVERED, "delivered");
    }

    String label(Status status) {
        return texts.get(status);
    }
}

class Parcel {
    final String number;
    final String code;

    Parcel(String number, String code) {
        this.number = number;
        this.code = code;
    }
}

class ParcelView {
    private final Labels labels;

    ParcelView(Labels labels) {
        this.labels = labels;
    }

    String line(Parcel parcel) {
        Status status = Status.of(parcel.code);
        String label = labels.label(status);
        return parcel.number + ": " + label.toUpperCase();
    }
}

class Main {
    public static void main(String[] args) {
        Labels labels = new Labels();
        labels.load();
        Parcel parcel = new Parcel("JD014", args[0].equals("a") ? "DLN" : "RTN");
        System.out.println(new ParcelView(labels).line(parcel));
    }
}
