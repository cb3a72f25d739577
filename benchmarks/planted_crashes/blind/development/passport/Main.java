// a: Scanner.kind
// b: Office.upgrade
// why: the scanner reads the letter O for a zero, or the office writes a kind that no desk knows
package planted.passport;

enum Kind { TOURIST, OFFICIAL }

class Scanner {
    private final String line;

    Scanner(String line) {
        this.line = line;
    }

    String kind() {
        return line.split("<")[1];
    }
}

class Document {
    String kind;
    int stamps;
    boolean upgraded;

    Document(String kind) {
        this.kind = kind;
    }
}

class Office {
    void upgrade(Document document) {
        document.upgraded = true;
        document.kind = "DIPLOMATIC";
    }
}

class Gate {
    boolean pass(Document document) {
        document.stamps++;
        Kind kind = Kind.valueOf(document.kind);
        return kind == Kind.OFFICIAL;
    }
}

class Main {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(args[0].equals("a") ? "P<DIPLOMATIC<ROSSI" : "P<TOURIST<ROSSI");
        Document document = new Document(scanner.kind());
        if (args[0].equals("b")) new Office().upgrade(document);
        System.out.println(new Gate().pass(document));
    }
}
