// a: Composer.open
// b: Composer.remove
// why: opening another draft keeps the selection of the one before, or removing a recipient does not move it
package planted.composer;

import java.util.ArrayList;
import java.util.List;

class Draft {
    final String subject;
    final List<String> to;

    Draft(String subject, List<String> to) {
        this.subject = subject;
        this.to = to;
    }
}

class Composer {
    private Draft draft;
    private final List<String> recipients = new ArrayList<>();
    private int selected;

    void open(Draft opened) {
        draft = opened;
        recipients.clear();
        recipients.addAll(opened.to);
    }

    void select(int position) {
        if (position < recipients.size()) {
            selected = position;
        }
    }

    void remove(String recipient) {
        recipients.remove(recipient);
    }

    String highlighted() {
        return recipients.get(selected);
    }

    String subject() {
        return draft.subject;
    }
}

class ComposeScreen {
    private final Composer composer;

    ComposeScreen(Composer composer) {
        this.composer = composer;
    }

    String status() {
        return composer.subject() + ", " + composer.highlighted();
    }
}

class Main {
    public static void main(String[] args) {
        Composer composer = new Composer();
        composer.open(new Draft("Budget", List.of("ada", "bo", "cy")));
        composer.select(2);
        if (args[0].equals("a")) {
            composer.open(new Draft("Lunch", List.of("dee", "eve")));
        } else {
            composer.remove("bo");
        }
        System.out.println(new ComposeScreen(composer).status());
    }
}
