package com.example.till;

import java.util.Locale;

final class Receipts {
    private final String owner;
    private final int width;

    Receipts(String owner, int width) {
        this.owner = owner;
        this.width = width;
    }

    static Receipts find(String[] names) {
        return names.length > 40 ? new Receipts(names[0], names.length) : null;
    }

    static int widthOf(Receipts receipts) {
        return receipts.width() * 2;
    }

    static String ownerOf(Receipts receipts) {
        return receipts.owner().toUpperCase(Locale.ROOT);
    }

    int width() {
        return width + 1;
    }

    String owner() {
        return owner.trim();
    }
}
