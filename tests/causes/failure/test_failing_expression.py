"""The expression that shows what failed: on the frame's line, told apart by name, type and what may be null."""

import pytest

NULL = "java.lang.NullPointerException: Attempt to invoke virtual method '{}' on a null object reference\n\tat shop.Cart.run({})"
FRAME = "\tat shop.Cart.run({})"


def kotlin(*lines):
    return (
        "class Cart {\n  fun run() {\n"
        + "\n".join(f"    {line}" for line in lines)
        + '\n  }\n}\nclass Item { fun label() = "" }\n'
    )


def java(*lines):
    return "class Cart {\n  void run() {\n" + "\n".join(f"    {line}" for line in lines) + "\n  }\n}\n"


def crash(exception, *frames):
    return "\n".join([exception, *(f"\tat {frame}" for frame in frames)])


@pytest.mark.parametrize(
    ("line", "method", "expression", "value"),
    [
        ("cart.title.setText(name)", "void android.widget.TextView.setText(java.lang.CharSequence)", "cart.title.setText(name)", "cart.title"),
        ("cart.title.text = name", "void android.widget.TextView.setText(java.lang.CharSequence)", "cart.title.text", "cart.title"),
        ("show(item.price)", "int shop.Item.getPrice()", "item.price", "item"),
        ("show(item.isOpen)", "boolean shop.Item.isOpen()", "item.isOpen", "item"),
        ("show(map.keys)", "java.util.Set java.util.Map.keySet()", "map.keys", "map"),
        ("show(list[0])", "java.lang.Object java.util.List.get(int)", "list[0]", "list"),
        ("for (one in cart.items) show(one)", "java.util.Iterator java.util.List.iterator()", "for (one in cart.items)", "cart.items"),
        ("a?.label(); b.label()", "java.lang.String shop.Item.label()", "b.label()", "b"),
        ("log(\"total ${cart.label()}\")", "java.lang.String shop.Item.label()", "cart.label()", "cart"),
        ("Item().label(); it.label()", "java.lang.String shop.Item.label()", "it.label()", "it"),
        ("first.make().label()", "java.lang.String shop.Item.label()", "first.make().label()", "first.make()"),
    ],
)  # fmt: skip
def test_calls_on_null_in_kotlin(ask, line, method, expression, value):
    found = ask(NULL.format(method, "Cart.kt:4"), Cart_kt=kotlin(line))
    assert (found.expression.text, found.value.text) == (expression, value)
    assert found.expression.start_line == 4
    assert found.expression.note is None


def test_the_sentence_names_the_value(ask):
    found = ask(NULL.format("int shop.Item.getPrice()", "Cart.kt:4"), Cart_kt=kotlin("show(item.price)"))
    assert found.condition == "`Item.getPrice` was called on `item`, which was null."


def test_types_tell_chained_calls_apart(ask):
    code = (
        kotlin("val item = Item()", "show(box.label(), item.label())")
        + "class Box { fun label() = 1 }\nval box: Box = Box()\nval item: Item get() = Item()\n"
    )
    found = ask(NULL.format("java.lang.String shop.Box.label()", "Cart.kt:5"), Cart_kt=code)
    assert found.expression.text == "box.label()"
    assert not found.others


def test_what_cannot_be_told_apart_is_all_given(ask):
    found = ask(
        NULL.format("java.lang.String shop.Item.label()", "Cart.kt:4"),
        Cart_kt=kotlin("show(a.label(), b.label())"),
    )
    assert [found.expression.text, *(one.text for one in found.others)] == ["a.label()", "b.label()"]
    assert found.expression.note == "2 expressions on line 4 fit"


