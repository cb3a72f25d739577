// a: Mount.tracking
// b: Camera.exposure
// why: the mount divides by a speed that is 0 when it is parked, or the camera takes the root of a negative gain
package planted.telescope;

class Mount {
    private final double distance;
    private final double speed;

    Mount(double distance, double speed) {
        this.distance = distance;
        this.speed = speed;
    }

    double tracking() {
        return distance / speed;
    }
}

class Camera {
    private final double gain;

    Camera(double gain) {
        this.gain = gain;
    }

    double exposure() {
        return Math.sqrt(gain) * 2;
    }
}

class Observation {
    private int frames;

    double plan(Mount mount, Camera camera) {
        frames++;
        double tracking = mount.tracking();
        double exposure = camera.exposure();
        if (Double.isNaN(tracking) || Double.isNaN(exposure)) {
            throw new ArithmeticException("no plan");
        }
        return tracking + exposure;
    }
}

class Main {
    public static void main(String[] args) {
        Mount mount = args[0].equals("a") ? new Mount(0, 0) : new Mount(10, 2);
        Camera camera = new Camera(args[0].equals("a") ? 4 : -4);
        System.out.println(new Observation().plan(mount, camera));
    }
}
