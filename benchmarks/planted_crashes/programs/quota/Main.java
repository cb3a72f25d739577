// a: Ledger.bookedFor
// b: Account.basicQuota
// why: either kind of account can be without a quota.
package planted.quota;

class Account {
    final boolean premium;
    private final Integer booked;

    Account(boolean premium, Integer booked) {
        this.premium = premium;
        this.booked = booked;
    }

    Integer premiumQuota() {
        return booked;
    }

    Integer basicQuota() {
        String setting = System.getProperty("planted.quota");
        return setting == null ? null : Integer.valueOf(setting);
    }
}

class Ledger {
    private final java.util.Map<String, Integer> booked = new java.util.HashMap<>();

    void book(String name, int quota) {
        booked.put(name, quota);
    }

    Integer bookedFor(String name) {
        return booked.get(name);
    }
}

class Uploads {
    int allowed(Account account, int used) {
        boolean premium = account.premium;
        Integer quota;
        if (premium) {
            quota = account.premiumQuota();
        } else {
            quota = account.basicQuota();
        }
        int factor = used > 10 ? 1 : 2;
        return quota * factor - used;
    }
}

class Main {
    public static void main(String[] args) {
        Ledger ledger = new Ledger();
        ledger.book("ada", 3);
        Account account = new Account(args[0].equals("a"), ledger.bookedFor("Ada"));
        System.out.println(new Uploads().allowed(account, 3));
    }
}
