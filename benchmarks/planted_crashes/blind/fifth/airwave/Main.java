// a: FrameHeader.parse
// b: TrailerRule.payloadLength
// why: the length byte is read with its sign, or the long trailer is taken off frames that have the short one
package planted.airwave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

record FrameHeader(int version, int channel, int length) {
    static final int SIZE = 4;

    static FrameHeader parse(byte[] raw) {
        int version = raw[0] >> 4;
        int channel = raw[0] & 0x0F;
        int length = raw[1];
        return new FrameHeader(version, channel, length);
    }

    boolean isControl() {
        return channel == 0;
    }
}

record Frame(FrameHeader header, byte[] raw) {
}

class TrailerRule {
    private static final int LONG_TRAILER = 24;
    private static final int SHORT_TRAILER = 0;

    int payloadLength(FrameHeader header) {
        int trailer = header.version() >= 1 ? LONG_TRAILER : SHORT_TRAILER;
        return header.length() - trailer;
    }

    boolean signed(FrameHeader header) {
        return header.version() > 1;
    }
}

class Checksum {
    int of(byte[] bytes) {
        int sum = 0;
        for (byte one : bytes) {
            sum = (sum * 31 + (one & 0xFF)) & 0xFFFF;
        }
        return sum;
    }
}

class FrameQueue {
    private final List<Frame> waiting = new ArrayList<>();

    void offer(byte[] raw) {
        waiting.add(new Frame(FrameHeader.parse(raw), raw));
    }

    List<Frame> drain() {
        List<Frame> frames = List.copyOf(waiting);
        waiting.clear();
        return frames;
    }
}

class PayloadReader {
    private final TrailerRule trailers;
    private final Checksum checksum = new Checksum();

    PayloadReader(TrailerRule trailers) {
        this.trailers = trailers;
    }

    int read(Frame frame) {
        int count = trailers.payloadLength(frame.header());
        byte[] payload = new byte[count];
        System.arraycopy(frame.raw(), FrameHeader.SIZE, payload, 0, count);
        return checksum.of(payload);
    }
}

class Receiver {
    private final FrameQueue queue;
    private final PayloadReader reader;
    private final List<Integer> sums = new ArrayList<>();

    Receiver(FrameQueue queue, PayloadReader reader) {
        this.queue = queue;
        this.reader = reader;
    }

    List<Integer> receive() {
        for (Frame frame : queue.drain()) {
            if (!frame.header().isControl()) {
                sums.add(reader.read(frame));
            }
        }
        return sums;
    }
}

class Main {
    public static void main(String[] args) {
        byte[] large = new byte[260];
        large[0] = 0x03;
        large[1] = (byte) 240;
        byte[] small = new byte[12];
        Arrays.fill(small, (byte) 7);
        small[0] = 0x13;
        small[1] = 8;
        FrameQueue queue = new FrameQueue();
        queue.offer(args[0].equals("a") ? large : small);
        Receiver receiver = new Receiver(queue, new PayloadReader(new TrailerRule()));
        System.out.println(receiver.receive());
    }
}
