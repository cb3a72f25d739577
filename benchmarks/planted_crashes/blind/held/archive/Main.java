// a: Watchdog.tick
// b: Shelf.rename
// why: the watchdog closes what is still read, or a rename closes the file and does not open it again
package planted.archive;

class Handle {
    private boolean closed;
    private String path;
    private long position;

    Handle(String path) {
        this.path = path;
    }

    void close() {
        closed = true;
    }

    void moveTo(String path) {
        this.path = path;
    }

    long read(int bytes) {
        if (closed) {
            throw new IllegalStateException("stream closed");
        }
        position += bytes;
        return position;
    }
}

class Watchdog {
    private int idle;

    void tick(Handle handle) {
        idle++;
        if (idle >= 3) {
            handle.close();
        }
    }
}

class Shelf {
    void rename(Handle handle, String path) {
        handle.close();
        handle.moveTo(path);
    }
}

class Reader {
    private final Watchdog watchdog = new Watchdog();
    private final Shelf shelf = new Shelf();
    private final Handle handle = new Handle("a.bin");

    void pause(int ticks) {
        for (int i = 0; i < ticks; i++) watchdog.tick(handle);
    }

    void rename(String to) {
        if (to != null) shelf.rename(handle, to);
    }

    long next() {
        return handle.read(64);
    }
}

class Main {
    public static void main(String[] args) {
        Reader reader = new Reader();
        reader.pause(args[0].equals("a") ? 4 : 1);
        reader.rename(args[0].equals("a") ? null : "b.bin");
        System.out.println(reader.next());
    }
}
