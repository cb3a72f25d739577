// a: Rental.owner
// b: Wild.owner
// why: a rented hive without a contract has no owner, or a wild one has none
package planted.beehive;

interface Hive {
    String owner();
}

class Bought implements Hive {
    public String owner() {
        return "club";
    }
}

class Rental implements Hive {
    private final String contract;

    Rental(String contract) {
        this.contract = contract;
    }

    public String owner() {
        return contract.isEmpty() ? null : contract.split(":")[0];
    }
}

class Wild implements Hive {
    public String owner() {
        return null;
    }
}

class Harvest {
    private int jars;

    String label(Hive hive) {
        jars++;
        String owner = hive.owner();
        return owner.toUpperCase() + jars;
    }
}

class Main {
    public static void main(String[] args) {
        Hive hive = args[0].equals("a") ? new Rental("") : new Wild();
        System.out.println(new Harvest().label(hive));
    }
}
