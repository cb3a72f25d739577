// a: TokenVault.forget
// b: AccountDirectory.register
// why: signing one user out drops the tokens of all users whose name begins alike, or accounts of one name on two hosts share an entry
package planted.mailaccounts;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

record AccountId(String user, String host) {
    String address() {
        return user + "@" + host;
    }
}

record Account(AccountId id, List<String> folders) {
}

record Token(String value, int expiresAt) {
    boolean valid(int now) {
        return now < expiresAt;
    }
}

class AccountDirectory {
    private final Map<String, Account> accounts = new LinkedHashMap<>();

    void register(Account account) {
        accounts.put(account.id().user(), account);
    }

    Optional<Account> find(AccountId id) {
        return accounts.values().stream().filter(account -> account.id().equals(id)).findFirst();
    }

    List<String> hosts() {
        return accounts.values().stream().map(account -> account.id().host()).distinct().collect(Collectors.toList());
    }
}

class TokenVault {
    private final Map<String, Token> tokens = new HashMap<>();

    void keep(AccountId id, Token token) {
        tokens.put(id.address(), token);
    }

    Optional<Token> tokenOf(Account account) {
        return Optional.ofNullable(tokens.get(account.id().address()));
    }

    void forget(AccountId id) {
        tokens.keySet().removeIf(address -> address.startsWith(id.user()));
    }

    void expire(int now) {
        tokens.values().removeIf(token -> !token.valid(now));
    }
}

class Login {
    private final AccountDirectory directory;
    private final TokenVault vault;

    Login(AccountDirectory directory, TokenVault vault) {
        this.directory = directory;
        this.vault = vault;
    }

    void signIn(AccountId id, List<String> folders, String secret) {
        directory.register(new Account(id, folders));
        vault.keep(id, new Token(secret, 9000));
    }

    void signOut(AccountId id) {
        vault.forget(id);
    }
}

class Mailbox {
    private final AccountDirectory directory;
    private final TokenVault vault;

    Mailbox(AccountDirectory directory, TokenVault vault) {
        this.directory = directory;
        this.vault = vault;
    }

    String open(AccountId id, int folder) {
        Token token = directory.find(id).flatMap(vault::tokenOf).orElseThrow();
        String name = directory.find(id).map(account -> account.folders().get(folder)).orElse("inbox");
        return name + " with " + token.value().length();
    }
}

class Sync {
    private final Mailbox mailbox;
    private final TokenVault vault;

    Sync(Mailbox mailbox, TokenVault vault) {
        this.mailbox = mailbox;
        this.vault = vault;
    }

    void run(List<AccountId> ids, int now) {
        vault.expire(now);
        for (AccountId id : ids) {
            System.out.println(mailbox.open(id, 0));
        }
    }
}

class Main {
    public static void main(String[] args) {
        AccountDirectory directory = new AccountDirectory();
        TokenVault vault = new TokenVault();
        Login login = new Login(directory, vault);
        AccountId anna = new AccountId("anna", "post.example");
        AccountId other = args[0].equals("a") ? new AccountId("ann", "post.example") : new AccountId("anna", "work.example");
        login.signIn(anna, List.of("inbox", "trips"), "s3kr1t");
        login.signIn(other, List.of("inbox"), "t0k3n");
        if (args[0].equals("a")) {
            login.signOut(other);
        }
        new Sync(new Mailbox(directory, vault), vault).run(List.of(anna), 400);
    }
}
