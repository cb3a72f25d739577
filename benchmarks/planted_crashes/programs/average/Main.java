// a: Stopwatch.elapsedSeconds
// b: Plan.lanes
// why: the stopwatch was not started, or the plan has no lane.
package planted.average;

class Stopwatch {
    private boolean started;

    void start() {
        started = true;
    }

    int elapsedSeconds() {
        if (!started) {
            return 0;
        }
        return 4;
    }
}

class Plan {
    private final String text;

    Plan(String text) {
        this.text = text;
    }

    int lanes() {
        if (text.isEmpty()) {
            return 0;
        }
        return text.split(",").length;
    }
}

class Throughput {
    int perLane(int bytes, Stopwatch watch, Plan plan) {
        int seconds = watch.elapsedSeconds();
        int lanes = plan.lanes();
        return bytes / seconds / lanes;
    }
}

class Main {
    public static void main(String[] args) {
        Stopwatch watch = new Stopwatch();
        if (args[0].equals("b")) {
            watch.start();
        }
        Plan plan = new Plan(args[0].equals("a") ? "left,right" : "");
        System.out.println(new Throughput().perLane(1000, watch, plan));
    }
}
