// a: Inverter.discover
// b: Threshold.ofKilowatts
// why: panels of the second generation are not recognised (panels has size 0), or kilowatts become milliwatts (minimum is 250000)
package planted.solar;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

final class Panel {
    final String serial;
    final int watts;

    Panel(String serial, int watts) {
        this.serial = serial;
        this.watts = watts;
    }
}

final class Threshold {
    static int ofWatts(String text) {
        return Integer.parseInt(text.replace("W", ""));
    }

    static int ofKilowatts(String text) {
        return (int) (Double.parseDouble(text.replace("kW", "")) * 1_000_000);
    }

    static int parse(String text) {
        return text.endsWith("kW") ? ofKilowatts(text) : ofWatts(text);
    }
}

final class Inverter {
    private final List<Panel> panels = new ArrayList<>();

    void discover(List<String> answers) {
        for (String answer : answers) {
            if (answer.startsWith("SP1-")) {
                String[] parts = answer.split(":");
                panels.add(new Panel(parts[0], Integer.parseInt(parts[1])));
            }
        }
    }

    int totalWatts() {
        return panels.stream().mapToInt(panel -> panel.watts).sum();
    }

    Panel strongest(int minimum) {
        return panels.stream()
                .filter(panel -> panel.watts >= minimum)
                .max(Comparator.comparingInt(panel -> panel.watts))
                .get();
    }
}

final class Dashboard {
    String headline(Inverter inverter, int minimum) {
        return inverter.totalWatts() + " W, best " + inverter.strongest(minimum).serial;
    }
}

public class Main {
    public static void main(String[] args) {
        boolean newRoof = args[0].equals("a");
        Inverter inverter = new Inverter();
        inverter.discover(newRoof
                ? List.of("SP2-0007:420", "SP2-0008:415")
                : List.of("SP1-0311:310", "SP1-0312:305", "SP1-0313:290"));
        int minimum = Threshold.parse(newRoof ? "250W" : "0.25kW");
        System.out.println(new Dashboard().headline(inverter, minimum));
    }
}
