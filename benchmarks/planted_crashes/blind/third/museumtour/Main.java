// a: Guide.language
// b: Visitor.age
// why: the guide's language code is cut to one letter, or a child's age is read as negative
package planted.museumtour;

class Guide {
    private final String sign;

    Guide(String sign) {
        this.sign = sign;
    }

    String language() {
        return sign.substring(sign.lastIndexOf(' ') + 2);
    }
}

class Visitor {
    private final int born;
    private final int year;

    Visitor(int born, int year) {
        this.born = born;
        this.year = year;
    }

    int age() {
        return year - born;
    }
}

class Tour {
    private int booked;

    void book(Guide guide, Visitor visitor) {
        String language = guide.language();
        int age = visitor.age();
        if (language.length() != 2 || age < 0) {
            throw new IllegalArgumentException("bad booking");
        }
        booked++;
    }
}

class Main {
    public static void main(String[] args) {
        Guide guide = new Guide(args[0].equals("a") ? "guide en" : "guide fren");
        Visitor visitor = args[0].equals("a") ? new Visitor(1990, 2020) : new Visitor(2021, 20);
        new Tour().book(guide, visitor);
    }
}
