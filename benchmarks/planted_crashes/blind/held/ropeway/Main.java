// a: TopStation.leave
// b: Workshop.remove
// why: a cabin that leaves the top is counted out although it was not counted in, or one for repair is removed twice
package planted.ropeway;

class Line {
    int cabins = 2;
    int inRepair;
    int trips;
}

class TopStation {
    void leave(Line line) {
        line.trips++;
        line.cabins--;
    }
}

class ValleyStation {
    void enter(Line line) {
        line.cabins++;
    }
}

class Workshop {
    void remove(Line line) {
        line.inRepair++;
        line.cabins -= 2;
    }
}

class Control {
    void check(Line line) {
        if (line.cabins < 0) {
            throw new IllegalStateException("cabins missing");
        }
    }
}

class Main {
    public static void main(String[] args) {
        Line line = new Line();
        new ValleyStation().enter(line);
        if (args[0].equals("a")) {
            for (int i = 0; i < 4; i++) new TopStation().leave(line);
        } else {
            for (int i = 0; i < 2; i++) new Workshop().remove(line);
        }
        new Control().check(line);
    }
}
