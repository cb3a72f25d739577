// a: Timer.next
// b: Remote.set
// why: the timer counts on behind the last phase, or the remote's phases begin with 1
package planted.traffic;

class Light {
    int phase;
    int changes;
}

class Timer {
    void next(Light light) {
        light.changes++;
        light.phase = light.phase + 1;
    }
}

class Remote {
    void set(Light light, String command) {
        light.phase = Integer.parseInt(command.substring(command.indexOf('=') + 1));
    }
}

class Lamp {
    String colour(Light light) {
        switch (light.phase) {
            case 0: return "red";
            case 1: return "amber";
            case 2: return "green";
            default: throw new IllegalArgumentException("no such phase");
        }
    }
}

class Main {
    public static void main(String[] args) {
        Light light = new Light();
        if (args[0].equals("a")) {
            for (int i = 0; i < 3; i++) new Timer().next(light);
        } else {
            new Remote().set(light, "phase=3");
        }
        System.out.println(new Lamp().colour(light));
    }
}
