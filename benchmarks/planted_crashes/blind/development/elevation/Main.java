// a: Header.length
// b: Trailer.cut
// why: the header counts its own length twice, or the trailer is cut off a file that has none
package planted.elevation;

class Header {
    private final int fields;

    Header(int fields) {
        this.fields = fields;
    }

    int length() {
        return fields * 8 + fields * 8;
    }
}

class Trailer {
    private final boolean present;

    Trailer(boolean present) {
        this.present = present;
    }

    int cut(int size) {
        return size - 32;
    }
}

class Grid {
    private final Header header;
    private final Trailer trailer;

    Grid(Header header, Trailer trailer) {
        this.header = header;
        this.trailer = trailer;
    }

    short[] heights(int size) {
        int body = trailer.cut(size);
        int head = header.length();
        return new short[body - head];
    }
}

class Main {
    public static void main(String[] args) {
        Grid grid = args[0].equals("a")
            ? new Grid(new Header(4), new Trailer(true))
            : new Grid(new Header(1), new Trailer(false));
        System.out.println(grid.heights(args[0].equals("a") ? 92 : 44).length);
    }
}
