// a: Planner.plan
// b: Robot.cancel
// why: a way shorter than a step gives no step, or cancelling throws all steps away
package planted.robot;

import java.util.ArrayDeque;

class Planner {
    ArrayDeque<Integer> plan(int millimetres) {
        ArrayDeque<Integer> steps = new ArrayDeque<>();
        for (int rest = millimetres; rest >= 50; rest -= 50) {
            steps.add(50);
        }
        return steps;
    }
}

class Robot {
    private ArrayDeque<Integer> steps = new ArrayDeque<>();
    private int cancelled;
    private int started;

    void start(ArrayDeque<Integer> planned) {
        started++;
        steps = planned;
    }

    void cancel() {
        cancelled++;
        steps.clear();
    }

    int step() {
        return steps.pop() * started;
    }
}

class Main {
    public static void main(String[] args) {
        Robot robot = new Robot();
        robot.start(new Planner().plan(args[0].equals("a") ? 30 : 120));
        if (args[0].equals("b")) robot.cancel();
        System.out.println(robot.step());
    }
}
