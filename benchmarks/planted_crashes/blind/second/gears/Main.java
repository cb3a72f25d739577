// a: GearReader.read
// b: Chain.shorten
// why: teeth that cannot be read become 0, or the chain is shortened until no tooth is left
package planted.gears;

class Gear {
    int teeth;
    final String label;

    Gear(String label, int teeth) {
        this.label = label;
        this.teeth = teeth;
    }
}

class GearReader {
    Gear read(String row) {
        String[] parts = row.split(" ");
        int teeth = parts[1].matches("\\d+") ? Integer.parseInt(parts[1]) : 0;
        return new Gear(parts[0], teeth);
    }
}

class Chain {
    private final Gear gear;
    private int shortened;

    Chain(Gear gear) {
        this.gear = gear;
    }

    void shorten() {
        shortened++;
        gear.teeth -= 8;
    }

    int ratio(int crank) {
        return crank / gear.teeth;
    }
}

class Main {
    public static void main(String[] args) {
        Gear gear = new GearReader().read(args[0].equals("a") ? "rear 16t" : "rear 16");
        Chain chain = new Chain(gear);
        if (args[0].equals("b")) {
            chain.shorten();
            chain.shorten();
        }
        System.out.println(chain.ratio(48));
    }
}
