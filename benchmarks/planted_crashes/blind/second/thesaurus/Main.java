// a: Loader.add
// b: Choice.number
// why: the loader drops words with a blank, or the choice counts from 1
package planted.thesaurus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Entry {
    final String head;
    final int promised;
    final List<String> words = new ArrayList<>();

    Entry(String head, int promised) {
        this.head = head;
        this.promised = promised;
    }
}

class Loader {
    final Map<String, Entry> entries = new HashMap<>();

    void add(String head, String... words) {
        Entry entry = new Entry(head, words.length);
        for (String word : words) {
            if (!word.contains(" ")) entry.words.add(word);
        }
        entries.put(head, entry);
    }
}

class Choice {
    private final String key;

    Choice(String key) {
        this.key = key;
    }

    int number() {
        return key.charAt(0) - '0';
    }
}

class Thesaurus {
    String pick(Entry entry, int number) {
        return entry.words.get(number).toUpperCase();
    }
}

class Main {
    public static void main(String[] args) {
        Loader loader = new Loader();
        if (args[0].equals("a")) loader.add("big", "large", "of size", "huge");
        else loader.add("big", "large", "huge");
        System.out.println(new Thesaurus().pick(loader.entries.get("big"), new Choice("2").number()));
    }
}
