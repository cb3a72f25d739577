// a: Form.household
// b: Merge.household
// why: a form without a number counts as household 0, or the merge gives both halves the same number
package planted.census;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Household {
    final int number;
    final String source;

    Household(int number, String source) {
        this.number = number;
        this.source = source;
    }
}

class Form {
    Household household(String text) {
        return new Household(text.startsWith("#") ? Integer.parseInt(text.substring(1)) : 0, "form");
    }
}

class Merge {
    Household household(Household left, Household right) {
        return new Household(left.number * right.number, "merge");
    }
}

class Count {
    private final Map<Integer, String> counted = new HashMap<>();

    void add(Household one) {
        if (one.number <= 0) {
            throw new IllegalArgumentException("no such household");
        }
        counted.put(one.number, one.source);
    }
}

class Main {
    public static void main(String[] args) {
        Form form = new Form();
        Household household = args[0].equals("a")
            ? form.household("Elm 4")
            : new Merge().household(form.household("#4"), new Household(0, "empty"));
        new Count().add(household);
    }
}
