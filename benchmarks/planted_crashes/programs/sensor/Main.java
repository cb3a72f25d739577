// a: SampleWindow.recalibrate
// b: StepSetting.parse
// why: The mean per minute divides by the count of samples and by the step, and either can be zero.
package planted.sensor;

import java.util.Map;

final class StepSetting {
    private final String text;
    private final int seconds;

    private StepSetting(String text, int seconds) {
        this.text = text;
        this.seconds = seconds;
    }

    static StepSetting parse(String text) {
        if (text.endsWith("min")) {
            return new StepSetting(text, 60 * Integer.parseInt(text.replace("min", "")));
        }
        return new StepSetting(text, (int) Double.parseDouble(text.replace("s", "")));
    }

    int seconds() {
        return seconds;
    }
}

final class SampleWindow {
    private int sum;
    private int count;
    private int offset;

    void add(int raw) {
        sum += raw - offset;
        count++;
    }

    void recalibrate(int newOffset) {
        offset = newOffset;
        sum = sum - count * newOffset;
        count = 0;
    }

    int sum() {
        return sum;
    }

    int count() {
        return count;
    }
}

final class FlowMeter {
    private final SampleWindow window = new SampleWindow();
    private final StepSetting step;

    FlowMeter(Map<String, String> settings) {
        step = StepSetting.parse(settings.getOrDefault("step", "2s"));
    }

    SampleWindow window() {
        return window;
    }

    int litresPerMinute() {
        return window.sum() / window.count() * (60 / step.seconds());
    }
}

public final class Main {
    public static void main(String[] args) {
        boolean fast = !args[0].equals("a");
        FlowMeter meter = new FlowMeter(fast ? Map.of("step", "0.5s") : Map.of("unit", "litre"));
        meter.window().add(14);
        meter.window().add(18);
        if (!fast) {
            meter.window().recalibrate(2);
        }
        System.out.println("flow: " + meter.litresPerMinute());
    }
}
