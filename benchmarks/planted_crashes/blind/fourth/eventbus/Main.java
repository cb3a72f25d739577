// a: WelcomeListener.onEvent
// b: ChatListener.onEvent
// why: the welcome leaves the bus while it is told, or the chat joins another listener to it
package planted.eventbus;

import java.util.ArrayList;
import java.util.List;

interface Listener {
    void onEvent(Bus bus, String event);
}

class Bus {
    private final List<Listener> listeners = new ArrayList<>();

    void add(Listener listener) {
        listeners.add(listener);
    }

    void remove(Listener listener) {
        listeners.remove(listener);
    }

    void publish(String event) {
        for (Listener listener : listeners) {
            listener.onEvent(this, event);
        }
    }
}

class WelcomeListener implements Listener {
    public void onEvent(Bus bus, String event) {
        System.out.println("welcome");
        bus.remove(this);
    }
}

class TypingListener implements Listener {
    public void onEvent(Bus bus, String event) {
        System.out.println("typing after " + event);
    }
}

class ChatListener implements Listener {
    public void onEvent(Bus bus, String event) {
        if (event.equals("login")) {
            bus.add(new TypingListener());
        }
    }
}

class AuditListener implements Listener {
    public void onEvent(Bus bus, String event) {
        System.out.println("audit " + event);
    }
}

class Main {
    public static void main(String[] args) {
        Bus bus = new Bus();
        bus.add(new AuditListener());
        bus.add(args[0].equals("a") ? new WelcomeListener() : new ChatListener());
        bus.add(new AuditListener());
        bus.add(new AuditListener());
        bus.publish("login");
    }
}
