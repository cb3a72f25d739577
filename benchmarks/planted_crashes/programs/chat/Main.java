// a: ScreenHost.rotate
// b: FrameParser.parse
// why: The listener was removed after its successor was set, or the message has no sender.
package planted.chat;

import java.util.ArrayList;
import java.util.List;

record Sender(String id, String displayName) {}

record Message(Sender sender, String text) {}

interface MessageListener {
    void onMessage(String from, String text);
}

final class ChatScreen implements MessageListener {
    private final List<String> rows = new ArrayList<>();

    @Override
    public void onMessage(String from, String text) {
        rows.add(from + ": " + text);
    }
}

/** Parses "id|name|text"; a frame of the server itself has no id and no name: "|text". */
final class FrameParser {
    Message parse(String frame) {
        String[] parts = frame.split("\\|", 3);
        if (parts.length == 3) {
            return new Message(new Sender(parts[0], parts[1]), parts[2]);
        }
        return new Message(null, parts[parts.length - 1]);
    }
}

final class ChatClient {
    private final FrameParser parser = new FrameParser();
    private MessageListener listener;
    private int unread;

    void setListener(MessageListener next) {
        listener = next;
        unread = 0;
    }

    void receive(String frame) {
        Message message = parser.parse(frame);
        unread++;
        listener.onMessage(message.sender().displayName(), message.text());
    }
}

final class ScreenHost {
    private final ChatClient client;
    private ChatScreen screen;

    ScreenHost(ChatClient client) {
        this.client = client;
    }

    void show() {
        screen = new ChatScreen();
        client.setListener(screen);
    }

    void rotate() {
        ChatScreen recreated = new ChatScreen();
        client.setListener(recreated);
        client.setListener(null);
        screen = recreated;
    }
}

public final class Main {
    public static void main(String[] args) {
        ChatClient client = new ChatClient();
        ScreenHost host = new ScreenHost(client);
        host.show();
        client.receive("7|Mia|Are you there?");
        boolean rotates = args[0].equals("a");
        if (rotates) {
            host.rotate();
        }
        client.receive(rotates ? "7|Mia|Hello?" : "|Mia has left");
    }
}
