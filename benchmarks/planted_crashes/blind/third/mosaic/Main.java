// a: Scaler.half
// b: Brush.stroke
// why: scaling makes shorter rows but keeps the picture's width, or a stroke goes one beyond the width
package planted.mosaic;

class Picture {
    int width;
    int height;
    int[][] pixels;

    Picture(int width, int height) {
        this.width = width;
        this.height = height;
        this.pixels = new int[height][width];
    }

    void set(int x, int y, int colour) {
        pixels[y][x] = colour;
    }
}

class Scaler {
    void half(Picture picture) {
        picture.height = picture.height / 2;
        picture.pixels = new int[picture.height][picture.width / 2];
    }
}

class Brush {
    int stroke(int from, int length) {
        return from + length;
    }
}

class Main {
    public static void main(String[] args) {
        Picture picture = new Picture(args[0].equals("a") ? 8 : 4, 4);
        if (args[0].equals("a")) new Scaler().half(picture);
        int x = new Brush().stroke(1, 3);
        picture.set(x, 1, 7);
    }
}
