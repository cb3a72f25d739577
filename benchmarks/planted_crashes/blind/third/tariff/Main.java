// a: Meter.zone
// b: Contract.renew
// why: the meter has no zone for the hour 24, or the renewed contract keeps none
package planted.tariff;

enum Zone { DAY, NIGHT, NONE }

class Meter {
    Zone zone(int hour) {
        if (hour >= 6 && hour < 22) return Zone.DAY;
        if (hour < 6 || hour < 24) return Zone.NIGHT;
        return Zone.NONE;
    }
}

class Contract {
    Zone zone;
    int years = 1;

    Contract(Zone zone) {
        this.zone = zone;
    }

    void renew() {
        years++;
        zone = Zone.NONE;
    }
}

class Tariff {
    double price(Contract contract) {
        switch (contract.zone) {
            case DAY: return 0.3;
            case NIGHT: return 0.2;
            default: throw new IllegalStateException("no price");
        }
    }
}

class Main {
    public static void main(String[] args) {
        Contract contract = new Contract(new Meter().zone(args[0].equals("a") ? 24 : 12));
        if (args[0].equals("b")) contract.renew();
        System.out.println(new Tariff().price(contract));
    }
}
