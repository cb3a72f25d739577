package com.example.larder.network;

/** Reads prices as the old backend writes them: {@code "12.50 EUR"}. */
public final class PriceParser {

    private PriceParser() {
    }

    /** Returns the amount, or null where the backend sent no price. */
    public static Money parse(String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        int space = text.indexOf(' ');
        String amount = text.substring(0, space);
        String currency = text.substring(space + 1);
        return new Money(Math.round(Double.parseDouble(amount) * 100), currency);
    }
}
