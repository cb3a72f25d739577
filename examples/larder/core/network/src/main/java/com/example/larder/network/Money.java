package com.example.larder.network;

import java.util.Objects;

/** An amount in one currency; immutable. */
public final class Money {

    private final long cents;
    private final String currency;

    public Money(long cents, String currency) {
        this.cents = cents;
        this.currency = Objects.requireNonNull(currency);
    }

    public long getCents() {
        return cents;
    }

    public String getCurrency() {
        return currency;
    }

    public Money plus(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("cannot add " + other.currency + " to " + currency);
        }
        return new Money(cents + other.cents, currency);
    }
}
