package demo;

public class Tellers {
    private final String name;
    private int cents = 100;

    Tellers(String name) {
        this.name = name;
    }

    synchronized void give(Tellers other) {
        Pause.moment();
        cents--;
        other.take();
    }

    synchronized void take() {
        cents++;
    }

    public static void main(String[] args) {
        Tellers ann = new Tellers("ann");
        Tellers bob = new Tellers("bob");
        new Thread(() -> ann.give(bob), "ann-to-bob").start();
        new Thread(() -> bob.give(ann), "bob-to-ann").start();
    }
}
