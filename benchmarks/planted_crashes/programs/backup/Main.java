// a: OptionsParser.parse
// b: Presets.nightly
// why: "-f" sets verbose in place of overwrite, or the nightly preset passes its flags in the wrong order (readOnly is true)
package planted.backup;

import java.util.Set;
import java.util.TreeSet;

final class Options {
    final boolean readOnly;
    final boolean overwrite;
    final boolean verbose;

    Options(boolean readOnly, boolean overwrite, boolean verbose) {
        this.readOnly = readOnly;
        this.overwrite = overwrite;
        this.verbose = verbose;
    }
}

final class OptionsParser {
    Options parse(String... arguments) {
        boolean readOnly = false;
        boolean overwrite = false;
        boolean verbose = false;
        for (String argument : arguments) {
            switch (argument) {
                case "--read-only" -> readOnly = true;
                case "--force" -> overwrite = true;
                case "-f", "-v" -> verbose = true;
                default -> System.out.println("ignored: " + argument);
            }
        }
        return new Options(readOnly, overwrite, verbose);
    }
}

final class Presets {
    static Options inspect() {
        return new Options(true, false, true);
    }

    static Options nightly() {
        return new Options(true, false, false);
    }
}

final class Volume {
    private final Set<String> archives = new TreeSet<>(Set.of("photos-1", "mail-1"));

    boolean contains(String name) {
        return archives.contains(name);
    }

    void write(String name) {
        archives.add(name);
    }
}

final class BackupJob {
    private final Volume volume = new Volume();

    void run(String archive, Options options) {
        boolean exists = volume.contains(archive);
        if (options.readOnly || exists && !options.overwrite) {
            throw new IllegalStateException("Archive cannot be written");
        }
        volume.write(archive);
    }
}

public class Main {
    public static void main(String[] args) {
        boolean manual = args[0].equals("a");
        Options options = manual ? new OptionsParser().parse("-f") : Presets.nightly();
        new BackupJob().run(manual ? "photos-1" : "photos-2", options);
    }
}
