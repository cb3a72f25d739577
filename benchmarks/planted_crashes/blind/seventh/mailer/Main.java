// a: Settings.withDefaults
// b: Profiles.merge
// why: The mail settings have no port: the defaults replace nothing inside a section that is set in part, or merging lost what the base had.
package planted.mailer;

import java.util.HashMap;
import java.util.Map;

record Settings(Map<String, Map<String, String>> sections) {
    private static final Map<String, Map<String, String>> DEFAULTS =
            Map.of("smtp", Map.of("host", "localhost", "port", "25"), "log", Map.of("level", "info"));

    Settings withDefaults() {
        Map<String, Map<String, String>> all = new HashMap<>(DEFAULTS);
        all.putAll(sections);
        return new Settings(all);
    }

    Map<String, String> section(String name) {
        return sections.getOrDefault(name, Map.of());
    }
}

final class Profiles {
    private final Map<String, Settings> profiles = new HashMap<>();

    void put(String name, String section, Map<String, String> values) {
        profiles.put(name, new Settings(Map.of(section, values)));
    }

    Settings merge(Settings base, String name) {
        Map<String, Map<String, String>> merged = new HashMap<>(base.sections());
        Settings profile = profiles.get(name);
        if (profile != null) {
            merged.putAll(profile.sections());
        }
        return new Settings(merged);
    }
}

record Endpoint(String host, int port) {}

final class Mailer {
    private final Settings settings;

    Mailer(Settings settings) {
        this.settings = settings;
    }

    Endpoint endpoint() {
        Map<String, String> smtp = settings.section("smtp");
        return new Endpoint(smtp.get("host").strip(), Integer.parseInt(smtp.get("port").strip()));
    }

    String describe() {
        Endpoint endpoint = endpoint();
        return endpoint.host() + ":" + endpoint.port();
    }
}

public final class Main {
    public static void main(String[] args) {
        Profiles profiles = new Profiles();
        profiles.put("office", "smtp", Map.of("host", "mail.office.example"));
        Settings settings;
        if (args[0].equals("a")) {
            Settings read = new Settings(Map.of("smtp", Map.of("host", "mail.example.org")));
            settings = profiles.merge(read.withDefaults(), "home");
        } else {
            Settings read = new Settings(Map.of("log", Map.of("level", "debug")));
            settings = profiles.merge(read.withDefaults(), "office");
        }
        System.out.println(new Mailer(settings).describe());
    }
}
