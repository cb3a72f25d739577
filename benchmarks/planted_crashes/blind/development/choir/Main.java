// a: SignUp.member
// b: Guests.invite
// why: who signs up without a family name has none, or guests are invited without one
package planted.choir;

import java.util.ArrayList;
import java.util.List;

class Singer {
    final String family;
    final boolean guest;

    Singer(String family, boolean guest) {
        this.family = family;
        this.guest = guest;
    }
}

class SignUp {
    Singer member(String full) {
        int at = full.indexOf(' ');
        return new Singer(at < 0 ? null : full.substring(at + 1), false);
    }
}

class Guests {
    Singer invite(String choir) {
        String name = choir.startsWith("@") ? null : choir;
        return new Singer(name, true);
    }
}

class Seating {
    private final List<Singer> rows = new ArrayList<>();

    void seat(Singer singer) {
        rows.add(singer);
    }

    String initials() {
        StringBuilder text = new StringBuilder();
        for (Singer singer : rows) {
            text.append(singer.family.charAt(0));
        }
        return text.toString();
    }
}

class Main {
    public static void main(String[] args) {
        Seating seating = new Seating();
        seating.seat(new SignUp().member(args[0].equals("a") ? "Cher" : "Eva Lind"));
        seating.seat(new Guests().invite(args[0].equals("a") ? "Tallis" : "@all"));
        System.out.println(seating.initials());
    }
}
