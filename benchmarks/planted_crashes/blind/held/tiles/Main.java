// a: Viewport.scroll
// b: Cursor.right
// why: scrolling does not stop at the last row, or the cursor does not stop at the last column
package planted.tiles;

class Viewport {
    private int row;

    void scroll(int lines) {
        row = row + lines;
    }

    int row() {
        return row;
    }
}

class Cursor {
    private int column;
    private int blinks;

    void right() {
        column++;
        blinks = 0;
    }

    void home() {
        column = 0;
    }

    int column() {
        return column;
    }
}

class Board {
    private final char[][] tiles = new char[4][4];
    private final Viewport viewport;
    private final Cursor cursor;

    Board(Viewport viewport, Cursor cursor) {
        this.viewport = viewport;
        this.cursor = cursor;
    }

    char under() {
        int row = viewport.row();
        int column = cursor.column();
        return tiles[row][column];
    }
}

class Main {
    public static void main(String[] args) {
        Viewport viewport = new Viewport();
        Cursor cursor = new Cursor();
        viewport.scroll(args[0].equals("a") ? 4 : 1);
        for (int i = 0; i < (args[0].equals("b") ? 4 : 2); i++) cursor.right();
        System.out.println(new Board(viewport, cursor).under());
    }
}
