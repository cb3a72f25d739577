// a: Pantry.find
// b: Recipe.spice
// why: the pantry compares with the case, or a recipe of a child has no spice
package planted.soup;

import java.util.List;
import java.util.Optional;

class Pantry {
    private final List<String> jars;

    Pantry(List<String> jars) {
        this.jars = jars;
    }

    Optional<String> find(String name) {
        return jars.stream().filter(jar -> jar.equals(name)).findFirst();
    }
}

class Recipe {
    private final boolean mild;

    Recipe(boolean mild) {
        this.mild = mild;
    }

    Optional<String> spice() {
        return mild ? Optional.empty() : Optional.of("chili");
    }
}

class Cook {
    private int soups;

    String season(Pantry pantry, Recipe recipe) {
        soups++;
        Optional<String> salt = pantry.find("salt");
        Optional<String> spice = recipe.spice();
        return salt.get() + spice.get();
    }
}

class Main {
    public static void main(String[] args) {
        Pantry pantry = new Pantry(List.of("oil", args[0].equals("a") ? "Salt" : "salt"));
        System.out.println(new Cook().season(pantry, new Recipe(args[0].equals("b"))));
    }
}
