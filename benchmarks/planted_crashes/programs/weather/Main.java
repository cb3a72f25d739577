// a: StationReader.read
// b: HeadlineWriter.headline
// why: a station line without a name gives a station whose name is null, or a temperature of exactly 0 has no headline (null)
package planted.weather;

record Station(String code, String name) {}

final class StationReader {
    Station read(String line) {
        String[] parts = line.split(";");
        String name = parts.length > 1 ? parts[1] : null;
        return new Station(parts[0], name);
    }
}

final class HeadlineWriter {
    String headline(int celsius, int windKmh) {
        if (windKmh > 75) return "storm ";
        if (celsius < 0) return "frost ";
        if (celsius > 0) return "mild ";
        return null;
    }
}

final class Bulletin {
    private final Station station;
    private final String headline;
    private final int issue;

    Bulletin(Station station, String headline, int issue) {
        this.station = station;
        this.headline = headline;
        this.issue = issue;
    }

    String number() {
        return station.code() + "/" + issue;
    }

    String title() {
        return station.name().toUpperCase() + ": " + headline.trim();
    }
}

final class Newsroom {
    private final StationReader stations = new StationReader();
    private final HeadlineWriter writer = new HeadlineWriter();
    private int issues;

    Bulletin compose(String stationLine, int celsius, int windKmh) {
        Station station = stations.read(stationLine);
        return new Bulletin(station, writer.headline(celsius, windKmh), ++issues);
    }

    void publish(Bulletin bulletin) {
        System.out.println(bulletin.number());
        System.out.println(bulletin.title());
    }
}

public class Main {
    public static void main(String[] args) {
        boolean mountain = args[0].equals("a");
        String line = mountain ? "SNT" : "KEF;Keflavik";
        Newsroom newsroom = new Newsroom();
        newsroom.publish(newsroom.compose(line, mountain ? -7 : 0, 20));
    }
}
