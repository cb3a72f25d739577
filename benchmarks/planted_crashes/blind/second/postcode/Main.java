// a: Zip.normalize
// b: Routes.load
// why: a leading 0 of the code is lost, or rows without a van are not loaded
package planted.postcode;

import java.util.HashMap;
import java.util.Map;

class Zip {
    final String text;

    Zip(String text) {
        this.text = text;
    }

    String normalize() {
        return String.valueOf(Integer.parseInt(text.trim()));
    }
}

class Routes {
    final Map<String, String> byZip = new HashMap<>();

    void load(String... rows) {
        for (String row : rows) {
            String[] parts = row.split(":");
            if (parts.length > 2) {
                byZip.put(parts[0], parts[1]);
            }
        }
    }
}

class Depot {
    private final Routes routes;

    Depot(Routes routes) {
        this.routes = routes;
    }

    int deliver(Zip zip) {
        String key = zip.normalize();
        String route = routes.byZip.get(key);
        return route.length();
    }
}

class Main {
    public static void main(String[] args) {
        Routes routes = new Routes();
        routes.load("04109:east:van 1", "80331:south");
        System.out.println(new Depot(routes).deliver(new Zip(args[0].equals("a") ? "04109" : "80331 ")));
    }
}
