// a: Recipe.hops
// b: Kettle.drain
// why: a recipe without hops counts 0 of them, or the kettle is drained below one unit
package planted.brewery;

class Recipe {
    private final String text;

    Recipe(String text) {
        this.text = text;
    }

    int hops() {
        int count = 0;
        for (String word : text.split(" ")) {
            if (word.equals("hops")) count++;
        }
        return count;
    }
}

class Kettle {
    int litres = 40;

    int drain(int by) {
        litres = litres - by;
        return litres / 10;
    }
}

class Brew {
    int bitterness(int hops, int units) {
        return 100 % hops + 100 / units + hops / units;
    }
}

class Main {
    public static void main(String[] args) {
        Kettle kettle = new Kettle();
        int hops = new Recipe(args[0].equals("a") ? "malt water" : "malt hops water").hops();
        int units = kettle.drain(args[0].equals("a") ? 20 : 35);
        System.out.println(new Brew().bitterness(hops, units));
    }
}
