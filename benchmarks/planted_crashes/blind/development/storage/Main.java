// a: Camera.resolution
// b: Album.pages
// why: the camera multiplies the resolution by the zoom, or the album counts bytes as pages
package planted.storage;

class Camera {
    private final int pixels;
    private final int zoom;

    Camera(int pixels, int zoom) {
        this.pixels = pixels;
        this.zoom = zoom;
    }

    int resolution() {
        return pixels * zoom;
    }
}

class Album {
    private final int bytes;

    Album(int bytes) {
        this.bytes = bytes;
    }

    int pages() {
        return bytes;
    }
}

class Disk {
    private static final int MOST = 1_000_000;
    private int used;

    int reserve(int each, int count) {
        if (each > MOST || count > MOST) {
            throw new IllegalArgumentException("too large");
        }
        used += each * count;
        return used;
    }
}

class Main {
    public static void main(String[] args) {
        Camera camera = new Camera(800_000, args[0].equals("a") ? 4 : 1);
        Album album = new Album(args[0].equals("a") ? 12 : 5_000_000);
        int each = camera.resolution();
        System.out.println(new Disk().reserve(each, album.pages()));
    }
}
