// a: SummarySection.writeTo
// b: ReportFiles.open
// why: A line goes to a closed file: a section closed what it was only lent, or a file that was put away was given out again.
package planted.reports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class ReportFile implements AutoCloseable {
    private final String name;
    private final List<String> lines = new ArrayList<>();
    private boolean closed;

    ReportFile(String name) {
        this.name = name;
    }

    void write(String line) {
        if (closed) {
            throw new IllegalStateException("file is closed");
        }
        lines.add(line);
    }

    int size() {
        return lines.size();
    }

    @Override
    public void close() {
        closed = true;
    }
}

/** Keeps the files of the last reports open, so that later runs append to them. */
final class ReportFiles {
    private final Map<String, ReportFile> files = new LinkedHashMap<>();
    private final int most;

    ReportFiles(int most) {
        this.most = most;
    }

    ReportFile open(String name) {
        if (!files.containsKey(name) && files.size() >= most) {
            files.values().iterator().next().close();
        }
        return files.computeIfAbsent(name, ReportFile::new);
    }
}

interface Section {
    void writeTo(ReportFile file);
}

record SummarySection(String title, int orders, long cents) implements Section {
    @Override
    public void writeTo(ReportFile file) {
        try (ReportFile out = file) {
            out.write("# " + title);
            out.write(orders + " orders, " + cents / 100 + " in total");
        }
    }
}

record TableSection(List<String> rows) implements Section {
    @Override
    public void writeTo(ReportFile file) {
        for (String row : rows) {
            file.write("| " + row);
        }
    }
}

final class ReportJob {
    private final ReportFiles files;

    ReportJob(ReportFiles files) {
        this.files = files;
    }

    int run(String name, List<Section> sections) {
        ReportFile file = files.open(name);
        for (Section section : sections) {
            section.writeTo(file);
        }
        return file.size();
    }
}

public final class Main {
    public static void main(String[] args) {
        ReportJob job = new ReportJob(new ReportFiles(2));
        TableSection north = new TableSection(List.of("Oslo 14", "Bergen 9"));
        TableSection south = new TableSection(List.of("Turin 21"));
        job.run("north", List.of(north));
        List<Section> sections;
        if (args[0].equals("a")) {
            sections = List.of(new SummarySection("North", 23, 181_000), north);
        } else {
            job.run("south", List.of(south));
            job.run("all", List.of(north, south));
            sections = List.of(north);
        }
        System.out.println(job.run("north", sections) + " lines");
    }
}
