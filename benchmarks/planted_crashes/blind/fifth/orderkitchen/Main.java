// a: GuestBook.wishesOf
// b: WishCodec.decode
// why: a guest without wishes gets the shared empty list, or the decoder hands out a list of fixed size
package planted.orderkitchen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class Wishes {
    final List<String> lines;
    boolean urgent;

    Wishes(List<String> lines) {
        this.lines = lines;
    }
}

class Dish {
    final String name;
    final int minutes;

    Dish(String name, int minutes) {
        this.name = name;
        this.minutes = minutes;
    }
}

class Order {
    final int table;
    final List<Dish> dishes;
    final Wishes wishes;

    Order(int table, List<Dish> dishes, Wishes wishes) {
        this.table = table;
        this.dishes = dishes;
        this.wishes = wishes;
    }
}

class WishCodec {
    List<String> decode(String text) {
        if (text == null || text.isBlank()) {
            return new ArrayList<>();
        }
        return Arrays.asList(text.split("\\s*;\\s*"));
    }

    String encode(List<String> lines) {
        return String.join("; ", lines);
    }
}

class GuestBook {
    private final Map<String, List<String>> usual = new HashMap<>();

    void remember(String guest, List<String> lines) {
        usual.put(guest, new ArrayList<>(lines));
    }

    List<String> wishesOf(String guest) {
        List<String> lines = usual.get(guest);
        return lines == null ? Collections.emptyList() : new ArrayList<>(lines);
    }
}

class OrderDesk {
    private final GuestBook guests;
    private final WishCodec codec;
    private final Map<Integer, Order> open = new LinkedHashMap<>();

    OrderDesk(GuestBook guests, WishCodec codec) {
        this.guests = guests;
        this.codec = codec;
    }

    Order take(int table, String guest, String spoken, Dish... dishes) {
        List<String> lines = spoken == null ? guests.wishesOf(guest) : codec.decode(spoken);
        Order order = new Order(table, new ArrayList<>(Arrays.asList(dishes)), new Wishes(lines));
        open.put(table, order);
        return order;
    }

    List<Order> waiting() {
        return new ArrayList<>(open.values());
    }
}

class Pass {
    private static final int SLOW = 25;

    void annotate(Order order) {
        for (Dish dish : order.dishes) {
            if (dish.minutes > SLOW) {
                order.wishes.lines.add("serve " + dish.name + " apart");
                order.wishes.urgent = true;
            }
        }
    }
}

class Kitchen {
    private final OrderDesk desk;
    private final Pass pass = new Pass();

    Kitchen(OrderDesk desk) {
        this.desk = desk;
    }

    void start() {
        for (Order order : desk.waiting()) {
            pass.annotate(order);
            System.out.println(order.table + " " + order.wishes.lines);
        }
    }
}

class Main {
    public static void main(String[] args) {
        GuestBook guests = new GuestBook();
        guests.remember("Dunja", List.of("no nuts"));
        OrderDesk desk = new OrderDesk(guests, new WishCodec());
        desk.take(4, "Dunja", null, new Dish("soup", 8));
        desk.take(6, "Kofi", args[0].equals("a") ? null : "no salt; warm plate", new Dish("salad", 5), new Dish("roast", 40));
        new Kitchen(desk).start();
    }
}
