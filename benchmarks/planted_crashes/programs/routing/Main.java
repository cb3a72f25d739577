// a: PathNormalizer.normalize
// b: PluginLoader.install
// why: No handler is found since the key keeps its last slash, or since no plugin has filled the table.
package planted.routing;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

interface Handler {
    String handle(Request request);
}

record Request(String method, String target) {}

record Plugin(String name, String apiVersion, Map<String, Handler> handlers) {}

/** Cuts the query and the last slash off a target: "/orders/?page=2" and "/orders" are one resource. */
final class PathNormalizer {
    String normalize(String target) {
        String path = target;
        if (path.length() > 1 && path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        int query = path.indexOf('?');
        return query < 0 ? path : path.substring(0, query);
    }
}

/** Installs the plugins for version 2 of the API, whatever their minor version. */
final class PluginLoader {
    private final String supported = "2";

    void install(Plugin plugin, Map<String, Handler> table) {
        if (!plugin.apiVersion().equals(supported)) {
            return;
        }
        plugin.handlers().forEach((path, handler) -> table.put(path.toLowerCase(Locale.ROOT), handler));
    }
}

final class Router {
    private final Map<String, Handler> table = new HashMap<>();
    private final PathNormalizer normalizer = new PathNormalizer();
    private int served;

    void load(List<Plugin> plugins) {
        PluginLoader loader = new PluginLoader();
        for (Plugin plugin : plugins) {
            loader.install(plugin, table);
        }
    }

    String dispatch(Request request) {
        String key = normalizer.normalize(request.target());
        Handler handler = table.get(key);
        served++;
        return handler.handle(request);
    }
}

public final class Main {
    public static void main(String[] args) {
        Map<String, Handler> orders = Map.of("/orders", request -> "two orders", "/status", request -> "up");
        Router router = new Router();
        Request request;
        if (args[0].equals("a")) {
            router.load(List.of(new Plugin("orders", "2", orders)));
            request = new Request("GET", "/orders/?page=2");
        } else {
            router.load(List.of(new Plugin("orders", "2.1", orders)));
            request = new Request("GET", "/orders?page=2");
        }
        System.out.println(router.dispatch(request));
    }
}
