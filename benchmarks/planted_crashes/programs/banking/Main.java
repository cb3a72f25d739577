// a: FraudCheck.review
// b: Onboarding.finish
// why: A withdrawal is refused for a frozen account, for an unverified owner or for lack of money; the message is one.
package planted.banking;

import java.util.ArrayList;
import java.util.List;

enum DocumentKind { ID_CARD, PASSPORT, RESIDENCE_PERMIT }

record Movement(String reference, long cents) {}

final class Account {
    private final String iban;
    private final List<Movement> movements = new ArrayList<>();
    private long availableCents;
    private boolean frozen;
    private boolean ownerVerified;

    Account(String iban) {
        this.iban = iban;
    }

    void book(Movement movement) {
        movements.add(movement);
        availableCents += movement.cents();
    }

    void freeze() {
        frozen = true;
    }

    void verifyOwner() {
        ownerVerified = true;
    }

    void withdraw(long cents) {
        if (frozen || !ownerVerified || cents > availableCents) {
            throw new IllegalStateException("Withdrawal refused");
        }
        book(new Movement("cash", -cents));
    }
}

/** Freezes an account after a single payment out of more than the limit. */
final class FraudCheck {
    private static final long LIMIT_CENTS = 500_000;

    void review(Account account, Movement movement) {
        if (Math.abs(movement.cents()) > LIMIT_CENTS) {
            account.freeze();
        }
    }
}

/** Opens an account and verifies its owner by a document that has a photo: all three kinds have one. */
final class Onboarding {
    Account open(String iban) {
        return new Account(iban.replace(" ", ""));
    }

    void finish(Account account, DocumentKind document) {
        if (document == DocumentKind.ID_CARD || document == DocumentKind.PASSPORT) {
            account.verifyOwner();
        }
    }
}

public final class Main {
    public static void main(String[] args) {
        boolean bonus = args[0].equals("a");
        Onboarding onboarding = new Onboarding();
        Account account = onboarding.open("AT61 1904 3002 3457 3201");
        onboarding.finish(account, bonus ? DocumentKind.PASSPORT : DocumentKind.RESIDENCE_PERMIT);
        Movement income = new Movement("salary", bonus ? 912_000 : 240_000);
        account.book(income);
        new FraudCheck().review(account, income);
        account.withdraw(20_000);
    }
}
