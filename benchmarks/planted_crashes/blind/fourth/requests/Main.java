// a: RequestBuilder.json
// b: Request.newBuilder
// why: an empty document sets no body, or the copy of a request for another try goes without one
package planted.requests;

class Request {
    final String url;
    final String type;
    final byte[] body;
    final int timeout;

    Request(String url, String type, byte[] body, int timeout) {
        this.url = url;
        this.type = type;
        this.body = body;
        this.timeout = timeout;
    }

    RequestBuilder newBuilder() {
        RequestBuilder builder = new RequestBuilder(url);
        builder.type = type;
        builder.timeout = timeout;
        return builder;
    }
}

class RequestBuilder {
    private final String url;
    String type;
    byte[] body;
    int timeout = 10;

    RequestBuilder(String url) {
        this.url = url;
    }

    RequestBuilder json(String text) {
        type = "application/json";
        if (!text.isEmpty()) {
            body = text.getBytes();
        }
        return this;
    }

    RequestBuilder timeout(int seconds) {
        timeout = seconds;
        return this;
    }

    Request build() {
        return new Request(url, type, body, timeout);
    }
}

class Client {
    int send(Request request) {
        byte[] body = request.body;
        return body.length + request.type.length();
    }
}

class Session {
    private final Client client = new Client();

    int push(String document, boolean slow) {
        Request request = new RequestBuilder("/notes").json(document).build();
        if (slow) {
            request = request.newBuilder().timeout(60).build();
        }
        return client.send(request);
    }
}

class Main {
    public static void main(String[] args) {
        boolean slow = args[0].equals("b");
        System.out.println(new Session().push(slow ? "{\"title\": \"milk\"}" : "", slow));
    }
}
