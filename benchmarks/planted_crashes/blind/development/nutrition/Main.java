// a: Scale.portions
// b: Label.serving
// why: the scale counts no portion below 50 grams, or a label without a serving gives 0
package planted.nutrition;

class Scale {
    private final int grams;

    Scale(int grams) {
        this.grams = grams;
    }

    int portions() {
        return grams / 50;
    }
}

class Label {
    private final String text;

    Label(String text) {
        this.text = text;
    }

    int serving() {
        int at = text.indexOf('/');
        if (at < 0) {
            return 0;
        }
        return Integer.parseInt(text.substring(at + 1));
    }
}

class Kitchen {
    int perPortion(int energy, Scale scale, Label label) {
        int portions = scale.portions();
        int serving = label.serving();
        int whole = energy * 4;
        return whole / portions + whole % serving;
    }
}

class Main {
    public static void main(String[] args) {
        Scale scale = new Scale(args[0].equals("a") ? 40 : 200);
        Label label = new Label(args[0].equals("a") ? "100/30" : "100");
        System.out.println(new Kitchen().perPortion(90, scale, label));
    }
}
