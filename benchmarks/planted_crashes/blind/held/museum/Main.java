// a: Guide.normalize
// b: Catalogue.retire
// why: the guide asks in capital letters, or the exhibit was retired while it still stands in the tour
package planted.museum;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Catalogue {
    private final Map<String, Integer> rooms = new HashMap<>();

    void add(String exhibit, int room) {
        rooms.put(exhibit, room);
    }

    void retire(String exhibit) {
        rooms.remove(exhibit);
    }

    Integer roomOf(String exhibit) {
        return rooms.get(exhibit);
    }
}

class Guide {
    private final Catalogue catalogue;

    Guide(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    String normalize(String name, boolean shouting) {
        return shouting ? name.toUpperCase() : name.trim();
    }

    int walk(List<String> tour, boolean shouting) {
        int last = 0;
        for (String stop : tour) {
            String asked = normalize(stop, shouting);
            int room = catalogue.roomOf(asked);
            last = room;
        }
        return last;
    }
}

class Main {
    public static void main(String[] args) {
        Catalogue catalogue = new Catalogue();
        catalogue.add("vase", 4);
        catalogue.add("coin", 2);
        if (args[0].equals("b")) catalogue.retire("vase");
        System.out.println(new Guide(catalogue).walk(List.of("vase"), args[0].equals("a")));
    }
}
