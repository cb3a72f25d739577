// a: PlayerEngine.onSurfaceDestroyed
// b: PlayerEngine.onAudioFocusLost
// why: Both callbacks drop the surface while playback goes on; they differ in the flag that they clear beside it.
package planted.player;

import java.util.ArrayDeque;
import java.util.Deque;

final class Surface {
    private int drawn;
    void draw(VideoFrame frame) { drawn += frame.bytes(); }
}

record VideoFrame(long durationMs, int bytes) {}

final class Decoder {
    private final Deque<VideoFrame> queue = new ArrayDeque<>();

    Decoder(int frames) {
        for (int i = 0; i < frames; i++) {
            queue.add(new VideoFrame(40, 1800 + i));
        }
    }

    VideoFrame next() {
        return queue.poll();
    }
}

final class PlayerEngine {
    private final Decoder decoder;
    private Surface surface;
    private boolean playing;
    private boolean visible;
    private boolean audioFocus = true;
    private long positionMs;

    PlayerEngine(Decoder decoder) {
        this.decoder = decoder;
    }

    void onSurfaceCreated(Surface created) {
        surface = created;
        visible = true;
    }

    void onSurfaceDestroyed() {
        surface = null;
        visible = false;
    }

    void onAudioFocusLost() {
        audioFocus = false;
        surface = null;
    }

    void play() {
        playing = true;
    }

    void pause() {
        playing = false;
    }

    void tick() {
        if (playing) renderNext();
    }

    private void renderNext() {
        VideoFrame frame = decoder.next();
        positionMs += frame.durationMs();
        surface.draw(frame);
    }
}

public final class Main {
    public static void main(String[] args) {
        PlayerEngine engine = new PlayerEngine(new Decoder(12));
        engine.onSurfaceCreated(new Surface());
        engine.play();
        engine.tick();
        if (args[0].equals("a")) {
            engine.onSurfaceDestroyed();
        } else {
            engine.onAudioFocusLost();
        }
        engine.tick();
    }
}
