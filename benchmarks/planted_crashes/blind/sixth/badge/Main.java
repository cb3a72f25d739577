// a: InboxScreen.onResume
// b: MessageStore.markAllRead
// why: The badge counts down too often: the screen listens twice, or the store reports messages that were read before.
package planted.badge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class Message {
    private final String sender;
    private final String subject;
    private boolean read;

    Message(String sender, String subject, boolean read) {
        this.sender = sender;
        this.subject = subject;
        this.read = read;
    }

    String sender() {
        return sender;
    }

    boolean isRead() {
        return read;
    }

    void setRead() {
        read = true;
    }
}

interface ReadListener {
    void onRead(Message message);
}

final class MessageStore {
    private final List<Message> messages = new ArrayList<>();
    private final List<ReadListener> listeners = new ArrayList<>();

    void receive(Message message) {
        messages.add(message);
    }

    void addListener(ReadListener listener) {
        listeners.add(listener);
    }

    int unread() {
        return (int) messages.stream().filter(message -> !message.isRead()).count();
    }

    Optional<Message> newestFrom(String sender) {
        return messages.stream().filter(message -> message.sender().equals(sender)).reduce((first, last) -> last);
    }

    void markAllRead() {
        for (Message message : messages) {
            message.setRead();
            report(message);
        }
    }

    private void report(Message message) {
        for (ReadListener listener : listeners) {
            listener.onRead(message);
        }
    }
}

/** The number at the icon of the application. */
final class Badge {
    private int number;

    void show(int unread) {
        number = unread;
    }

    void lower() {
        if (number == 0) {
            throw new IllegalStateException("badge is at zero");
        }
        number--;
    }
}

final class InboxScreen {
    private final MessageStore store;
    private final Badge badge;

    InboxScreen(MessageStore store, Badge badge) {
        this.store = store;
        this.badge = badge;
    }

    void onResume() {
        badge.show(store.unread());
        store.addListener(message -> badge.lower());
    }

    void onMenuAllRead() {
        store.markAllRead();
    }
}

public final class Main {
    public static void main(String[] args) {
        MessageStore store = new MessageStore();
        InboxScreen screen = new InboxScreen(store, new Badge());
        store.receive(new Message("anna", "Keys", false));
        screen.onResume();
        if (args[0].equals("a")) {
            store.receive(new Message("ben", "Train at nine", false));
            screen.onResume();
        } else {
            store.receive(new Message("ben", "Train at nine", true));
        }
        screen.onMenuAllRead();
        System.out.println(store.unread() + " unread");
    }
}
