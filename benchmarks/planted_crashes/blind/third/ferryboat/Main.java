// a: Gate.close
// b: Purser.refund
// why: closing the gate empties the list of passengers, or a refund of one takes out the whole group
package planted.ferryboat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

class Passenger {
    final String group;
    final int deck;

    Passenger(String group, int deck) {
        this.group = group;
        this.deck = deck;
    }
}

class Boat {
    List<Passenger> passengers = new ArrayList<>();
    boolean closed;
    int refunds;
}

class Gate {
    void close(Boat boat) {
        boat.closed = true;
        boat.passengers = new ArrayList<>();
    }
}

class Purser {
    void refund(Boat boat, String group) {
        boat.refunds++;
        boat.passengers.removeIf(one -> one.group.equals(group));
    }
}

class Crew {
    int firstDeck(Boat boat) {
        Iterator<Passenger> all = boat.passengers.iterator();
        return all.next().deck;
    }
}

class Main {
    public static void main(String[] args) {
        Boat boat = new Boat();
        boat.passengers.add(new Passenger("Lee", 1));
        boat.passengers.add(new Passenger("Lee", 2));
        if (args[0].equals("a")) new Gate().close(boat);
        else new Purser().refund(boat, "Lee");
        System.out.println(new Crew().firstDeck(boat));
    }
}
