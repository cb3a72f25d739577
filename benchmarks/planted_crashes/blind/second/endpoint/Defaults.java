package planted.endpoint;

public class Defaults {
    private String host;
    private int port;
    private boolean loaded;

    public void load(String profile) {
        loaded = true;
        port = 80;
        if (profile.equals("prod")) {
            host = "main";
        }
    }

    public String getHost() {
        return host;
    }

    public void setHost(String host) {
        this.host = host;
    }

    public int getPort() {
        return port;
    }

    public void setPort(int port) {
        this.port = port;
    }
}
