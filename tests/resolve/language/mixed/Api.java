package mixed;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import static mixed.Helper.assist;

public class Api {
    public interface Listener { void onEvent(String name, int count); }
    public interface Converter<T, R> { R convert(T value); }
    private final Widget widget = new Widget("a");
    private boolean active;
    private String title = "";
    public String getTitle() { return title; }
    public void setTitle(String title) { this.title = title; }
    public boolean isActive() { return active; }
    public void setActive(boolean active) { this.active = active; }
    public static Api create() { return new Api(); }
    public static <T> T first(List<T> all) { return all.get(0); }
    public void listen(Listener listener) { listener.onEvent("a", 1); }
    public <R> R map(Converter<Api, R> converter) { return converter.convert(this); }
    public Widget widget() { return widget; }
    public void use() {
        widget.show();
        widget.show(2);
        widget.setLabel(widget.getLabel());
        Widget.make().show();
        Widget.Companion.other();
        Widgets.topLevel(widget);
        PlainKt.plain("x");
        PlainKt.extended(widget, 3);
        Single.INSTANCE.go();
        Single.fast();
        assist();
        Level.HIGH.up();
    }
    public void references(List<Widget> all) {
        all.forEach(Widget::show);
        all.stream().map(Widget::getLabel).forEach(PlainKt::plain);
        Supplier<Widget> one = Widget::make;
        Function<String, Widget> maker = Widget::new;
        all.forEach(this::take);
        all.forEach(widget::accept);
        Runnable run = Single.INSTANCE::go;
        Runnable more = Helper::assist;
    }
    private void take(Widget one) { one.show(); }
    public void take(String text) { }
    public void lambdas(List<Widget> all) {
        all.forEach(one -> one.show());
        PlainKt.higher(widget, one -> { one.show(); return kotlin.Unit.INSTANCE; });
        widget.each((label, count) -> { take(label); return kotlin.Unit.INSTANCE; });
    }
    public void anonymous() {
        widget.attach(new Attached() {
            @Override public void attached(Widget to) { to.show(); }
        });
        new Sub("b").show();
        Attached shorter = to -> to.show(1);
    }
    static class Sub extends Widget {
        Sub(String label) { super(label); }
        @Override public void show() { super.show(); this.show(4); }
    }
}
