package sample.java;

import java.util.*;
import java.util.function.*;

public abstract class Forms<T extends Comparable<T> & CharSequence, E> extends AbstractList<E> implements Function<T, List<? super E>> {
    public static final int LIMIT = 3;
    public static String shared;
    protected long[] values;
    public final Map<String, ? extends T>[] maps = null;
    int packagePrivate;
    private int secret;

    public Forms(int size, String... names) {}
    protected Forms() {}
    Forms(long hidden) {}

    public static <K, V extends Number> Map<K, V> of(K key, V value) { return null; }
    public String getName() { return ""; }
    public void setName(String name) {}
    public boolean isReady() { return true; }
    protected abstract E make(List raw, Class<?> kind, Map.Entry<String, Integer> entry, char c, Object[] all);
    public final void last(int... numbers) {}
    public Iterable<int[][]> grids() { return null; }
    void hidden() {}

    public interface Listener<A> { void on(A a, int b); default void off() {} boolean equals(Object o); }
    public interface Wider extends Listener<String> { void more(); }
    public interface Same extends Listener<String> { @Override void on(String a, int b); static void helper() {} }
    public enum Level { LOW, HIGH { int rank() { return 2; } }; int rank() { return 1; } public int shown() { return 0; } }
    public @interface Marked { String value() default ""; int[] sizes(); }
    public class Within<Q> { public Within(Q q) {} public Forms<T, E>.Within<Q> again() { return this; } }
    public static class Apart extends Kept { public Apart(Forms<?, ?> forms) {} }
    static class Kept { public void inherited() {} }
    static class Dropped { public void never() {} }
    public record Pair<A>(A left, int right) {}
}
