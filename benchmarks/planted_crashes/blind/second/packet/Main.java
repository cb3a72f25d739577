// a: Header.length
// b: Trimmer.padding
// why: the header's length is read with its sign, or the padding of short packets is longer than they are
package planted.packet;

class Header {
    private final byte[] bytes;

    Header(byte... bytes) {
        this.bytes = bytes;
    }

    int length() {
        return bytes[1];
    }
}

class Trimmer {
    private final int block;

    Trimmer(int block) {
        this.block = block;
    }

    int padding(int length) {
        return block - length % block;
    }
}

class Packet {
    byte[] body(Header header, Trimmer trimmer) {
        int length = header.length();
        int padding = trimmer.padding(Math.abs(length));
        return new byte[length - padding];
    }
}

class Main {
    public static void main(String[] args) {
        Header header = args[0].equals("a") ? new Header((byte) 1, (byte) -4) : new Header((byte) 1, (byte) 4);
        System.out.println(new Packet().body(header, new Trimmer(args[0].equals("a") ? 5 : 13)).length);
    }
}
