"""Which throws are captured, and what of them: real JVMs, real programs."""

from __future__ import annotations

from pathlib import Path

from tests.jdwp.jvm_program import capture, capture_run, compile_java, member, variable

CART = """
import java.util.*;
public class Main {
    static class Price { Integer cents; String password = "hunter2-Zx81"; float rate = 0.1f; char sign = 'x'; }
    static class Cart { List<String> items = new ArrayList<>(List.of("a", "b", "c")); Price price = new Price(); }
    final Cart cart = new Cart();
    int total(int index) {
        String item = cart.items.get(index);
        return item.length();
    }
    public static void main(String[] args) {
        int index = 3;
        new Main().total(index);
    }
}
"""


def test_index_out_of_bounds(tmp_path: Path) -> None:
    state = capture(compile_java(tmp_path, CART))
    assert state.exception == "java.lang.IndexOutOfBoundsException"
    assert state.message == "Index 3 out of bounds for length 3"
    total, main = state.frames
    assert (total.class_name, total.method, total.file, total.line) == ("Main", "total", "Main.java", 8)
    assert variable(total, "index").text == "3"
    cart = member(total.receiver, "cart")
    assert member(cart, "items").size == 3
    price = member(cart, "price")
    assert (main.line, variable(main, "index").text) == (13, "3")
    assert price.type == "Main$Price"
    assert state.caught_by is None


def test_null_and_two_levels(tmp_path: Path) -> None:
    source = CART.replace("cart.items.get(index)", '"" + cart.price.cents.intValue()')
    source = source.replace("String item =", "Price price = cart.price; String item =")
    state = capture(compile_java(tmp_path, source))
    assert state.exception == "java.lang.NullPointerException"
    price = variable(state.frames[0], "price")
    assert [one.text for one in price.fields if one.name in {"cents", "rate", "sign"}] == [
        "null",
        "0.1",
        "'x'",
    ]
    assert "hunter2" not in state.model_dump_json()
    assert "<redacted" in member(price, "password").text


def test_what_the_app_catches_counts_only_where_asked(tmp_path: Path) -> None:
    source = """
    public class Main {
        static void risky(String text) { Integer.parseInt(text); }
        public static void main(String[] args) {
            try { risky("12x"); } catch (NumberFormatException problem) { System.out.println("caught"); }
        }
    }
    """
    folder = compile_java(tmp_path, source)
    run = capture_run(folder)
    assert run.state is None
    assert run.seen >= 1
    assert "caught" in run.output
    state = capture(folder, caught=True)
    assert variable(state.frames[0], "text").text == '"12x"'
    assert state.caught_by == "Main.main"


def test_finally_and_wrapping_keep_the_first_throw(tmp_path: Path) -> None:
    source = """
    public class Main {
        static int divide(int count) { return 100 / count; }
        static void work() {
            try { divide(0); } catch (ArithmeticException cause) { throw new IllegalStateException("no", cause); }
        }
        public static void main(String[] args) { try { work(); } finally { System.out.println("end"); } }
    }
    """
    state = capture(compile_java(tmp_path, source))
    assert state.exception == "java.lang.ArithmeticException"
    assert state.wrapped_in == "java.lang.IllegalStateException"
    assert state.frames[0].method == "divide"
    assert variable(state.frames[0], "count").text == "0"


def test_a_filter_by_class(tmp_path: Path) -> None:
    source = """
    public class Main {
        static class Known extends RuntimeException { Known(String text) { super(text); } }
        static void fail(int number) { throw number == 2 ? new Known("second") : new RuntimeException("first"); }
        public static void main(String[] args) throws Exception {
            for (int number = 1; number < 3; number++) {
                int given = number;
                Thread thread = new Thread(() -> fail(given));
                thread.start();
                thread.join();
            }
        }
    }
    """
    state = capture(compile_java(tmp_path, source), exception="Known")
    assert state.message == "second"
    assert variable(state.frames[0], "number").text == "2"


def test_no_variable_tables_is_said(tmp_path: Path) -> None:
    state = capture(compile_java(tmp_path, CART, debug=False))
    assert state.frames[0].locals == ()
    assert "local variable tables" in (state.frames[0].note or "")
    assert member(member(state.frames[0].receiver, "cart"), "items").size == 3


def test_threads_and_monitors(tmp_path: Path) -> None:
    source = """
    public class Main {
        static final Object LOCK = new Object();
        static void enter() { synchronized (LOCK) { System.out.println("in"); } }
        public static void main(String[] args) throws Exception {
            synchronized (LOCK) {
                Thread waiter = new Thread(Main::enter, "waiter");
                waiter.setDaemon(true);
                waiter.start();
                while (waiter.getState() != Thread.State.BLOCKED) Thread.sleep(5);
                throw new IllegalStateException("stuck");
            }
        }
    }
    """
    state = capture(compile_java(tmp_path, source))
    threads = {one.name: one for one in state.threads}
    (owned,) = threads["main"].owns
    assert owned.startswith("java.lang.Object@")
    assert (threads["waiter"].state, threads["waiter"].contended) == ("monitor", owned)
    assert threads["waiter"].top == "Main.enter"


def test_the_program_stands_still_shortly_and_runs_on(tmp_path: Path) -> None:
    source = """
    import java.util.*;
    public class Main {
        static class Node { Node left, right; String text = "x".repeat(100_000); int[] data = new int[1000];
            Node(int depth) { if (depth > 0) { left = new Node(depth - 1); right = new Node(depth - 1); } } }
        static void deep(Node node, int level) {
            if (level == 0) throw new RuntimeException("deep");
            Object[] many = new Object[500];
            Arrays.fill(many, node);
            deep(node.left == null ? node : node.left, level - 1);
        }
        public static void main(String[] args) throws Exception {
            for (int i = 0; i < 100; i++) { Thread t = new Thread(() -> { try { Thread.sleep(60000); }
                catch (InterruptedException e) { } }); t.setDaemon(true); t.start(); }
            try { Thread t = new Thread(() -> deep(new Node(8), 100)); t.start(); t.join(); }
            finally { System.out.println("ran on"); }
        }
    }
    """
    run = capture_run(compile_java(tmp_path, source))
    assert run.state is not None
    assert "ran on" in run.output
    assert run.exit_code == 0
    assert run.state.suspended_seconds < 3


def test_a_ring_has_the_elements_that_are_in_it(tmp_path: Path) -> None:
    source = """
    import java.util.ArrayDeque;
    public class Main {
        private final ArrayDeque<String> queue = new ArrayDeque<>();
        private final double share = 0.0 / 0.0;
        void run() {
            queue.addLast("gone");
            queue.addLast("first");
            queue.addLast("second");
            queue.removeFirst();
            throw new IllegalStateException();
        }
        public static void main(String[] args) { new Main().run(); }
    }
    """
    receiver = capture(compile_java(tmp_path, source)).frames[0].receiver
    queue = member(receiver, "queue")
    assert queue.size == 2
    assert [one.text for one in queue.fields] == ['"first"', '"second"']
    assert member(receiver, "share").text == "NaN"
