// a: FloorIndex.folios
// b: FolioBook.open
// why: the list of a floor, or the list of all open folios, is handed out itself although callers get a list of their own
package planted.nightaudit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class Folio {
    final int room;
    final Map<String, Integer> charges = new TreeMap<>();
    boolean settled;

    Folio(int room) {
        this.room = room;
    }

    int total() {
        return charges.values().stream().mapToInt(Integer::intValue).sum();
    }
}

/** Folios by floor. Lists that are returned belong to the caller. */
class FloorIndex {
    private final Map<Integer, List<Folio>> byFloor = new HashMap<>();

    void add(Folio folio) {
        byFloor.computeIfAbsent(folio.room / 100, floor -> new ArrayList<>()).add(folio);
    }

    void remove(Folio folio) {
        List<Folio> floor = byFloor.get(folio.room / 100);
        if (floor != null) {
            floor.remove(folio);
        }
    }

    List<Integer> floors() {
        return new ArrayList<>(byFloor.keySet());
    }

    List<Folio> folios(int floor) {
        return byFloor.getOrDefault(floor, new ArrayList<>());
    }
}

/** Folios of the house. Lists that are returned belong to the caller. */
class FolioBook {
    private final List<Folio> open = new ArrayList<>();
    private final List<Folio> closed = new ArrayList<>();
    private final FloorIndex floors;

    FolioBook(FloorIndex floors) {
        this.floors = floors;
    }

    Folio checkIn(int room) {
        Folio folio = new Folio(room);
        open.add(folio);
        floors.add(folio);
        return folio;
    }

    void close(Folio folio) {
        folio.settled = true;
        open.remove(folio);
        floors.remove(folio);
        closed.add(folio);
    }

    List<Folio> open() {
        return open;
    }

    List<Folio> closed() {
        return new ArrayList<>(closed);
    }
}

class AuditPlan {
    private final FolioBook book;
    private final FloorIndex floors;

    AuditPlan(FolioBook book, FloorIndex floors) {
        this.book = book;
        this.floors = floors;
    }

    List<Folio> batch(Integer floor) {
        return floor == null ? book.open() : floors.folios(floor);
    }
}

class NightAudit {
    private final FolioBook book;

    NightAudit(FolioBook book) {
        this.book = book;
    }

    int run(List<Folio> batch) {
        int sum = 0;
        for (Folio folio : batch) {
            sum += folio.total();
            if (folio.total() > 0) {
                book.close(folio);
            }
        }
        return sum;
    }
}

class Main {
    public static void main(String[] args) {
        FloorIndex floors = new FloorIndex();
        FolioBook book = new FolioBook(floors);
        for (int room : new int[] {203, 211, 305, 207}) {
            book.checkIn(room).charges.put("night", 9400);
        }
        List<Folio> batch = new AuditPlan(book, floors).batch(args[0].equals("a") ? 2 : null);
        System.out.println(new NightAudit(book).run(batch) + " closed " + book.closed().size());
    }
}
