// a: Session.logOut
// b: Session.expire
// why: the token was taken away, or has run out.
package planted.token;

class Token {
    final String text;
    boolean valid = true;

    Token(String text) {
        this.text = text;
    }
}

class Session {
    private Token token;
    private String user = "";

    void logIn(String name) {
        user = name;
        token = new Token(name + "-1");
    }

    void logOut() {
        token = null;
    }

    void expire() {
        if (token != null) {
            token.valid = false;
        }
    }

    String user() {
        return user;
    }

    String header() {
        if (token == null || !token.valid) {
            throw new IllegalStateException("not signed in");
        }
        return "Bearer " + token.text;
    }
}

class Api {
    private final Session session;

    Api(Session session) {
        this.session = session;
    }

    String get(String path) {
        return path + " " + session.header();
    }
}

class Main {
    public static void main(String[] args) {
        Session session = new Session();
        session.logIn("ada");
        if (args[0].equals("a")) {
            session.logOut();
        } else {
            session.expire();
        }
        System.out.println(new Api(session).get("/orders"));
    }
}
