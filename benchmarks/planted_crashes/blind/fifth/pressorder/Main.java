// a: NeedsParser.needsOf
// b: AliasTable.resolve
// why: of a need with its tool the tool is read as the needed step, or an alias is matched by its beginning alone
package planted.pressorder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

class Step {
    final String name;
    final int minutes;
    final Set<String> needs;

    Step(String name, int minutes, Set<String> needs) {
        this.name = name;
        this.minutes = minutes;
        this.needs = needs;
    }
}

class CycleException extends RuntimeException {
    CycleException(String step) {
        super("Step " + step + " waits for itself");
    }
}

class AliasTable {
    private final Map<String, String> names = new TreeMap<>();

    void add(String alias, String step) {
        names.put(alias, step);
    }

    String resolve(String word) {
        for (Map.Entry<String, String> entry : names.entrySet()) {
            if (word.startsWith(entry.getKey())) {
                return entry.getValue();
            }
        }
        return word;
    }

    int size() {
        return names.size();
    }
}

class NeedsParser {
    private final AliasTable aliases;

    NeedsParser(AliasTable aliases) {
        this.aliases = aliases;
    }

    Step parse(String line) {
        String name = line.substring(0, line.indexOf('(')).trim();
        int minutes = Integer.parseInt(line.substring(line.indexOf('(') + 1, line.indexOf(')')).trim());
        int arrow = line.indexOf("<-");
        Set<String> needs = arrow < 0 ? Set.of() : needsOf(line.substring(arrow + 2));
        return new Step(name, minutes, needs);
    }

    private Set<String> needsOf(String text) {
        Set<String> needs = new LinkedHashSet<>();
        for (String word : text.split(",")) {
            String bare = word.trim();
            int tool = bare.indexOf('@');
            needs.add(aliases.resolve(tool < 0 ? bare : bare.substring(tool + 1)));
        }
        return needs;
    }
}

class Recipe {
    private final Map<String, Step> steps = new LinkedHashMap<>();

    void add(Step step) {
        steps.put(step.name, step);
    }

    Step step(String name) {
        return steps.get(name);
    }

    List<String> names() {
        return new ArrayList<>(steps.keySet());
    }
}

class Scheduler {
    private enum Mark { ENTERED, DONE }

    List<String> order(Recipe recipe) {
        List<String> order = new ArrayList<>();
        Map<String, Mark> marks = new HashMap<>();
        for (String name : recipe.names()) {
            visit(recipe, name, marks, order);
        }
        return order;
    }

    private void visit(Recipe recipe, String name, Map<String, Mark> marks, List<String> order) {
        Step step = recipe.step(name);
        if (step == null || marks.get(name) == Mark.DONE) {
            return;
        }
        if (marks.put(name, Mark.ENTERED) == Mark.ENTERED) {
            throw new CycleException(name);
        }
        for (String need : step.needs) {
            visit(recipe, need, marks, order);
        }
        marks.put(name, Mark.DONE);
        order.add(name);
    }

    int minutes(Recipe recipe) {
        return recipe.names().stream().mapToInt(name -> recipe.step(name).minutes).sum();
    }
}

class Main {
    public static void main(String[] args) {
        AliasTable aliases = new AliasTable();
        aliases.add("mash", "crush");
        if (args[0].equals("b")) {
            aliases.add("pre", "press");
        }
        NeedsParser parser = new NeedsParser(aliases);
        Recipe recipe = new Recipe();
        recipe.add(parser.parse("wash (10)"));
        recipe.add(parser.parse("crush (25) <- wash"));
        recipe.add(parser.parse("preheat (5)"));
        recipe.add(parser.parse(args[0].equals("a") ? "press (40) <- mash@press" : "press (40) <- preheat, mash"));
        Scheduler scheduler = new Scheduler();
        System.out.println(scheduler.minutes(recipe) + " " + scheduler.order(recipe));
    }
}
