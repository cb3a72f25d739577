// a: TextStore.save
// b: WordIndex.find
// why: the store strips the text after its words were located, or the index counts bytes where characters are meant
package planted.trailtext;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

record Span(int from, int to) {
    int width() {
        return to - from;
    }
}

record Note(String id, String text, List<Span> spans) {
}

class WordIndex {
    List<Span> find(String text, String word) {
        byte[] haystack = text.getBytes(StandardCharsets.UTF_8);
        byte[] needle = word.getBytes(StandardCharsets.UTF_8);
        List<Span> found = new ArrayList<>();
        for (int at = 0; at + needle.length <= haystack.length; at++) {
            int same = 0;
            while (same < needle.length && haystack[at + same] == needle[same]) {
                same++;
            }
            if (same == needle.length) {
                found.add(new Span(at, at + needle.length));
            }
        }
        return found;
    }
}

class TextStore {
    private final Map<String, Note> notes = new LinkedHashMap<>();

    void save(Note note) {
        notes.put(note.id(), new Note(note.id(), note.text().strip(), note.spans()));
    }

    Note load(String id) {
        return notes.get(id);
    }

    int characters() {
        return notes.values().stream().mapToInt(note -> note.text().length()).sum();
    }
}

class Marker {
    private final String before;
    private final String after;

    Marker(String before, String after) {
        this.before = before;
        this.after = after;
    }

    String mark(Note note) {
        StringBuilder page = new StringBuilder();
        int done = 0;
        for (Span span : note.spans()) {
            String word = note.text().substring(span.from(), span.to());
            page.append(note.text(), done, span.from()).append(before).append(word).append(after);
            done = span.to();
        }
        return page.append(note.text().substring(done)).toString();
    }
}

class Importer {
    private final WordIndex index;
    private final TextStore store;

    Importer(WordIndex index, TextStore store) {
        this.index = index;
        this.store = store;
    }

    void importText(String id, String text, String word) {
        store.save(new Note(id, text, index.find(text, word)));
    }
}

class TrailPage {
    private final TextStore store;
    private final Marker marker;

    TrailPage(TextStore store, Marker marker) {
        this.store = store;
        this.marker = marker;
    }

    String show(String id) {
        return marker.mark(store.load(id)) + " (" + store.characters() + ")";
    }
}

class Main {
    public static void main(String[] args) {
        String umlauts = "Gr\u00f6\u00dfe \u00fcber Kabel";
        String indented = "   Gross ober Kabel";
        TextStore store = new TextStore();
        new Importer(new WordIndex(), store).importText("t1", args[0].equals("a") ? indented : umlauts, "Kabel");
        System.out.println(new TrailPage(store, new Marker("<", ">")).show("t1"));
    }
}
