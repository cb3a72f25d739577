package demo;

/** As many threads as the argument says lock their own plate, then the next one's. */
public class MonitorRing {
    static class Plate {
    }

    static void eat(Plate mine, Plate next) {
        synchronized (mine) {
            Pause.moment();
            synchronized (next) {
                System.out.println("eaten");
            }
        }
    }

    public static void main(String[] args) {
        int guests = Integer.parseInt(args[0]);
        Plate[] plates = new Plate[guests];
        for (int at = 0; at < guests; at++) plates[at] = new Plate();
        for (int at = 0; at < guests; at++) {
            Plate mine = plates[at];
            Plate next = plates[(at + 1) % guests];
            new Thread(() -> eat(mine, next), "guest-" + at).start();
        }
    }
}