@pytest.mark.parametrize(
    ("line", "message", "expression", "value"),
    [
        ("int n = parts.length;", 'Cannot read the array length because "parts" is null', "parts.length", "parts"),
        ("show(sizes[i]);", 'Cannot load from int array because "sizes" is null', "sizes[i]", "sizes"),
        ("a.open = b.open;", 'Cannot assign field "open" because "a" is null', "a.open", "a"),
        ("show(a.label(), b.label());", 'Cannot invoke "shop.Item.label()" because "b" is null', "b.label()", "b"),
        ("find(1).label();", 'Cannot invoke "shop.Item.label()" because the return value of "shop.Cart.find(int)" is null', "find(1).label()", "find(1)"),
        ("synchronized (lock) { show(1); }", 'Cannot enter synchronized block because "this.lock" is null', "synchronized (lock)", "lock"),
    ],
)  # fmt: skip
def test_helpful_messages_in_java(ask, line, message, expression, value):
    found = ask(
        crash(f"java.lang.NullPointerException: {message}", "shop.Cart.run(Cart.java:4)"),
        Cart_java=java(line),
    )
    assert (found.expression.text, found.value.text) == (expression, value)


@pytest.mark.parametrize(
    ("exception", "line", "expression", "value"),
    [
        ("java.lang.NullPointerException", "show(a.b!!.c)", "a.b!!", "a.b"),
        ("kotlin.KotlinNullPointerException", "show(find(1)!!)", "find(1)!!", "find(1)"),
        ("java.lang.IllegalStateException: Required value was null.", "show(checkNotNull(cart))", "checkNotNull(cart)", "cart"),
        ("java.lang.NullPointerException: Attempt to invoke virtual method 'java.lang.Class java.lang.Object.getClass()' on a null object reference", "show(checkNotNull(cart))", "checkNotNull(cart)", "cart"),
        ("java.lang.ClassCastException: a.B cannot be cast to a.C", "show(x as D, y as C)", "y as C", "y"),
        ("java.lang.ClassCastException: a.B cannot be cast to a.Outer$C", "show(y as Outer.C)", "y as Outer.C", "y"),
        ("java.lang.NullPointerException: null cannot be cast to non-null type a.C", "show(find() as C)", "find() as C", "find()"),
        ("java.lang.ArrayIndexOutOfBoundsException: length=5; index=5", "show(sizes[at + 1])", "sizes[at + 1]", "at + 1"),
        ("java.lang.ArrayIndexOutOfBoundsException: length=0; index=0", "show(parts(1)[0])", "parts(1)[0]", "parts(1)"),
        ("java.lang.ArithmeticException: divide by zero", "show(total / count)", "total / count", "count"),
        ("java.lang.IllegalStateException: not ready", 'check(isReady) { "not ready" }', 'check(isReady) { "not ready" }', "isReady"),
        ("java.lang.IllegalStateException: no item 3", 'val item = find(id) ?: error("no item $id")', 'error("no item $id")', "find(id)"),
        ("java.util.NoSuchElementException: Collection contains no element matching the predicate.", "items.first { it.open }", "items.first { it.open }", "items"),
        ("java.util.NoSuchElementException: Key a is missing in the map.", 'map.getValue("a")', 'map.getValue("a")', "map"),
    ],
)  # fmt: skip
def test_other_conditions_in_kotlin(ask, exception, line, expression, value):
    found = ask(crash(exception, "shop.Cart.run(Cart.kt:4)"), Cart_kt=kotlin(line))
    assert (found.expression.text, found.value.text) == (expression, value)


def test_a_cast_in_java(ask):
    found = ask(
        crash("java.lang.ClassCastException: a.B cannot be cast to a.C", "shop.Cart.run(Cart.java:4)"),
        Cart_java=java("C c = (C) find(1).get();"),
    )
    assert (found.expression.text, found.value.text) == ("(C) find(1).get()", "find(1).get()")


@pytest.mark.parametrize(
    ("inner", "line", "expression", "value"),
    [
        ("java.util.ArrayList.get(ArrayList.java:437)", "show(items[at])", "items[at]", "at"),
        ("java.util.ArrayList.get(ArrayList.java:437)", "show(items[0])", "items[0]", "items"),
        (
            "java.util.ArrayList.get(ArrayList.java:437)",
            "show(cart.items.get(0))",
            "cart.items.get(0)",
            "cart.items",
        ),
        ("java.util.ArrayList.remove(ArrayList.java:1)", "items.removeAt(at)", "items.removeAt(at)", "at"),
        (
            "java.lang.Integer.parseInt(Integer.java:1)",
            "Integer.parseInt(text)",
            "Integer.parseInt(text)",
            "text",
        ),
        ("java.lang.Integer.parseInt(Integer.java:1)", "a.text.toInt()", "a.text.toInt()", "a.text"),
    ],
)
def test_a_library_fails_by_what_it_was_given(ask, inner, line, expression, value):
    exception = "java.lang.IndexOutOfBoundsException: Index: 3, Size: 3"
    if "parse" in inner:
        exception = 'java.lang.NumberFormatException: For input string: "x"'
    found = ask(crash(exception, inner, "shop.Cart.run(Cart.kt:4)"), Cart_kt=kotlin(line))
    assert (found.expression.text, found.value.text) == (expression, value)


