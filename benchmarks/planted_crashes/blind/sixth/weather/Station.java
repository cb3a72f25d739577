package planted.weather;

public final class Station {
    private final String id;
    private final String city;
    private final String region;
    private final Double temperature;

    public Station(String id, String city, String region, Double temperature) {
        this.id = id;
        this.city = city;
        this.region = region;
        this.temperature = temperature;
    }

    public String getId() {
        return id;
    }

    public String getCity() {
        return city;
    }

    public String getRegion() {
        return region;
    }

    public Double getTemperature() {
        return temperature;
    }
}
