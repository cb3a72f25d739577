"""A Java program that fails in each form of code that a trace can name."""

JAVA = """package shop;

import java.util.*;
import java.util.function.*;

public class Main {
    static <T> T boom() { throw new IllegalStateException("boom"); }

    static class Stock implements Comparable<Stock>, Iterable<Integer>, AutoCloseable {
        int kind = 1;
        int take(String name) { return boom(); }
        Stock also(int many) { return this; }
        public int compareTo(Stock other) { return boom(); }
        public Iterator<Integer> iterator() { return boom(); }
        public String toString() { return boom(); }
        public boolean equals(Object other) { return boom(); }
        public int hashCode() { return boom(); }
        public void close() { boom(); }
        int many(int... numbers) { return boom(); }
        static Stock make() { return boom(); }
    }
    static class Failing { final int a = boom(); Failing(int b) { } }
    static class Failed { static final int A = boom(); }
    static class Base { void act() { boom(); } }
    static class Derived extends Base { @Override void act() { super.act(); } }
    interface Source { default int load() { return boom(); } }
    enum Kind { A; int act() { return boom(); } }

    static class Forms {
        final Stock stock = new Stock(), other = new Stock();

        void chain() {
            stock
                .also(1)
                .also(2)
                .take("a");
        }
        void argument() {
            System.out.println(
                Arrays.asList(
                    1,
                    stock.take("a")
                )
            );
        }
        void condition() {
            if (stock.kind == 1 &&
                stock.take("a") > 1 ||
                stock.kind == 2) {
                System.out.println(1);
            }
        }
        void ternary() {
            int a = stock.kind == 1
                ? stock.take("a")
                : 2;
            System.out.println(a);
        }
        int returned() {
            return 1 +
                stock.take("a");
        }
        void concat() { System.out.println("stock: " + stock); }
        void loop() { for (int one : stock) System.out.println(one); }
        void looped() {
            for (int i = 0; i < 3;
                 i += stock.take("a")) {
                System.out.println(i);
            }
        }
        void equal() { System.out.println(stock.equals(other)); }
        void mapped() { new HashMap<Stock, String>().put(stock, "a"); }
        void sorted() { Collections.sort(Arrays.asList(stock, other)); }
        void lambda() { Arrays.asList(1).forEach(one -> stock.take("a")); }
        void lambdaLines() {
            Arrays.asList(1).forEach(one -> {
                System.out.println(one);
                stock.take("a");
            });
        }
        void reference() { Arrays.asList("a").forEach(stock::take); }
        void stored() { Function<String, Integer> run = stock::take; run.apply("a"); }
        void supplied() {
            Supplier<Integer> run = () -> stock.take("a");
            System.out.println(1);
            run.get();
        }
        void constructed() { Function<Integer, Failing> make = Failing::new; make.apply(1); }
        void anonymous() {
            Runnable run = new Runnable() {
                @Override public void run() { stock.take("a"); }
            };
            run.run();
        }
        void closing() {
            try (Stock open = new Stock()) {
                System.out.println(1);
            }
        }
        void closingLines() {
            try (Stock open = new Stock();
                 Stock second = new Stock()) {
                System.out.println(1);
                System.out.println(2);
            } catch (RuntimeException error) {
                throw error;
            }
        }
        void tried() {
            try {
                System.out.println(1);
            } finally {
                stock.take("a");
            }
        }
        void made() { new Failing(1); }
        void madeLines() {
            System.out.println(
                new Failing(
                    1
                )
            );
        }
        void failed() { System.out.println(Failed.A); }
        void overridden() { new Derived().act(); }
        void inherited() { new Source() { }.load(); }
        void entry() { Kind.A.act(); }
        void varargs() { stock.many(1, 2, 3); }
        void switched() {
            switch (stock.take("a")) {
                case 1: break;
                default: System.out.println(1);
            }
        }
        void synchronised() { synchronized (this) { stock.take("a"); } }
        void generic() { List<Integer> got = Main.<List<Integer>>boom(); }
        void statics() { Stock.make(); }
        void streamed() {
            Arrays.asList(1, 2).stream()
                .map(one -> stock.take("a"))
                .filter(one -> one > 1)
                .forEach(System.out::println);
        }
        void assigned() {
            int[] numbers = new int[2];
            numbers[0] =
                numbers[1] = stock.take("a");
        }
        void thrown() { throw new IllegalStateException("a" + stock.take("a")); }
        void whiled() {
            do {
                System.out.println(1);
            } while (stock.take("a") > 1);
        }
        void asserted() { Objects.requireNonNull(null, () -> "a" + stock.take("a")); }
    }

    public static void main(String[] arguments) throws Exception {
        for (java.lang.reflect.Method method : Forms.class.getDeclaredMethods()) {
            if (method.isSynthetic()) continue;
            try {
                method.invoke(new Forms());
            } catch (java.lang.reflect.InvocationTargetException error) {
                System.out.println("## " + method.getName());
                error.getTargetException().printStackTrace(System.out);
            }
        }
    }
}
"""
