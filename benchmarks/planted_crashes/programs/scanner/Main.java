// a: ScanSession.onBatteryLow
// b: ScanSession.onIncomingCall
// why: one of two handlers gives the camera up but leaves the session running; batteryLow or inCall says which
package planted.scanner;

import java.util.ArrayList;
import java.util.List;

final class Camera {
    private final String lens;
    private boolean open = true;

    Camera(String lens) {
        this.lens = lens;
    }

    byte[] grab() {
        return (lens + open).getBytes();
    }

    void close() {
        open = false;
    }
}

final class Decoder {
    String decode(byte[] frame) {
        return frame.length % 2 == 0 ? "4006381333931" : "";
    }
}

final class ScanSession {
    private final Decoder decoder = new Decoder();
    private final List<String> codes = new ArrayList<>();
    private Camera camera;
    private boolean running;
    private boolean batteryLow;
    private boolean inCall;

    void start() {
        camera = new Camera("back");
        running = true;
    }

    void stop() {
        camera.close();
        camera = null;
        running = false;
    }

    void onBatteryLow() {
        batteryLow = true;
        camera.close();
        camera = null;
    }

    void onIncomingCall() {
        inCall = true;
        camera.close();
        camera = null;
    }

    int scan() {
        if (running) {
            codes.add(decoder.decode(camera.grab()));
        }
        return codes.size();
    }
}

public class Main {
    public static void main(String[] args) {
        ScanSession session = new ScanSession();
        session.start();
        session.scan();
        if (args[0].equals("a")) session.onBatteryLow();
        else session.onIncomingCall();
        System.out.println(session.scan());
    }
}
