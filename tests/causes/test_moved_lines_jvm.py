"""Real traces of many forms of code: the lines that compilers report fit the code that they were made from."""

import subprocess

import pytest

from rca.analysis.locating.frame_locator import locate
from rca.causes.moved_lines.moved_frames import follow_moved_lines
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed
from tests.jdwp.jvm_program import compile_java, compile_kotlin

KOTLIN = '''package shop

import shop.helped as assisted
import kotlin.properties.ReadOnlyProperty
import kotlin.reflect.KProperty

fun boom(): Nothing = throw IllegalStateException("boom")

interface Source {
    fun load(name: String): Int
    fun ready(): Boolean = boom()
}

class Stock(val kind: Int = 1) : Source, Comparable<Stock>, Iterable<Int>, AutoCloseable {
    val first: Int get() = boom()
    var isOpen: Boolean
        get() = boom()
        set(value) { boom() }
    var count: Int
        get() = 1
        set(value) = boom()
    val delegated: Int by lazy { boom() }
    val made: Int by Delegate()
    override fun load(name: String): Int = boom()
    fun take(name: String = "a", many: Int = 1): Int = boom()
    fun also(many: Int): Stock = this
    fun each(block: (Int) -> Unit) = block(1)
    operator fun get(name: String): Int = boom()
    operator fun set(name: String, many: Int) { boom() }
    operator fun plus(many: Int): Int = boom()
    operator fun contains(name: String): Boolean = boom()
    operator fun invoke(name: String): Int = boom()
    operator fun component1(): Int = boom()
    operator fun not(): Boolean = boom()
    operator fun rangeTo(other: Stock): IntRange = boom()
    override fun compareTo(other: Stock): Int = boom()
    override fun iterator(): Iterator<Int> = boom()
    override fun toString(): String = boom()
    override fun equals(other: Any?): Boolean = boom()
    override fun hashCode(): Int = boom()
    override fun close() { boom() }
    infix fun with(other: Stock): Int = boom()
    @JvmName("renamed") fun named(): Int = boom()
    inline fun guarded(block: () -> Int): Int { hidden(); return block() }
    fun hidden() { boom() }
    companion object {
        @JvmStatic fun make(): Stock = boom()
        fun build(): Stock = boom()
    }
}

class Delegate : ReadOnlyProperty<Any, Int> {
    override fun getValue(thisRef: Any, property: KProperty<*>): Int = boom()
}

class Failing(name: String = "a") { init { boom() } }
open class Base { open fun act() { boom() } }
class Derived : Base() { override fun act() { super.act() } }
class Wrapper(stock: Source) : Source by stock
enum class Kind { A { override fun act() = boom() }; abstract fun act() }
object Shop { val size = 1; fun open() { boom() } }
fun Stock.extended(many: Int): Int = boom()
val Stock.extra: Int get() = boom()
inline fun <T> measured(block: () -> T): T { val got = block(); return got }
fun interface Action { fun act() }
fun twice(action: Action) { action.act() }
suspend fun waiting(): Int = boom()
fun helped(): Int = boom()

class Forms(private val stock: Stock, private val other: Stock) {
    fun property() { val a = stock.first; println(a) }
    fun flag() { if (stock.isOpen) println(1) }
    fun setFlag() { stock.isOpen = true }
    fun augmented() { stock.count += 2 }
    fun lazyValue() { println(stock.delegated) }
    fun delegate() { println(stock.made) }
    fun defaults() { stock.take() }
    fun named() { stock.take(
        many = 2,
        name = "b",
    ) }
    fun chain() {
        stock
            .also(1)
            .also(2)
            .take("a")
    }
    fun safeChain(): Int {
        val maybe: Stock? = stock
        return maybe
            ?.also(1)
            ?.take("a")
            ?: 3
    }
    fun argument() {
        println(
            listOf(
                1,
                stock.take("a"),
            ),
        )
    }
    fun condition() {
        if (stock.kind == 1 &&
            stock.take("a") > 1 ||
            stock.kind == 2
        ) {
            println(1)
        }
    }
    fun choice() {
        when {
            stock.kind == 2 -> println(2)
            stock.take("a") == 3 -> println(3)
            else -> println(4)
        }
    }
    fun subject() {
        when (val got = stock.take("a")) {
            1 -> println(got)
            else -> println(2)
        }
    }
    fun elvis() { val got = null ?: stock.take("a"); println(got) }
    fun template() { println("taken: ${stock.take("a")}") }
    fun templateText() { println("stock: $stock") }
    fun raw() {
        println("""
            one

            ${stock.take("a")}
        """)
    }
    fun index() { println(stock["a"]) }
    fun setIndex() { stock["a"] = 3 }
    fun plus() { println(stock + 3) }
    fun contains() { println("a" in stock) }
    fun invoke() { stock("a") }
    fun destructured() { val (a) = stock; println(a) }
    fun not() { println(!stock) }
    fun range() { println(stock..other) }
    fun less() { println(stock < other) }
    fun loop() { for (one in stock) println(one) }
    fun equal() { println(stock == other) }
    fun mapped() { println(hashMapOf(stock to 1)) }
    fun infix() { println(stock with other) }
    fun renamed() { println(stock.named()) }
    fun inlined() { println(stock.guarded { 3 }) }
    fun inlinedBlock() {
        measured {
            println(1)
            stock.take("a")
        }
    }
    fun mapLambda() { listOf(1).map { stock.take("a") } }
    fun mapLines() {
        listOf(1)
            .filter { it > 0 }
            .map {
                println(it)
                stock.take("a")
            }
            .forEach { println(it) }
    }
    fun reference() { listOf("a").map(stock::load) }
    fun stored() { val action = stock::hidden; action() }
    fun block() { stock.each { println(it); stock.take("a") } }
    fun local() {
        fun inside() = stock.take("a")
        inside()
    }
    fun anonymous() { val run = object : Runnable { override fun run() { stock.take("a") } }; run.run() }
    fun sam() { twice { stock.take("a") } }
    fun sorted() { listOf(stock, other).sorted() }
    fun sortedBy() { listOf(1, 2).sortedBy { stock.take("a") } }
    fun closing() { stock.use { println(1) } }
    fun closingLines() {
        stock.use {
            println(1)
        }
    }
    fun made() { Failing() }
    fun madeLines() {
        println(
            Failing(
                "b",
            ),
        )
    }
    fun overridden() { Derived().act() }
    fun wrapped() { Wrapper(stock).load("a") }
    fun defaultMember() { stock.ready() }
    fun entry() { Kind.A.act() }
    fun single() { Shop.open() }
    fun extension() { stock.extended(1) }
    fun extensionProperty() { println(stock.extra) }
    fun static() { Stock.make() }
    fun companion() { Stock.build() }
    fun alias() { assisted() }
    fun tried() {
        try {
            println(1)
        } finally {
            stock.take("a")
        }
    }
    fun retried() {
        try {
            boom()
        } catch (e: IllegalStateException) {
            stock.take("a")
        }
    }
    fun applied() { stock.apply { take("a") } }
    fun letted() { stock.let { it.take("a") } }
    fun withed() { with(stock) { hidden() } }
    fun expression() =
        stock
            .take("a")
    fun returned(): Int {
        return (
            1 +
                stock.take("a")
            )
    }
    fun synchronised() { synchronized(this) { stock.take("a") } }
    fun sequence() { sequence { yield(stock.take("a")) }.toList() }
    fun built() { buildList { add(stock.take("a")) } }
    fun defaultArgument(many: Int = stock.take("a")) { println(many) }
    fun callsDefault() { defaultArgument() }
    fun varargs() { println(listOf(1, *arrayOf(stock.take("a")))) }
    fun cast() { println((stock as Any as Source).load("a")) }
    fun thrown() { throw IllegalStateException("a" + stock.take("a")) }
    fun lines() {
        val text = "a" +
            "b" +
            stock.take("a")
        println(text)
    }
    fun nested() { println(listOf(listOf(1).map { n -> listOf(n).first { stock.take("a") > it } })) }
    fun label() { listOf(1).forEach loop@{ if (stock.take("a") > it) return@loop } }
    fun comparator() { listOf(1, 2).sortedWith { a, b -> stock.take("a") + a + b } }
    fun recursive(many: Int = 2) { if (many == 0) stock.take("a"); recursive(many - 1) }
    val initial = 1
}

fun main() {
    val forms = Forms(Stock(), Stock())
    for (method in Forms::class.java.declaredMethods.sortedBy { it.name }) {
        if (method.isSynthetic || method.name.contains("$") || method.parameterCount > 1) continue
        if (method.name.startsWith("get")) continue
        val arguments = Array<Any>(method.parameterCount) { 2 }
        try {
            method.invoke(forms, *arguments)
        } catch (error: java.lang.reflect.InvocationTargetException) {
            println("## " + method.name)
            println(error.targetException.stackTraceToString())
        }
    }
}
'''

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