def test_a_library_that_refuses_is_named(ask):
    trace = crash(
        "java.lang.IllegalArgumentException: bad name: x",
        "a.b.Names.check(Names.java:1)",
        "a.b.Names.of(Names.java:9)",
        "shop.Cart.run(Cart.kt:4)",
    )
    found = ask(trace, Cart_kt=kotlin("show(Names.of(text))"))
    assert found.expression.text == "Names.of(text)"
    assert found.condition == "`Names.check` refused the call: bad name: x."


def test_a_library_that_was_asked_for_an_exception_refused_nothing(ask):
    trace = crash(
        "java.lang.IllegalStateException: stopped: shutdown",
        "a.b.Status.asException(Status.java:1)",
        "shop.Cart.run(Cart.kt:4)",
    )
    found = ask(trace, Cart_kt=kotlin("throw Status.STOPPED.asException()"))
    assert "refused" not in str(found.condition)


@pytest.mark.parametrize(
    ("lines", "condition"),
    [
        (('check(a > 0) { "low" }',), "`a > 0` was false."),
        (("if (a < 0) {", '  throw IllegalStateException("low")', "}"), "`a < 0` was true."),
        (("if (a < 0)", '  error("low")'), "`a < 0` was true."),
        (('val b = a as? B ?: error("low")',), "`a as? B` was null."),
        (
            ("try { b() } catch (e: E) {", '  throw IllegalStateException("low", e)', "}"),
            "`E` was caught.",
        ),
        (("val b = a ?: throw IllegalStateException(", '  "low")'), "`a` was null."),
        (("when (a) {", '  1 -> 2; else -> throw IllegalStateException("low")', "}"), "No branch fits `a`."),
    ],
)
def test_guards_of_throws_are_the_condition(ask, lines, condition):
    at = 4 + next(
        number for number, line in enumerate(lines) if "throw" in line or "error" in line or "check" in line
    )
    found = ask(
        crash("java.lang.IllegalStateException: low", f"shop.Cart.run(Cart.kt:{at})"), Cart_kt=kotlin(*lines)
    )
    assert found.condition == condition


@pytest.mark.parametrize(
    ("declared", "caught"), [("E e", "E"), ("final E e", "E"), ("E | F e", "E | F"), ("a.b.E e", "a.b.E")]
)
def test_a_java_catch_is_named_by_its_types(ask, declared, caught):
    code = java(f"try {{ b(); }} catch ({declared}) {{", '  throw new IllegalStateException("low", e);', "}")
    found = ask(crash("java.lang.IllegalStateException: low", "shop.Cart.run(Cart.java:5)"), Cart_java=code)
    assert found.condition == f"`{caught}` was caught."


def test_the_message_tells_throws_apart(ask):
    code = kotlin('if (a) error("no item $id in cart"); if (b) error("no price for $id")')
    found = ask(
        crash("java.lang.IllegalStateException: no price for 3", "shop.Cart.run(Cart.kt:4)"), Cart_kt=code
    )
    assert found.expression.text == 'error("no price for $id")'


def test_a_null_argument_is_shown_at_the_caller(ask):
    trace = crash(
        "java.lang.NullPointerException: Parameter specified as non-null is null: method shop.Cart.add, parameter item",
        "shop.Cart.add(Cart.kt)",
        "shop.Desk.sell(Desk.java:3)",
    )
    found = ask(
        trace,
        Cart_kt="class Cart {\n  fun add(count: Int, item: Item) {}\n}\nclass Item\n",
        Desk_java="class Desk { void sell(Cart cart) {\n    cart.add(1, last());\n  }\n}\n",
    )
    assert (found.expression.text, found.expression.note) == ("item", None)
    assert (found.value.text, found.value.file_path.rpartition("/")[2]) == ("last()", "Desk.java")


