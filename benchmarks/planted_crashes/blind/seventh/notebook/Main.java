// a: Note.toLine
// b: NoteFile.tidy
// why: A stored line has one column too few: it was written without the date, or its last separator was cut off later.
package planted.notebook;

import java.util.ArrayList;
import java.util.List;

record Note(String title, String folder, String due) {
    String toLine() {
        StringBuilder line = new StringBuilder(title.replace(';', ',')).append(';').append(folder);
        if (due != null) {
            line.append(';').append(due);
        }
        return line.toString();
    }

    static Note fromLine(String line) {
        String[] columns = line.split(";", -1);
        return new Note(columns[0], columns[1], columns[2]);
    }
}

final class NoteFile {
    private final List<String> lines = new ArrayList<>();

    void append(Note note) {
        lines.add(note.toLine());
    }

    void tidy() {
        lines.removeIf(String::isBlank);
        lines.replaceAll(line -> line.strip().replaceAll(";+$", ""));
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}

final class Notebook {
    private final NoteFile file;
    private final List<Note> notes = new ArrayList<>();

    Notebook(NoteFile file) {
        this.file = file;
    }

    void write(String title, String folder, String due) {
        file.append(new Note(title.strip(), folder, due));
    }

    void open() {
        notes.clear();
        for (String line : file.lines()) {
            notes.add(Note.fromLine(line));
        }
    }

    long dueOn(String day) {
        return notes.stream().filter(note -> note.due().equals(day)).count();
    }
}

public final class Main {
    public static void main(String[] args) {
        NoteFile file = new NoteFile();
        Notebook notebook = new Notebook(file);
        notebook.write("Renew passport", "home", "2024-05-02");
        if (args[0].equals("a")) {
            notebook.write("Call the plumber", "home", null);
        } else {
            notebook.write("Call the plumber", "home", "");
            file.tidy();
        }
        notebook.open();
        System.out.println(notebook.dueOn("2024-05-02"));
    }
}