def traces(class_path, main):
    """Run a program and return the trace of each form by its name."""
    done = subprocess.run(
        ["java", "-cp", str(class_path), main], check=True, capture_output=True, text=True, timeout=300
    )
    parts = [part.partition("\n") for part in done.stdout.split("## ")[1:]]
    return {name: trace for name, _end, trace in parts}


def moved(root, path, code, found):
    """Return the frames that are taken for another revision's, by form."""
    snapshot = indexed(root, {path: code}).snapshot
    wrong = {}
    for name, trace in found.items():
        report = parse(trace, app_packages=("shop",))
        places = locate(report, snapshot)
        assert places, name
        followed = follow_moved_lines(report, places, snapshot, Deadline(20))
        stale = [(one.text, one.note) for one in followed if one.reported_line is not None]
        if stale:
            wrong[name] = stale
    return wrong


@pytest.fixture(scope="module")
def kotlin_traces(tmp_path_factory):
    return traces(compile_kotlin(tmp_path_factory.mktemp("kotlin"), KOTLIN), "shop.MainKt")


@pytest.fixture(scope="module")
def java_traces(tmp_path_factory):
    return traces(compile_java(tmp_path_factory.mktemp("java"), JAVA), "shop.Main")


def test_lines_of_compiled_kotlin_fit(tmp_path, kotlin_traces):
    assert len(kotlin_traces) > 70
    assert moved(tmp_path / "project", "src/main/kotlin/shop/Main.kt", KOTLIN, kotlin_traces) == {}