def test_a_line_that_moved_is_found_by_content_and_said_to_be(ask):
    found = ask(
        NULL.format("java.lang.String shop.Item.label()", "Cart.kt:4"),
        Cart_kt=kotlin("// a comment", "val a = 1", "show(item.label())"),
    )
    assert found.expression.start_line == 6
    assert (
        found.expression.note == "line 4 holds nothing that fits, line 6 of Cart.run does: it may have moved"
    )


def test_a_position_of_r8_is_no_line(ask):
    trace = crash(
        "java.lang.NullPointerException: Attempt to invoke virtual method 'java.lang.Class java.lang.Object.getClass()' on a null object reference",
        "shop.Cart.run(r8-map-id-12ab:42)",
    )
    found = ask(trace, Cart_kt=kotlin("val a = 1", "checkNotNull(view).show()"))
    assert found.expression.text == "checkNotNull(view)"
    assert found.condition.startswith("`view` was null")


def test_nothing_fits_nothing_is_said(ask):
    found = ask(NULL.format("void shop.Item.drop()", "Cart.kt:4"), Cart_kt=kotlin("show(1)"))
    assert found.expression is None
    assert found.condition == "`Item.drop` was called on null."


def test_a_circle_of_calls_is_named(ask):
    frames = ["shop.Cart.run(Cart.kt:4)", "shop.Item.label(Cart.kt:7)"] * 4
    found = ask(crash("java.lang.StackOverflowError", *frames), Cart_kt=kotlin("item.label()"))
    assert found.condition == "`Item.label`, `Cart.run` called each other until the stack was full."


def test_a_message_without_frames_is_found_by_its_text(ask):
    found = ask(
        "java.lang.IllegalStateException: The cart 17 was closed before payment",
        Cart_kt=kotlin(
            'check(open) { "The cart $id was closed before payment" }', 'error("The cart $id is closed")'
        ),
    )
    assert found.expression.start_line == 4
    assert found.condition == "`open` was false."
    assert found.expression.note == "no frame leads here: this is the one place whose text fits the message"


def test_two_places_of_one_text_decide_nothing(ask):
    code = kotlin('error("The cart was closed")', 'error("The cart was closed")')
    assert ask("java.lang.IllegalStateException: The cart was closed", Cart_kt=code).expression is None


@pytest.mark.parametrize("line", ["for (one in cart.items) drop(one)", "cart.items.forEach { drop(it) }"])
def test_loops_over_a_collection_that_changes(ask, line):
    trace = crash(
        "java.util.ConcurrentModificationException",
        "java.util.ArrayList$Itr.checkForComodification(ArrayList.java:1)",
        "java.util.ArrayList$Itr.next(ArrayList.java:1)",
        "shop.Cart.run(Cart.kt:4)",
    )
    assert ask(trace, Cart_kt=kotlin(line)).value.text == "cart.items"


def test_a_trace_without_the_librarys_frames_still_shows_what_was_asked_for(ask):
    found = ask(
        crash("ArrayIndexOutOfBoundsException", "shop.Cart.run(Cart.java:4)"),
        Cart_java=java("show(items.get(at));"),
    )
    assert (found.expression.text, found.value.text) == ("items.get(at)", "at")


def test_a_value_that_is_compared_with_null_is_not_the_one_that_was_taken_for_non_null(ask):
    trace = crash("java.lang.NullPointerException: it.name must not be null", "shop.Cart.run(Cart.kt:4)")
    found = ask(trace, Cart_kt=kotlin("list.filter { it.name != null && it.name.matches(known) }"))
    assert found.expression.start_column == 38


def test_a_frame_of_a_subclass_may_be_a_call_of_its_interface(ask):
    code = kotlin("show(box.get(0), list.get(1))") + (
        "class Box { fun get(at: Int) = 1 }\nval box: Box get() = Box()\nval list: List<Int> get() = listOf()\n"
    )
    trace = crash(
        "java.lang.IndexOutOfBoundsException: Index: 1, Size: 0",
        "java.util.ArrayList.get(ArrayList.java:437)",
        "shop.Cart.run(Cart.kt:4)",
    )
    found = ask(trace, Cart_kt=code)
    assert (found.expression.text, found.others) == ("list.get(1)", ())


