// a: Player.stop
// b: Player.detach
// why: the sink is cleared by a stop, or because the player was detached.
package planted.audio;

interface Sink {
    void write(String sample);
}

class Player {
    private Sink sink;
    private boolean playing;
    private boolean attached;

    void attach(Sink to) {
        sink = to;
        attached = true;
    }

    void play() {
        playing = true;
    }

    void stop() {
        playing = false;
        sink = null;
    }

    void detach() {
        attached = false;
        sink = null;
    }

    void onSample(String sample) {
        String framed = "<" + sample + ">";
        sink.write(framed);
    }
}

class Decoder {
    private final Player player;

    Decoder(Player player) {
        this.player = player;
    }

    void decode(String stream) {
        for (String sample : stream.split(" ")) {
            player.onSample(sample);
        }
    }
}

class Main {
    public static void main(String[] args) {
        Player player = new Player();
        player.attach(sample -> System.out.print(sample));
        player.play();
        if (args[0].equals("a")) {
            player.stop();
        } else {
            player.detach();
        }
        new Decoder(player).decode("one two");
    }
}
