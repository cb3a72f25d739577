// a: Message.start
// b: Message.end
// why: the start skips the header of messages that have none, or the end is that of the first word
package planted.tide;

class Message {
    private final String text;
    private final boolean header;

    Message(String text, boolean header) {
        this.text = text;
        this.header = header;
    }

    int start() {
        return 6;
    }

    int end() {
        return text.indexOf(' ');
    }

    boolean hasHeader() {
        return header;
    }

    String text() {
        return text;
    }
}

class Station {
    String level(Message message) {
        int from = message.start();
        int to = message.end();
        return message.text().substring(from, to);
    }
}

class Main {
    public static void main(String[] args) {
        Message message = args[0].equals("a")
            ? new Message("412 cm low tide", false)
            : new Message("LVL ; 412 cm ok", true);
        System.out.println(new Station().level(message));
    }
}
