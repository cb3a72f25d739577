package mixed;

public class Helper {
    public static void assist() { assist(1); }
    public static void assist(int times) { }
    public static void assist(long times) { }
    public static void assist(Object any) { }
    public static String name(Widget widget) { return widget.getLabel() + widget.isOpen(); }
    public static int size(char c) { assist((Object) c); assist(2L); assist('a'); return new Pair2<>(1, "a").getFirst(); }
    enum Shape { ROUND { void draw() { Helper.assist(); } }; void draw() { } }
    static void all() { for (Shape shape : Shape.values()) shape.draw(); Shape.ROUND.draw(); }
    record Point(int x, int y) { int sum() { return x() + y(); } static Point of() { return new Point(1, 2); } }
    static int records() { Point point = Point.of(); return point.sum() + point.x(); }
    static String switched(Object one) {
        if (one instanceof Widget widget && widget.isOpen()) { widget.show(); }
        var made = new Widget("c");
        made.show(made.count);
        return switch (one.hashCode()) { case 1 -> name(made); default -> { assist(made.count); yield ""; } };
    }
}
