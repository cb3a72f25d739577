// a: Bundle.load
// b: Keys.title
// why: the bundle keeps the blank before the equals sign in its keys, or the key of a title has the screen's capital
package planted.translations;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Bundle {
    private final Map<String, String> texts = new HashMap<>();

    void load(List<String> lines) {
        for (String line : lines) {
            int equals = line.indexOf('=');
            texts.put(line.substring(0, equals), line.substring(equals + 1).trim());
        }
    }

    String text(String key) {
        return texts.get(key);
    }
}

class Keys {
    static String title(String screen) {
        return screen + ".title";
    }
}

class TitleBar {
    private final Bundle bundle;

    TitleBar(Bundle bundle) {
        this.bundle = bundle;
    }

    int width(String screen) {
        String text = bundle.text(Keys.title(screen));
        return text.length() * 8;
    }
}

class Main {
    public static void main(String[] args) {
        boolean spaced = args[0].equals("a");
        Bundle bundle = new Bundle();
        bundle.load(List.of("about.title=About", spaced ? "home.title = Welcome" : "home.title=Welcome"));
        System.out.println(new TitleBar(bundle).width(spaced ? "home" : "Home"));
    }
}
