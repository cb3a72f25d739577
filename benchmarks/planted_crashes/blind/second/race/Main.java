// a: Track.laps
// b: Recorder.resize
// why: the track counts a lap that is only begun, or the recorder shrinks by one too much
package planted.race;

class Track {
    private final int length;

    Track(int length) {
        this.length = length;
    }

    int laps(int metres) {
        return metres / length + 1;
    }
}

class Recorder {
    long[] times = new long[8];
    int resized;

    void resize(int laps) {
        resized++;
        times = new long[laps - 1];
    }
}

class Race {
    private final Recorder recorder;

    Race(Recorder recorder) {
        this.recorder = recorder;
    }

    long run(int laps) {
        long sum = 0;
        for (int lap = 0; lap < laps; lap++) {
            sum += recorder.times[lap] + lap;
        }
        return sum;
    }
}

class Main {
    public static void main(String[] args) {
        Recorder recorder = new Recorder();
        int laps = args[0].equals("a") ? new Track(400).laps(3200) : 9;
        if (args[0].equals("b")) recorder.resize(laps);
        System.out.println(new Race(recorder).run(laps));
    }
}
