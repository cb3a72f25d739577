package demo;

public class Singletons {
    static class Settings {
        static final Settings ONLY = new Settings();

        Settings() {
            Pause.moment();
            Registry.touch();
        }

        static void touch() {}
    }

    static class Registry {
        static final Registry ONLY = new Registry();

        Registry() {
            Pause.moment();
            Settings.touch();
        }

        static void touch() {}
    }

    public static void main(String[] args) {
        new Thread(Settings::touch, "settings-first").start();
        new Thread(Registry::touch, "registry-first").start();
    }
}
