// a: Chain.append
// b: Chain.skip
// why: the first stage is not linked to the second, or skipping a stage drops what follows it
package planted.pipeline;

class Stage {
    final String name;
    Stage next;
    boolean skipped;

    Stage(String name) {
        this.name = name;
    }
}

class Chain {
    Stage head;
    Stage tail;
    int length;

    void append(Stage stage) {
        length++;
        if (head == null) {
            head = stage;
            return;
        }
        if (tail != null) {
            tail.next = stage;
        }
        tail = stage;
    }

    void link(Stage stage) {
        length++;
        head.next = stage;
    }

    void skip(Stage stage) {
        stage.skipped = true;
        stage.next = null;
    }
}

class Runner {
    String second(Chain chain) {
        Stage first = chain.head;
        return first.next.name;
    }
}

class Main {
    public static void main(String[] args) {
        Chain chain = new Chain();
        Stage wash = new Stage("wash");
        chain.append(wash);
        if (args[0].equals("a")) chain.append(new Stage("dry")); else chain.link(new Stage("dry"));
        if (args[0].equals("b")) chain.skip(wash);
        System.out.println(new Runner().second(chain));
    }
}