def test_lines_of_compiled_java_fit(tmp_path, java_traces):
    assert len(java_traces) > 35
    assert moved(tmp_path / "project", "src/main/java/shop/Main.java", JAVA, java_traces) == {}


def shifted(code, kept):
    """Return code with two lines more before the forms' class, as an edit would make it."""
    at = code.index(kept)
    return f"{code[:at]}// an edit\n\n\n{code[at:]}"


@pytest.mark.parametrize("language", ["kotlin", "java"])
def test_lines_of_an_edited_file_are_found(request, tmp_path, language):
    found = request.getfixturevalue(f"{language}_traces")
    path, code, kept = {
        "java": ("src/main/java/shop/Main.java", JAVA, "    static class Forms {"),
        "kotlin": ("src/main/kotlin/shop/Main.kt", KOTLIN, "class Forms("),
    }[language]
    snapshot = indexed(tmp_path / "project", {path: shifted(code, kept)}).snapshot
    right, wrong = [], []
    for name, trace in found.items():
        report = parse(trace, app_packages=("shop",))
        for one in follow_moved_lines(report, locate(report, snapshot), snapshot, Deadline(20)):
            if "Forms" in one.text and one.reported_line != one.line and one.note and "calls `" in one.note:
                # A call of several lines may be reported at any of them.
                is_near = abs(one.line - one.reported_line - 3) <= 2
                (right if is_near else wrong).append((name, one.note))
    assert wrong == []
    assert len(right) > len(found) / 3
