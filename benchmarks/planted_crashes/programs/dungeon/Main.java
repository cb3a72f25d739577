// a: Weather.thaw
// b: Door.open
// why: A tile is closed by one of two combinations of its flags: water that is not frozen, or a wall.
package planted.dungeon;

import java.util.Arrays;

final class TileFlags {
    static final int WALL = 1;
    static final int WATER = 2;
    static final int FROZEN = 4;
    static final int INDOORS = 8;

    private TileFlags() {}
}

final class Board {
    private final int[] tiles;

    Board(int... tiles) {
        this.tiles = Arrays.copyOf(tiles, tiles.length);
    }

    int size() {
        return tiles.length;
    }

    int flagsAt(int position) {
        return tiles[position];
    }

    void setFlags(int position, int flags) {
        tiles[position] = flags;
    }
}

/** Changes the water outdoors; the ice of a cellar stays. */
final class Weather {
    void freeze(Board board) {
        for (int i = 0; i < board.size(); i++) {
            board.setFlags(i, board.flagsAt(i) | TileFlags.FROZEN);
        }
    }

    void thaw(Board board) {
        for (int i = 0; i < board.size(); i++) {
            board.setFlags(i, board.flagsAt(i) & ~TileFlags.FROZEN);
        }
    }
}

record Door(int position) {
    /** Opens the door; an open door stays open. */
    void open(Board board) {
        board.setFlags(position, board.flagsAt(position) ^ TileFlags.WALL);
    }
}

final class Hero {
    private int position;

    void step(Board board) {
        int next = position + 1;
        int flags = board.flagsAt(next);
        if ((flags & TileFlags.WALL) != 0 || (flags & (TileFlags.WATER | TileFlags.FROZEN)) == TileFlags.WATER) {
            throw new IllegalStateException("The tile cannot be entered");
        }
        position = next;
    }
}

public final class Main {
    public static void main(String[] args) {
        int icyCellar = TileFlags.WATER | TileFlags.FROZEN | TileFlags.INDOORS;
        Board board = new Board(0, 0, icyCellar, TileFlags.WATER);
        Hero hero = new Hero();
        hero.step(board);
        if (args[0].equals("a")) {
            new Weather().thaw(board);
        } else {
            new Door(2).open(board);
        }
        hero.step(board);
    }
}
