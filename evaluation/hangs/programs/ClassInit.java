package demo;

/** Two classes whose static initializers need each other. */
public class ClassInit {
    static class Registry {
        static final int SIZE;

        static {
            Pause.moment();
            SIZE = Plugins.COUNT + 1;
        }
    }

    static class Plugins {
        static final int COUNT;

        static {
            Pause.moment();
            COUNT = Registry.SIZE + 1;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Registry.SIZE), "registry-user").start();
        new Thread(() -> System.out.println(Plugins.COUNT), "plugins-user").start();
    }
}