@pytest.mark.parametrize(
    ("exception", "inner", "line", "condition"),
    [
        (
            "java.lang.NullPointerException: cart",
            "java.util.Objects.requireNonNull(Objects.java:228)",
            'this.cart = requireNonNull(cart, "cart");',
            "`cart` was null.",
        ),
        (
            "java.lang.IllegalStateException: not open",
            "com.google.common.base.Preconditions.checkState(Preconditions.java:502)",
            'checkState(isOpen(), "not open");',
            "`isOpen()` was false.",
        ),
    ],
)
def test_checks_of_libraries_are_about_their_first_argument(ask, exception, inner, line, condition):
    found = ask(crash(exception, inner, "shop.Cart.run(Cart.java:4)"), Cart_java=java(line))
    assert found.condition == condition


def test_the_inner_of_two_calls_makes_the_exception(ask):
    code = kotlin('fail(LoadException("no disk"))')
    found = ask(crash("shop.LoadException: no disk", "shop.Cart.run(Cart.kt:4)"), Cart_kt=code)
    assert (found.expression.text, found.others) == ('LoadException("no disk")', ())


def test_a_sum_before_an_elvis_is_no_value_that_was_null(ask):
    code = kotlin('val b = 1 + a ?: error("low")')
    found = ask(crash("java.lang.IllegalStateException: low", "shop.Cart.run(Cart.kt:4)"), Cart_kt=code)
    assert (found.expression.text, found.condition) == ('error("low")', None)


def test_without_a_message_java_tells_no_more_than_the_likely_value(ask):
    trace = crash("java.lang.NullPointerException", "shop.Cart.run(Cart.java:4)")
    found = ask(trace, Cart_java=java("int price = prices.get(item);"))
    assert found.condition == "A value was null where the code takes it for an object, most likely `prices`."


def test_a_parameter_of_what_a_library_calls_is_not_the_argument_of_the_projects_call(ask):
    trace = crash(
        "java.lang.NullPointerException: key == null",
        "libcore.util.BasicLruCache.get(BasicLruCache.java:46)",
        "android.text.format.Time.set(Time.java:766)",
        "shop.Cart.run(Cart.java:5)",
    )
    found = ask(trace, Cart_java=java("", "time.set(begin);"))
    assert found.expression.text == "time.set(begin)"
    assert found.value is None
    assert found.condition == "`key` was null in `BasicLruCache.get`, to which this call leads."


def test_a_cast_whose_message_names_the_type_alone(ask):
    trace = crash("java.lang.ClassCastException: shop.ShortcutInfo", "shop.Cart.run(Cart.java:4)")
    found = ask(trace, Cart_java=java("info = new ShortcutInfo((ApplicationInfo) info);"))
    assert (found.expression.text, found.value.text) == ("(ApplicationInfo) info", "info")


def test_a_call_in_a_lambda_of_a_field_whose_line_moved(ask):
    code = (
        "class Cart {\n\n  // moved\n  static final Action SHELF =\n"
        "      value -> Wrapper.get().setShelf(value);\n}\n"
    )
    trace = crash(
        "java.lang.SecurityException: requires android.permission.STATUS_BAR",
        "shop.lib.Wrapper.setShelf(Wrapper.java:148)",
        "shop.Cart.lambda$static$0(Cart.java:2)",
    ).replace("shop.lib", "com.lib")
    found = ask(trace, Cart_java=code)
    assert found.expression.text == "Wrapper.get().setShelf(value)"
    assert "nothing else in the file" in found.expression.note


def test_a_constant_of_an_object_that_the_installed_build_lacks(ask):
    message = "No virtual method getABOUT()I in class Lshop/Texts; or its super classes (declaration of 'shop.Texts'"
    trace = crash(f"java.lang.NoSuchMethodError: {message}", "shop.Cart.run(Cart.kt:4)")
    code = kotlin("show(Texts.ABOUT)") + "object Texts { val ABOUT = 1 }\n"
    assert ask(trace, Cart_kt=code).expression.text == "Texts.ABOUT"
